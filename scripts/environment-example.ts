import { writeFileSync } from 'node:fs';
import { settingGroups } from '#embedded/config.ts';
import { environmentExample } from '#embedded/environment-example.ts';

writeFileSync(new URL('../.env.example', import.meta.url), environmentExample(settingGroups));
