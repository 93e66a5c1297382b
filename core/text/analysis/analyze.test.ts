import { describe, expect, it } from 'vitest';
import { referenceIndex } from '#bench/reference-index.ts';
import { analyze, analyzeQuery, exactNames } from './analyze.ts';

const termsOf = (question: string): readonly string[] =>
  analyzeQuery(question).map(({ term }) => term);

/** Ids of the passages that a question finds, best first. */
const find = (passages: Readonly<Record<string, string>>, question: string): readonly string[] =>
  referenceIndex(Object.entries(passages).map(([id, text]) => ({ id, terms: analyze(text) })))
    .search(analyzeQuery(question), 10)
    .map(({ id }) => id);

describe('English', () => {
  it('stems, drops the stop words and the possessive, and keeps order and repetition', () => {
    expect(analyze("The user's connections and the connecting users")).toEqual([
      'user',
      'connect',
      'connect',
      'user',
    ]);
  });

  it('folds accents, so that a word is found with and without them', () => {
    expect(analyze('résumé naïve Straße')).toEqual(analyze('resume naive strasse'));
  });

  it('takes a hyphenated word apart and an abbreviation together', () => {
    expect(analyze('well-known U.S. law')).toEqual(['well', 'known', 'us', 'law']);
  });

  it('reads thousands separators away and keeps decimals whole', () => {
    expect(analyze('1,577,000 and 3.14')).toEqual(['1577000', '3.14']);
  });
});

describe('identifiers', () => {
  it('are told from words and numbers where they hold a digit', () => {
    const question = 'Does F-14 follow ERR_4012 in 2024, or is it well-known from scan.ts?';
    expect(exactNames(question)).toEqual(['f-14', 'err_4012']);
  });

  it('find the row that names them before rows that share their parts', () => {
    const rows = {
      wanted: 'F-14 no water though a valve is open',
      letter: 'F-41 model F of the valve fault F-4',
      number: 'after 14 days 14 readings of 14 valves',
    };
    expect(find(rows, 'What does fault F-14 mean?')[0]).toBe('wanted');
  });

  it.each([
    ['ERR_4012', ['err_4012', 'err', '4012']],
    ['foo.bar$baz', ['foo.bar$baz', 'foo', 'bar', 'baz']],
    ['MAX_RETRY_COUNT', ['max_retry_count', 'max', 'retri', 'count']],
    ['maxRetryCount', ['maxretrycount', 'max', 'retri', 'count']],
    ['HTTPServer', ['httpserver', 'http', 'server']],
    ['v1.2.3-beta', ['v1.2.3-beta', 'v1', '2', '3', 'beta']],
    ['std::vector', ['std::vector', 'std', 'vector']],
    ['CVE-2024-3094', ['cve-2024-3094', 'cve', '2024', '3094']],
    ['F-14', ['f-14', 'f', '14']],
    ['C++', ['c++', 'c']],
    ['10.0.0.1', ['10.0.0.1']],
  ])('keeps %s whole beside its parts', (text, expected) => {
    expect(analyze(text)).toEqual(expected);
  });

  it('keeps a path, and every name in it, whole', () => {
    expect(analyze('see core/text/scan.ts.')).toEqual(
      expect.arrayContaining(['core/text/scan.ts', 'scan.ts', 'core', 'text', 'scan']),
    );
  });

  it('meets an identifier in full-width letters', () => {
    expect(analyze('ＥＲＲ＿４０１２')).toEqual(analyze('ERR_4012'));
  });

  it('meets an identifier that touches Chinese text', () => {
    expect(analyze('错误ERR_4012表示超时')).toEqual(expect.arrayContaining(['err_4012', '超时']));
  });

  it.each([
    'ERR_4012',
    'foo.bar$baz',
    'MAX_RETRY_COUNT',
    'SQLSTATE 40001',
    'ORA-00942',
    'maxRetryCount',
  ])('puts the passage with %s before one that is full of its parts', (code) => {
    const parts = code
      .split(/[^a-z0-9]+|(?<=[a-z])(?=[A-Z])/iu)
      .map((part) => `${part} `.repeat(6))
      .join('and ');
    const filler = Array.from({ length: 20 }, (_, number) => [`filler${number}`, 'wind and rain']);
    const passages = {
      ...Object.fromEntries(filler),
      parts,
      target: `When the server is busy for a long time it answers ${code} and the client waits. ${'Then it tries again, as long as the line is open. '.repeat(4)}`,
      other: 'The server answers and the client waits a long time.',
    };
    expect(find(passages, code)[0]).toBe('target');
    expect(find(passages, `what does ${code} mean?`)[0]).toBe('target');
    expect(find(passages, `${code} 是什么意思`)[0]).toBe('target');
  });

  it('hashes a term that is too long for an engine, and still finds it', () => {
    const token = `${'a1b2'.repeat(40)}_x`;
    expect(Math.max(...analyze(token).map((term) => term.length))).toBeLessThanOrEqual(64);
    expect(find({ other: 'nothing', target: `token ${token}` }, token)).toEqual(['target']);
    expect(analyze(`${'a1b2'.repeat(40)}_y`)[0]).not.toBe(analyze(token)[0]);
  });
});

describe('Chinese, Japanese and Korean', () => {
  it.each([
    ['数据库', '我们的数据库连接池最大连接数是二十', '今天天气很好'],
    ['连接池', '数据库连接池', '数据库'],
    ['茶', '他每天早上喝绿茶', '他每天早上喝水'],
    ['接続', 'データベース接続の最大数を設定する', '天気がいい'],
    ['データベース', 'このデータベースは遅い', 'この本は遅い'],
    ['りんご', '赤いりんごを食べる', '赤い本を読む'],
    ['데이터베이스', '데이터베이스를 설정합니다', '날씨가 좋습니다'],
    ['물', '물을 마십니다', '밥을 먹습니다'],
    ['ﾃﾞｰﾀ', 'データを保存する', '本を保存する'],
  ])('finds the one-word question %s', (question, target, other) => {
    expect(find({ other, target }, question)[0]).toBe('target');
    expect(find({ other }, question)).toEqual([]);
  });

  it('reads a Korean word without its particle', () => {
    expect(analyze('데이터베이스를')).toContain('데이터베이스');
  });

  it('finds a name that the dictionary does not know', () => {
    expect(find({ other: '张三去了北京', target: '报告由欧阳铎曦撰写' }, '铎曦')).toEqual([
      'target',
    ]);
  });

  it('finds both halves of a mixed question', () => {
    const found = find(
      { english: 'Kubernetes pods', chinese: '为什么状态是等待', none: 'weather' },
      'Kubernetes 等待',
    );
    expect(found.toSorted()).toEqual(['chinese', 'english']);
  });

  it('asks for single characters only where nothing longer was asked', () => {
    expect(termsOf('茶叶').some((term) => term.startsWith('·'))).toBe(false);
  });
});

describe('other languages', () => {
  it.each([
    ['Welche Häuser sind das?', 'Das Haus ist nicht groß und nicht von der Bank.'],
    ['Où sont les chevaux ?', 'Le cheval est dans la ville et pas pour la forêt.'],
    ['Какие настройки базы?', 'В этой базе нет настроек.'],
  ])('stems the language of %s', (question, passage) => {
    expect(find({ other: 'nothing here', passage }, question)).toEqual(['passage']);
  });

  it('finds a single word whose language cannot be told, by the stem that every text has', () => {
    expect(
      find(
        { passage: 'Die Datenbankverbindungen sind nicht für alle da.' },
        'Datenbankverbindungen',
      ),
    ).toEqual(['passage']);
  });
});

describe('questions', () => {
  it('names each term once, and weighs what was said twice', () => {
    expect(analyzeQuery('pump pump valve')).toEqual([
      { term: 'pump', weight: 2 },
      { term: 'valv', weight: 1 },
    ]);
  });

  it('has only whole weights, so that an engine may repeat terms', () => {
    for (const { weight } of analyzeQuery('ERR_4012 数据库连接池 in JavaScript')) {
      expect(Number.isInteger(weight)).toBe(true);
    }
  });

  it.each(['', '   ', '?!', 'the of and'])('has no terms for %j', (text) => {
    expect(analyzeQuery(text)).toEqual([]);
    expect(analyze(text)).toEqual([]);
  });

  it('survives half a surrogate pair, NULs and 100,000 characters without a space', () => {
    expect(() =>
      analyze(`\ud800 \u0000 ${'x'.repeat(100_000)} ${'a_'.repeat(50_000)}`),
    ).not.toThrow();
  });
});
