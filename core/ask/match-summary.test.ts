import { describe, expect, it } from 'vitest';
import { analyze } from '#core/text/analysis/analyze.ts';
import { matchSummary } from './match-summary.ts';

const summary = (question: string, passage: string) =>
  matchSummary(question, new Set(analyze(passage)));

describe('why a passage matched', () => {
  it("is the question's own words that occur in it, as they were written", () => {
    expect(summary('When were the Pumps serviced?', 'A pump is serviced each year.')).toBe(
      'Pumps · serviced',
    );
  });

  it('names a word once, and none that says nothing', () => {
    expect(summary('the pump and the pump', 'the pump and the valve')).toBe('pump');
  });

  it('is empty where nothing is shared', () => {
    expect(summary('How long is the warranty?', 'Doors are red.')).toBe('');
    expect(summary('?!', 'Doors are red.')).toBe('');
  });

  it('shows Chinese words whole, however a dictionary would cut them', () => {
    expect(summary('水泵保修期多长?', '水泵的保修期为二十四个月。')).toBe('水泵 · 保修期');
    expect(summary('ERR_4012 是什么错误', '错误 ERR_4012 表示超时。')).toBe('ERR_4012 · 错误');
  });

  it('does not take a shared character for a shared word', () => {
    expect(summary('学期多长', '发票到期')).toBe('');
    expect(summary('茶', '这种 茶 很香。')).toBe('茶');
  });

  it('reads Japanese', () => {
    expect(summary('保証期間は何ヶ月ですか', 'ポンプの保証期間は24か月です。')).toContain('保証');
  });

  it('is eight words at most', () => {
    const words = 'ant bee cat dog eel fox gnu hen ibis jay';
    expect(summary(words, words).split(' · ')).toEqual(words.split(' ').slice(0, 8));
  });
});
