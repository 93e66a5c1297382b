import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { judgedQueries, loadDataset, withPreviousTurn } from './dataset.ts';

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'anchr-dataset-'));
  await mkdir(join(folder, 'qrels'));
  await writeFile(
    join(folder, 'corpus.jsonl'),
    '{"_id":"p1","title":"Pumps","text":"A pump."}\n{"_id":"p2","text":"A valve."}\n',
  );
  const history = [
    { speaker: 'user', text: 'What is a pump?', metadata: { author: 'x' } },
    { speaker: 'agent', text: 'A machine.' },
  ];
  await writeFile(
    join(folder, 'queries.jsonl'),
    `{"_id":"q1","text":"pump"}\n${JSON.stringify({
      _id: 'q2',
      text: 'And its valve?',
      metadata: { history, Answerability: ['ANSWERABLE'] },
    })}\n{"_id":"q3","text":"unjudged"}\n`,
  );
  await writeFile(join(folder, 'qrels', 'test.tsv'), 'query-id\tcorpus-id\tscore\nq1\tp1\t2\n');
  await writeFile(
    join(folder, 'qrels', 'train.tsv'),
    'query-id\tcorpus-id\tscore\nq2\tp2\t1\nq3\tp1\t0\n',
  );
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

describe('a set in BEIR layout', () => {
  it('is read whole, with graded judgements of every split', async () => {
    const dataset = await loadDataset(folder);
    expect(dataset.passages).toEqual([
      { id: 'p1', title: 'Pumps', text: 'A pump.' },
      { id: 'p2', title: '', text: 'A valve.' },
    ]);
    expect(dataset.judgements.get('q1')?.get('p1')).toBe(2);
    expect(judgedQueries(dataset).map(({ id }) => id)).toEqual(['q1', 'q2']);
  });

  it('is read with one split where one is named', async () => {
    expect(judgedQueries(await loadDataset(folder, 'test')).map(({ id }) => id)).toEqual(['q1']);
  });

  it('keeps the conversation of a follow-up', async () => {
    const query = (await loadDataset(folder)).queries[1];
    expect(query?.history).toEqual([
      { speaker: 'user', text: 'What is a pump?' },
      { speaker: 'agent', text: 'A machine.' },
    ]);
    expect(query?.metadata['Answerability']).toEqual(['ANSWERABLE']);
    expect(query === undefined ? '' : withPreviousTurn(query)).toBe(
      'What is a pump? And its valve?',
    );
  });

  it('is refused where a row has another shape', async () => {
    const broken = await mkdtemp(join(tmpdir(), 'anchr-dataset-'));
    await mkdir(join(broken, 'qrels'));
    await writeFile(join(broken, 'corpus.jsonl'), '{"id":"p1"}\n');
    await writeFile(join(broken, 'queries.jsonl'), '');
    await expect(loadDataset(broken)).rejects.toThrow('_id');
    await rm(broken, { recursive: true });
  });
});
