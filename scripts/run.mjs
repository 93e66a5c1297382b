// @ts-check
import { existsSync } from 'node:fs';
import { inProject } from './setup/project.mjs';
import { runNode } from './setup/run-node.mjs';
import { setup } from './setup.mjs';

const [file, ...parameters] = process.argv.slice(2);
if (file === undefined) {
  process.stderr.write('Usage: node scripts/run.mjs FILE.ts [arguments]\n');
  process.exit(2);
}
await setup();
const settings = existsSync(inProject('.env')) ? [`--env-file=${inProject('.env')}`] : [];
process.exitCode = await runNode([...settings, inProject(file), ...parameters]);
