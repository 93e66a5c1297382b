import { describe, expect, it } from 'vitest';
import type { AnswerMode } from '#core/domain/answer.ts';
import { refusalOf } from './floors.ts';
import type { Signals } from './floors.ts';

const weak: Signals = { bestCosine: 0, coverage: 0, rerank: 0 };
const refused = (
  signals: Partial<Signals>,
  mode: AnswerMode = 'STRICT',
  floor: number | null = null,
) => refusalOf({ ...weak, ...signals }, mode, floor) !== null;

describe('the refusal before the model', () => {
  it('comes when every signal that is there is weak', () => {
    expect(refusalOf(weak, 'STRICT')).toBe('evidence_too_weak');
    expect(refused({ bestCosine: null })).toBe(true);
    expect(refused({ coverage: null })).toBe(true);
    expect(refused({ rerank: null })).toBe(true);
  });

  it.each([{ bestCosine: 0.9 }, { coverage: 0.9 }, { rerank: 0.9 }])(
    'does not come where one signal carries the evidence alone: %j',
    (signals) => {
      expect(refused(signals)).toBe(false);
    },
  );

  it('does not come where nothing could be measured', () => {
    expect(refused({ bestCosine: null, coverage: null, rerank: null })).toBe(false);
  });

  it.each([
    ['STRICT', 0.35, 0.5],
    ['SUMMARY', 0.3, 0.4],
    ['EXPLORE', 0.2, 0.25],
  ] as const)('%s passes from a cosine of %d or a coverage of %d', (mode, cosine, coverage) => {
    expect(refused({ bestCosine: cosine }, mode)).toBe(false);
    expect(refused({ bestCosine: cosine - 0.01 }, mode)).toBe(true);
    expect(refused({ coverage }, mode)).toBe(false);
    expect(refused({ coverage: coverage - 0.01 }, mode)).toBe(true);
  });

  it('takes the floor that was fitted for the embedding profile before its own', () => {
    expect(refused({ bestCosine: 0.5 }, 'STRICT', 0.6)).toBe(true);
    expect(refused({ bestCosine: 0.5 }, 'STRICT', 0.4)).toBe(false);
    expect(refused({ bestCosine: 0.1 }, 'STRICT', 0.05)).toBe(false);
  });
});
