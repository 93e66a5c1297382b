import { describe, expect, it } from 'vitest';
import type { ConfirmedSegment } from '#core/domain/segment.ts';
import { askStage, candidateOf, segmentOf, segmentsPort } from '#core/testing/ask-stage.ts';
import { choosePassages, coverageOf, registerEvidence } from './08-evidence.ts';

/** So many tokens of the budget: one for each short word, one for the break behind the header. */
const ofTokens = (documentId: string, order: number, tokens: number): ConfirmedSegment =>
  segmentOf(documentId, order, Array.from({ length: tokens - 1 }, () => 'word').join(' '), {
    header: '',
  });
const candidates = (...segments: readonly ConfirmedSegment[]) =>
  segments.map((segment, index) => candidateOf(segment, 1 / (index + 1)));
const chosenIds = (...segments: readonly ConfirmedSegment[]) =>
  choosePassages(candidates(...segments)).map(({ segment }) => segment.id);
const idsOf = (...segments: readonly ConfirmedSegment[]) => segments.map(({ id }) => id);

describe('the choice of passages', () => {
  it('takes the best five, in their order', () => {
    const all = [4, 2, 7, 0, 9, 1].map((order) => segmentOf('a', order, 'text'));
    expect(chosenIds(...all)).toEqual(idsOf(...all.slice(0, 5)));
  });

  it('takes more than three of a document only where no other is nearly as good', () => {
    const long = [0, 1, 2, 3, 4].map((order) => segmentOf('a', order, 'text'));
    const other = segmentOf('b', 0, 'text');
    const chosen = (scoreOfOther: number) =>
      choosePassages([
        ...long.map((segment) => candidateOf(segment, 0.5)),
        candidateOf(other, scoreOfOther),
      ]).map(({ segment }) => segment.id);
    expect(chosen(0.46)).toEqual(idsOf(...long.slice(0, 3), other));
    expect(chosen(0.44)).toEqual(idsOf(...long));
  });

  it('skips a passage whole that would overflow the 5,000 tokens, and goes on behind it', () => {
    const first = ofTokens('a', 0, 3_000);
    const tooLong = ofTokens('a', 1, 2_001);
    const fits = ofTokens('a', 2, 2_000);
    expect(chosenIds(first, tooLong, fits)).toEqual(idsOf(first, fits));
    expect(chosenIds(ofTokens('a', 0, 5_001))).toEqual([]);
  });

  it('counts the header as well', () => {
    const first = ofTokens('a', 0, 4_990);
    const header = 'one two three four five six seven eight nine ten';
    expect(chosenIds(first, segmentOf('a', 1, 'word', { header }))).toEqual(idsOf(first));
    expect(chosenIds(first, segmentOf('a', 1, 'word', { header: '' }))).toHaveLength(2);
  });

  it('never takes a picture without text, nor a blank passage', () => {
    const picture = segmentOf('a', 0, 'seen only', { type: 'IMAGE_VISUAL' });
    const blank = segmentOf('a', 1, ' \n ');
    const caption = segmentOf('a', 2, 'A caption.', { type: 'DOCUMENT_IMAGE' });
    expect(chosenIds(picture, blank, caption)).toEqual(idsOf(caption));
  });
});

const registered = (
  chosen: readonly ConfirmedSegment[],
  all: readonly ConfirmedSegment[],
  query = 'pump',
) => registerEvidence({ segments: segmentsPort(all) }, 'workspace', query, candidates(...chosen));
const numbered = (count: number, more: Partial<ConfirmedSegment> = {}) =>
  Array.from({ length: count }, (_, order) => segmentOf('a', order, `passage ${order}`, more));
const at = (segments: readonly ConfirmedSegment[], index: number): ConfirmedSegment => {
  const found = segments[index];
  if (found === undefined) throw new Error(`no passage ${index}`);
  return found;
};

describe('the evidence', () => {
  it('is numbered from 1 in the order of the choice, each with what a citation rests on', async () => {
    const all = [segmentOf('b', 3, 'The pump stops.'), segmentOf('a', 0, 'It runs.')];
    const evidence = await registered(all, all);
    expect(evidence).toMatchObject([
      { number: 1, segmentId: 'b.1.3.TEXT', documentName: 'Document b', fileName: 'b.pdf' },
      { number: 2, segmentId: 'a.1.0.TEXT', body: 'It runs.', pages: [1] },
    ]);
    expect(evidence.map(({ matchReason }) => matchReason)).toEqual(['pump', '']);
  });

  it('is shown with two neighbours on each side, in reading order; the body stays the passage', async () => {
    const all = numbered(9);
    const [only] = await registered([at(all, 4)], all);
    expect(only?.body).toBe('passage 4');
    expect(only?.context.split('\n\n')).toEqual([2, 3, 4, 5, 6].map((order) => `passage ${order}`));
  });

  it('shows no passage twice, whether chosen or a neighbour of two', async () => {
    const all = numbered(6);
    const evidence = await registered([at(all, 3), at(all, 1)], all);
    const shown = evidence.flatMap(({ context }) => context.split('\n\n'));
    expect(shown.toSorted()).toEqual([0, 1, 2, 3, 4, 5].map((order) => `passage ${order}`));
  });

  it('does not take a neighbour from under another heading, of another version or document', async () => {
    const passage = segmentOf('a', 5, 'passage');
    const others = [
      segmentOf('a', 4, 'other heading', { headingPath: ['Stop'] }),
      segmentOf('a', 6, 'other version', { generation: 2 }),
      segmentOf('b', 5, 'other document'),
    ];
    const port = segmentsPort([]);
    const segments = { ...port, neighbours: async () => [passage, ...others] };
    const [only] = await registerEvidence({ segments }, 'workspace', 'q', candidates(passage));
    expect(only?.context).toBe('passage');
  });

  it('grows only while the budget lasts, the nearest first', async () => {
    const all = [1_000, 1_000, 2_500, 1_000, 1_000].map((tokens, order) =>
      ofTokens('a', order, tokens),
    );
    const [only] = await registered([at(all, 2)], all);
    const lengths = only?.context.split('\n\n').map((text) => text.split(' ').length);
    expect(lengths).toEqual([999, 2_499, 999]);
  });

  it('shares one budget: what the first passage took is gone for the second', async () => {
    const first = [2_000, 700].map((tokens, order) => ofTokens('a', order, tokens));
    const second = [2_000, 700].map((tokens, order) => ofTokens('b', order, tokens));
    const evidence = await registered([at(first, 0), at(second, 0)], [...first, ...second]);
    const shown = evidence.map(({ context }) => context.split('\n\n').length);
    expect(shown).toEqual([2, 1]);
  });
});

const stage = () =>
  askStage([
    segmentOf('a', 0, 'The pump runs at 40 bar.'),
    segmentOf('a', 1, 'The valve opens by hand.'),
  ]);
const covered = async (query: string, ...bodies: readonly string[]) => {
  const chosen = bodies.map((body, order) => candidateOf(segmentOf('z', order, body)));
  return coverageOf(await stage(), 'workspace', [query], chosen);
};

describe('the covered share of a question', () => {
  it('is 1 where the passages hold every word, together or one alone', async () => {
    expect(await covered('pump valve', 'pump', 'valve')).toBeCloseTo(1);
    expect(await covered('pump valve', 'pump and valve')).toBeCloseTo(1);
  });

  it('is a share where a word is missing, and 0 where all are', async () => {
    const share = await covered('pump valve', 'the pump');
    expect(share).toBeCloseTo(0.5);
    expect(await covered('pump valve', 'a door')).toBe(0);
  });

  it('is that of the text that the passages hold most of', async () => {
    const chosen = [candidateOf(segmentOf('z', 0, 'the pump'))];
    const of = async (...texts: readonly string[]) =>
      coverageOf(await stage(), 'workspace', texts, chosen);
    expect(await of('does that open?', 'pump')).toBeCloseTo(1);
    expect(await of('?!', 'pump valve')).toBeCloseTo(0.5);
  });

  it('counts words of the file name as well', async () => {
    expect(await covered('what does z.pdf say', 'nothing')).toBeGreaterThan(0.5);
  });

  it('is not known for a question without words', async () => {
    expect(await covered('?!', 'pump')).toBeNull();
  });
});
