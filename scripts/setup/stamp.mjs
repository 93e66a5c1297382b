// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { inProject } from './project.mjs';

/**
 * A key over what a step depends on: it changes when the step must run again.
 * @param {{ files?: string[], values?: string[] }} inputs files below the project's folder
 */
export const keyOf = ({ files = [], values = [] }) => {
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(inProject(file)));
  for (const value of values) hash.update(`\0${value}`);
  return hash.digest('hex');
};

/** @param {string} name */
const stampFile = (name) => inProject('.cache', 'set-up', `${name}.stamp`);

/**
 * Whether the step ran to its end with these inputs and its results are still there.
 * @param {{ name: string, key: string, results: string[] }} step
 */
export const isDone = ({ name, key, results }) =>
  existsSync(stampFile(name)) &&
  readFileSync(stampFile(name), 'utf8') === key &&
  results.every((file) => existsSync(file));

/**
 * Taken away before a step starts and written after it ended, so an interrupted step runs again.
 * @param {string} name
 * @param {string} key
 */
export const writeStamp = (name, key) => {
  mkdirSync(inProject('.cache', 'set-up'), { recursive: true });
  writeFileSync(stampFile(name), key);
};

/** @param {string} name */
export const removeStamp = (name) => rmSync(stampFile(name), { force: true });
