import { describe, expect, it } from 'vitest';
import type { AnswerMode } from '#core/domain/answer.ts';
import { refusalOf } from './floors.ts';
import type { Signals } from './floors.ts';

const weak: Signals = { bestCosine: 0, coverage: 0, nameFound: false, rerank: 0 };
const refused = (
  signals: Partial<Signals>,
  mode: AnswerMode = 'STRICT',
  floors: Readonly<Record<AnswerMode, number>> | null = null,
) => refusalOf({ ...weak, ...signals }, mode, floors) !== null;
/** Coverages that pass alone. */
const passing = (mode: AnswerMode) =>
  [0.15, 0.22, 0.3].filter((coverage) => !refused({ bestCosine: null, coverage }, mode));
const fitted = { STRICT: 0.6, SUMMARY: 0.5, EXPLORE: 0.4 };

describe('the refusal before the model', () => {
  it('comes when every signal that is there is weak', () => {
    expect(refusalOf(weak, 'STRICT', null)).toBe('evidence_too_weak');
    expect(refused({ bestCosine: null })).toBe(true);
    expect(refused({ coverage: null })).toBe(true);
    expect(refused({ rerank: null })).toBe(true);
  });

  it.each([{ bestCosine: 0.9 }, { coverage: 0.9 }, { rerank: 0.9 }, { nameFound: true }])(
    'does not come where one signal carries the evidence alone: %j',
    (signals) => {
      expect(refused(signals)).toBe(false);
    },
  );

  it('does not come where nothing could be measured', () => {
    const unmeasured = { bestCosine: null, coverage: null, nameFound: false, rerank: null };
    expect(refused(unmeasured)).toBe(false);
    expect(refused(unmeasured, 'STRICT', fitted)).toBe(false);
  });

  it('weighs cosine and words together where floors were fitted for the model', () => {
    expect(refused({ bestCosine: 0.4, coverage: 0.5 }, 'STRICT', fitted)).toBe(false);
    expect(refused({ bestCosine: 0.4, coverage: 0.4 }, 'STRICT', fitted)).toBe(true);
    expect(refused({ bestCosine: 0.3, coverage: 0.5 }, 'STRICT', fitted)).toBe(true);
    expect(refused({ bestCosine: 0.3, coverage: 1 }, 'STRICT', fitted)).toBe(false);
  });

  it.each(['STRICT', 'SUMMARY', 'EXPLORE'] as const)('asks in %s for what was fitted', (mode) => {
    const cosine = fitted[mode] - 0.2;
    expect(refused({ bestCosine: cosine, coverage: 0.51 }, mode, fitted)).toBe(false);
    expect(refused({ bestCosine: cosine, coverage: 0.49 }, mode, fitted)).toBe(true);
  });

  it('asks less of the words the freer the mode, where no cosine is known', () => {
    expect(passing('STRICT')).toEqual([0.3]);
    expect(passing('SUMMARY')).toEqual([0.22, 0.3]);
    expect(passing('EXPLORE')).toEqual([0.15, 0.22, 0.3]);
  });

  it('does not take the cosine of a model that nothing was fitted for as a measure of weakness', () => {
    expect(refused({ bestCosine: 0.3, coverage: 0 })).toBe(false);
    expect(refused({ bestCosine: 0.1, coverage: 0 })).toBe(true);
    expect(refused({ bestCosine: 0.1, coverage: 0.6 })).toBe(false);
  });
});
