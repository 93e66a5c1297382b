import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { Cancelled } from '#core/domain/errors.ts';
import type { DocumentVersion } from '#core/domain/document.ts';
import type { SegmentTerms } from '#core/ports/keyword-index.ts';
import type { ContractCase } from '../contract.ts';
import type { Records } from './records.ts';

const signal = new AbortController().signal;
const versionOf = (documentId: string = randomUUID(), generation = 1): DocumentVersion => ({
  documentId,
  generation,
});

const segmentsOf = (
  { documentId, generation }: DocumentVersion,
  texts: readonly string[],
): readonly SegmentTerms[] =>
  texts.map((text, order) => ({
    segmentId: `${documentId}.${generation}.${order}.TEXT`,
    terms: text.split(' '),
  }));

const words = (text: string, weight = 1) => text.split(' ').map((term) => ({ term, weight }));

/** Orders of the segments found, best first. */
const found = async (
  { keywords }: Pick<Records, 'keywords'>,
  workspaceId: string,
  versions: readonly DocumentVersion[],
  query: ReturnType<typeof words>,
  limit = 10,
): Promise<readonly string[]> => {
  const hits = await keywords.search(workspaceId, versions, query, limit, signal);
  expect(hits.map(({ rank }) => rank)).toEqual(hits.map((_, place) => place + 1));
  const scores = hits.map(({ score }) => score);
  expect(scores).toEqual(scores.toSorted((one, other) => other - one));
  return hits.map(({ segmentId }) => segmentId.split('.').slice(1, 3).join('.'));
};

export const keywordIndexContract: readonly ContractCase<Pick<Records, 'keywords'>>[] = [
  {
    name: 'ranks by the words found: never all or nothing, rare ones first, none without any',
    run: async (records) => {
      const { keywords } = records;
      const workspaceId = randomUUID();
      const one = versionOf();
      const rare = `err_${randomUUID()}`;
      const texts = ['common words here', `common ${rare} words`, 'nothing of it', 'common', rare];
      await keywords.write(workspaceId, one, segmentsOf(one, texts));
      await keywords.write(workspaceId, one, segmentsOf(one, texts));
      await keywords.refresh();
      const hits = await found(records, workspaceId, [one], words(`common ${rare} absent`));
      expect(hits.slice(0, 2)).toEqual(['1.1', '1.4']);
      expect(hits.toSorted()).toEqual(['1.0', '1.1', '1.3', '1.4']);
      expect(await found(records, workspaceId, [one], words('absent'))).toEqual([]);
      expect(await found(records, workspaceId, [one], [])).toEqual([]);
      expect(await found(records, workspaceId, [], words('common'))).toEqual([]);
      expect(await found(records, randomUUID(), [one], words('common'))).toEqual([]);
    },
  },
  {
    name: 'finds codes, names and scripts whole, whatever signs they hold',
    run: async (records) => {
      const { keywords } = records;
      const workspaceId = randomUUID();
      const one = versionOf();
      const terms = [
        'err_4012',
        'foo.bar$baz',
        "o'brien",
        '休假',
        '한국어',
        'c++',
        'a:b&!c',
        '·中',
      ];
      await keywords.write(workspaceId, one, segmentsOf(one, terms));
      await keywords.refresh();
      for (const [order, term] of terms.entries()) {
        expect(await found(records, workspaceId, [one], words(term))).toEqual([`1.${order}`]);
      }
      expect(await found(records, workspaceId, [one], words('err_401 bar c'))).toEqual([]);
    },
  },
  {
    name: 'weighs the words of a question',
    run: async (records) => {
      const { keywords } = records;
      const workspaceId = randomUUID();
      const one = versionOf();
      const [left, right] = [randomUUID(), randomUUID()];
      await keywords.write(workspaceId, one, segmentsOf(one, [`${left} x`, `${right} x`]));
      await keywords.refresh();
      const asked = async (leftWeight: number, rightWeight: number) =>
        found(
          records,
          workspaceId,
          [one],
          [
            { term: left, weight: leftWeight },
            { term: right, weight: rightWeight },
          ],
        );
      expect(await asked(6, 1)).toEqual(['1.0', '1.1']);
      expect(await asked(1, 6)).toEqual(['1.1', '1.0']);
    },
  },
  {
    name: 'returns every match of a small scope, however many better ones lie outside it',
    run: async (records) => {
      const { keywords } = records;
      const workspaceId = randomUUID();
      const crowd = versionOf();
      const small = versionOf();
      const padding = Array.from({ length: 30 }, (_, place) => `padding${place}`).join(' ');
      const better = Array.from({ length: 1_500 }, () => 'wanted wanted');
      const worse = Array.from({ length: 15 }, () => `wanted ${padding}`);
      await keywords.write(workspaceId, crowd, segmentsOf(crowd, better));
      await keywords.write(workspaceId, small, segmentsOf(small, worse));
      await keywords.refresh();
      expect(await found(records, workspaceId, [small], words('wanted'), 80)).toHaveLength(15);
      const all = await found(records, workspaceId, [crowd, small], words('wanted'), 80);
      expect(all).toHaveLength(80);
    },
  },
  {
    name: 'keeps generations of a document apart and removes one alone',
    run: async (records) => {
      const { keywords } = records;
      const workspaceId = randomUUID();
      const first = versionOf();
      const second = versionOf(first.documentId, 2);
      await keywords.write(workspaceId, first, segmentsOf(first, ['old wanted']));
      await keywords.write(workspaceId, second, segmentsOf(second, ['new wanted', 'wanted']));
      await keywords.refresh();
      expect(await found(records, workspaceId, [first], words('wanted'))).toEqual(['1.0']);
      await keywords.remove(workspaceId, first);
      expect(await found(records, workspaceId, [first], words('wanted'))).toEqual([]);
      expect(await keywords.ids(workspaceId, first)).toEqual([]);
      const ids = segmentsOf(second, ['', '']).map(({ segmentId }) => segmentId);
      expect((await keywords.ids(workspaceId, second)).toSorted()).toEqual(ids);
      expect(await keywords.ids('elsewhere', second)).toEqual([]);
    },
  },
  {
    name: 'stops when told',
    run: async ({ keywords }) => {
      const stopped = keywords.search('w', [versionOf()], words('x'), 1, AbortSignal.abort());
      await expect(stopped).rejects.toBeInstanceOf(Cancelled);
    },
  },
];

/** Counts are of an index that holds one workspace. */
export const keywordFrequenciesContract: readonly ContractCase<Pick<Records, 'keywords'>>[] = [
  {
    name: 'counts the segments that hold a word, and all of them',
    run: async ({ keywords }) => {
      const workspaceId = randomUUID();
      const one = versionOf();
      const texts = Array.from({ length: 200 }, (_, place) =>
        ['every', place % 4 === 0 ? 'quarter' : 'other', place === 7 ? 'single single' : 'x'].join(
          ' ',
        ),
      );
      expect(await keywords.frequencies(workspaceId, ['every'])).toEqual({
        total: 0,
        counts: new Map([['every', 0]]),
      });
      await keywords.write(workspaceId, one, segmentsOf(one, texts));
      await keywords.refresh();
      const terms = ['every', 'quarter', 'single', 'absent'];
      expect(await keywords.frequencies(workspaceId, terms)).toEqual({
        total: 200,
        counts: new Map([
          ['every', 200],
          ['quarter', 50],
          ['single', 1],
          ['absent', 0],
        ]),
      });
      await keywords.remove(workspaceId, one);
      expect((await keywords.frequencies(workspaceId, ['every'])).total).toBe(0);
    },
  },
];
