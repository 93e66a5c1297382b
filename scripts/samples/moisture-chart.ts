import { crc32, deflateSync } from 'node:zlib';

type Color = readonly [number, number, number];

const width = 940;
const height = 480;
const white: Color = [255, 255, 255];
const grid: Color = [214, 222, 216];
const frame: Color = [70, 80, 74];
const soil: Color = [47, 111, 79];
const water: Color = [52, 120, 190];

/** Soil moisture in per cent at an hour of the day: it falls, and three waterings raise it. */
const moistureAt = (hour: number): number => {
  const started = [6, 13, 19.5].filter((start) => start <= hour).at(-1);
  // Plants drink little at night.
  if (started === undefined) return 47 - hour * 1.5;
  const hours = hour - started;
  return hours < 0.7 ? 38 + (hours / 0.7) * 30 : 68 * Math.exp(-(hours - 0.7) * 0.096);
};

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
};

const encodePng = (pixels: Uint8Array): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const rows = Buffer.alloc((width * 3 + 1) * height);
  for (let y = 0; y < height; y += 1) {
    rows.set(pixels.subarray(y * width * 3, (y + 1) * width * 3), y * (width * 3 + 1) + 1);
  }
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

/** A picture of a day's soil moisture between its two limits, as PNG; drawn by hand, no fonts. */
export const moistureChart = (): Buffer => {
  const pixels = new Uint8Array(width * height * 3);
  const fill = (x0: number, y0: number, x1: number, y1: number, color: Color): void => {
    for (let y = Math.max(0, Math.round(y0)); y < Math.min(height, Math.round(y1)); y += 1) {
      for (let x = Math.max(0, Math.round(x0)); x < Math.min(width, Math.round(x1)); x += 1) {
        pixels.set(color, (y * width + x) * 3);
      }
    }
  };
  const xOf = (hour: number): number => 20 + (hour / 24) * (width - 40);
  const yOf = (moisture: number): number => height - 20 - (moisture / 100) * (height - 40);

  fill(0, 0, width, height, white);
  for (let hour = 0; hour <= 24; hour += 3) fill(xOf(hour), 20, xOf(hour) + 2, height - 20, grid);
  for (const limit of [38, 68]) {
    for (let x = 20; x < width - 20; x += 18)
      fill(x, yOf(limit) - 1, x + 10, yOf(limit) + 1, frame);
  }
  for (const start of [6, 13, 19.5]) {
    fill(xOf(start), height - 60, xOf(start + 0.7), height - 22, water);
  }
  for (let hour = 0; hour <= 24; hour += 0.01) {
    fill(xOf(hour) - 2, yOf(moistureAt(hour)) - 2, xOf(hour) + 2, yOf(moistureAt(hour)) + 2, soil);
  }
  fill(18, 20, 22, height - 18, frame);
  fill(18, height - 22, width - 18, height - 18, frame);
  return encodePng(pixels);
};
