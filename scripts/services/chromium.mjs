// @ts-check
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';

/**
 * A browser for tests: the one that `ANCHR_CHROMIUM` names, else one of this machine, else Debian's
 * package where it may be installed. Chinese needs fonts; without them its glyphs are boxes.
 */
const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const usual = [
  '/usr/bin',
  '/usr/local/bin',
  '/snap/bin',
  '/opt/homebrew/bin',
  '/Applications/Google Chrome.app/Contents/MacOS',
  '/Applications/Chromium.app/Contents/MacOS',
];
const usualNames = [...names, 'Google Chrome', 'Chromium'];
/** Debian's own, by their places: another program of that name would not do. */
const aptGet = '/usr/bin/apt-get';
const fontList = '/usr/bin/fc-list';
const patienceMs = 8 * 60_000;

/** @returns {string} The program. Throws a sentence where none can be had. */
export const provideChromium = () => {
  const named = process.env['ANCHR_CHROMIUM'];
  if (named !== undefined) {
    if (isProgram(named)) return named;
    throw new Error('The browser test cannot run here: ANCHR_CHROMIUM names no program.');
  }
  const found = find() ?? install();
  if (mayInstall() && !hasChinese()) apt('fonts-noto-cjk');
  return found;
};

/** @returns {string | undefined} */
const find = () => {
  const onPath = (process.env['PATH'] ?? '').split(path.delimiter).filter((one) => one !== '');
  return [...onPath, ...usual]
    .flatMap((folder) => usualNames.map((name) => path.join(folder, name)))
    .find(isProgram);
};

/** @returns {string} */
const install = () => {
  const advice = 'Install Chromium, or name it in ANCHR_CHROMIUM';
  if (!mayInstall()) {
    throw new Error(`The browser test cannot run here: no Chromium was found. ${advice}.`);
  }
  spawnSync(aptGet, ['update', '--quiet'], { stdio: 'ignore', timeout: patienceMs });
  const complaint = apt('chromium');
  const found = find();
  if (found !== undefined) return found;
  throw new Error(
    `The browser test cannot run here: Debian's Chromium was not installed (${complaint}). ${advice}.`,
  );
};

const mayInstall = () => process.getuid?.() === 0 && existsSync(aptGet);

/** @param {string} name @returns {string} What apt-get complained of last. */
const apt = (name) => {
  const { stderr, error } = spawnSync(
    aptGet,
    ['install', '--yes', '--no-install-recommends', '--quiet', name],
    {
      encoding: 'utf8',
      timeout: patienceMs,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    },
  );
  return (error?.message ?? stderr).trim().split('\n').at(-1) ?? '';
};

/** Where nothing can tell, it is left alone. */
const hasChinese = () => {
  const { status, stdout } = spawnSync(fontList, [':lang=zh', 'family'], { encoding: 'utf8' });
  return status !== 0 || stdout.trim() !== '';
};

/** @param {string} file */
const isProgram = (file) => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};
