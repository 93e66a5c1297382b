import { describe, expect, it } from 'vitest';
import { houseRules } from './house-rules.ts';

const absolute = (...parts: readonly string[]): string => ['', ...parts].join('/');

const fileOf = (lines: number) => ({ path: 'core/a.ts', text: 'x\n'.repeat(lines) });

describe('house rules', () => {
  it('let a file of 300 lines pass and name one of 301', () => {
    expect(houseRules([fileOf(300)])).toEqual([]);
    expect(houseRules([fileOf(301)])).toEqual(['core/a.ts has 301 lines; 300 is the most.']);
  });

  it('find an absolute path into a machine, with its line', () => {
    const text = `first\nread ${absolute('home', 'someone', 'file.txt')}`;
    expect(houseRules([{ path: 'docs/a.md', text }])).toEqual([
      'docs/a.md:2 names a path of one machine.',
    ]);
  });

  it('leave relative paths and addresses alone', () => {
    const text = `../shared/data core/work/lease.ts https://example.org${absolute('home', 'page')}`;
    expect(houseRules([{ path: 'docs/a.md', text }])).toEqual([]);
  });

  it('find a registry that slipped into a lock file', () => {
    const text = '{ "resolved": "https://registry.example/a.tgz" }';
    expect(houseRules([{ path: 'package-lock.json', text }])).toHaveLength(1);
  });
});
