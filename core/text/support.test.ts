import { describe, expect, it } from 'vitest';
import { unconfirmed } from './support.ts';

describe('a cited sentence', () => {
  it.each([
    ['The pump runs at 3,000 rpm.', 'The pump runs at 3000 rpm.'],
    ['Revenue was $1,577 million in 2023 [^1].', 'Fiscal 2023: revenue 1,577'],
    ['It cost 1.5 million.', 'The cost was 1,500,000 dollars.'],
    ['It cost 1,500,000 dollars.', 'It cost 1.5 million dollars.'],
    ['最多 20 个连接。', '最大连接数是二十。'],
    ['有 3万 人。', '人口为30000人'],
    ['There are 3 pumps.', 'The three pumps are new.'],
    ['It began on 15 January 2024.', 'Start: 2024-01-15'],
    ['It began on 2024-01-15.', 'It began on 15 January 2024 in week 01.'],
    ['Take 10MB or 5%.', 'At most 10 MB, 5 percent.'],
    ['Ranges from 10-20.', 'from 10 to 20'],
    ['Use `ERR_4012` or MAX_RETRY_COUNT.', 'ERR_4012 … max_retry_count'],
    ['JavaScript runs.', 'It is written in Java Script.'],
    ['He wrote "never open the\nvalve".', 'one must never open the valve'],
    ['He wrote “never open … at night”.', 'Never open the valve, not at night!'],
    ['文中说「必须停机」[^2]。', '维护时必须停机。'],
    ['1. First do that.', 'do that'],
    ['Plain words need nothing.', 'something else'],
  ])('is confirmed: %j by %j', (sentence, passage) => {
    expect(unconfirmed(sentence, passage)).toEqual([]);
  });

  it.each([
    ['The pump runs at 3,500 rpm.', 'The pump runs at 3000 rpm.', ['3500']],
    ['It has 15 pumps.', 'Version 1.5 has pumps since 2015.', ['15']],
    ['It cost 1.5 million.', 'The cost was 2,500,000 dollars.', ['1.5']],
    ['最多 30 个连接。', '最大连接数是二十。', ['30']],
    ['Use ERR_4013 [^1].', 'ERR_4012 means busy.', ['ERR_4013']],
    ['Use ERR_401 now.', 'ERR_4012 means busy.', ['ERR_401']],
    ['Set maxRetryCount.', 'Set the maximum.', ['maxRetryCount']],
    ['He wrote "always open the valve".', 'never open the valve', ['always open the valve']],
    ['文中说“可以运行”。', '维护时必须停机。', ['可以运行']],
    ['Needs version 1.2.3 of it.', 'Needs version 1.2.4 of it.', ['1.2.3']],
    ['Both 7 and 7 and 8.', 'only 8', ['7']],
  ])('names what %j does not share with %j', (sentence, passage, expected) => {
    expect(unconfirmed(sentence, passage)).toEqual(expected);
  });

  it('does not take a citation for a number', () => {
    expect(unconfirmed('The pump runs [^12][^3].', 'pump')).toEqual([]);
  });
});
