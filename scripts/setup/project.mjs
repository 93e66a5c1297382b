// @ts-check
import { fileURLToPath } from 'node:url';
import path from 'node:path';

/** The project's folder, absolute. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

/** @param {string[]} parts below the project's folder */
export const inProject = (...parts) => path.join(root, ...parts);

/** Node 24, installed by the npm package `node`. */
export const nodeProgram = inProject('node_modules', '.bin', 'node');

/** The sidecar's interpreter. */
export const pythonProgram = inProject('sidecar-docling', '.venv', 'bin', 'python');
