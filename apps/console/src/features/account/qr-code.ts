/** Of versions 1 to 20 at error correction M: correction bytes of a block, and how many blocks there are. */
const CORRECTION_BYTES = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26];
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16];

const masks: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

type Grid = boolean[][];

/** The QR code (ISO 18004) of a text as rows of dark modules: bytes, error correction M. Throws beyond 666 bytes. */
export function qrCode(text: string): Grid {
  const data = new TextEncoder().encode(text);
  const version = CORRECTION_BYTES.findIndex((_, at) => neededBits(data.length, at + 1) <= dataBytes(at + 1) * 8) + 1;
  if (version === 0) throw new RangeError("The text is too long for a QR code.");
  const bits = bitsOf(withCorrection(encoded(data, version), version));
  const drawn = masks.map((isFlipped, mask) => drawnWith(version, bits, { isFlipped, mask }));
  const penalties = drawn.map(penalty);
  return drawn[penalties.indexOf(Math.min(...penalties))] ?? [];
}

const at = (list: readonly number[], index: number): number => list[index] ?? 0;
const sizeOf = (version: number) => version * 4 + 17;
const lengthBits = (version: number) => (version < 10 ? 8 : 16);
const neededBits = (bytes: number, version: number) => 4 + lengthBits(version) + bytes * 8;

function allBytes(version: number): number {
  const aligned = alignment(version).length;
  const ofAlignment = aligned === 0 ? 0 : (25 * aligned - 10) * aligned - 55;
  return Math.floor(((16 * version + 128) * version + 64 - ofAlignment - (version < 7 ? 0 : 36)) / 8);
}

const dataBytes = (version: number) => allBytes(version) - at(CORRECTION_BYTES, version - 1) * at(BLOCKS, version - 1);

/** The places of the centres of the small squares, along one side. */
function alignment(version: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2;
  return [6, ...Array.from({ length: count - 1 }, (_, place) => sizeOf(version) - 7 - step * (count - 2 - place))];
}

function encoded(data: Uint8Array, version: number): number[] {
  const number = (value: number, length: number) => value.toString(2).padStart(length, "0");
  const capacity = dataBytes(version);
  const bits = `0100${number(data.length, lengthBits(version))}${[...data].map((byte) => number(byte, 8)).join("")}`;
  const ended = bits.padEnd(Math.min(bits.length + 4, capacity * 8), "0");
  const whole = ended.padEnd(Math.ceil(ended.length / 8) * 8, "0");
  const bytes = (whole.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  return [...bytes, ...Array.from({ length: capacity - bytes.length }, (_, place) => (place % 2 === 0 ? 0xec : 0x11))];
}

/** The bytes in blocks, each with its Reed-Solomon correction, in the order in which they are drawn. */
function withCorrection(data: readonly number[], version: number): number[] {
  const count = at(BLOCKS, version - 1);
  const short = Math.floor(data.length / count);
  const shorter = count - (data.length % count);
  const divisor = generator(at(CORRECTION_BYTES, version - 1));
  const blocks = Array.from({ length: count }, (_, block) => {
    const start = block * short + Math.max(0, block - shorter);
    return data.slice(start, start + short + (block < shorter ? 0 : 1));
  });
  const corrections = blocks.map((block) => remainder(block, divisor));
  const interleaved = (lists: readonly (readonly number[])[]) =>
    Array.from({ length: Math.max(...lists.map(({ length }) => length)) }, (_, place) =>
      lists.flatMap((list) => list.slice(place, place + 1)),
    ).flat();
  return [...interleaved(blocks), ...interleaved(corrections)];
}

function multiplied(one: number, other: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d);
    product ^= ((other >>> bit) & 1) * one;
  }
  return product;
}

function generator(degree: number): number[] {
  let result = [...Array.from({ length: degree - 1 }, () => 0), 1];
  let root = 1;
  for (let round = 0; round < degree; round += 1) {
    result = result.map((factor, place) => multiplied(factor, root) ^ at(result, place + 1));
    root = multiplied(root, 2);
  }
  return result;
}

function remainder(data: readonly number[], divisor: readonly number[]): number[] {
  let rest = divisor.map(() => 0);
  for (const byte of data) {
    const factor = byte ^ at(rest, 0);
    const shifted = [...rest.slice(1), 0];
    rest = shifted.map((value, place) => value ^ multiplied(at(divisor, place), factor));
  }
  return rest;
}

const bitsOf = (bytes: readonly number[]): boolean[] =>
  bytes.flatMap((byte) => [7, 6, 5, 4, 3, 2, 1, 0].map((bit) => ((byte >>> bit) & 1) === 1));

function drawnWith(
  version: number,
  bits: readonly boolean[],
  { isFlipped, mask }: { isFlipped: (x: number, y: number) => boolean; mask: number },
): Grid {
  const size = sizeOf(version);
  const grid: Grid = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  const taken: Grid = grid.map((row) => [...row]);
  const set = (x: number, y: number, dark: boolean) => {
    const [row, takenRow] = [grid[y], taken[y]];
    if (row === undefined || takenRow === undefined || x < 0 || x >= size) return;
    row[x] = dark;
    takenRow[x] = true;
  };
  const square = (centreX: number, centreY: number, reach: number, isDark: (ring: number) => boolean) => {
    for (let dy = -reach; dy <= reach; dy += 1)
      for (let dx = -reach; dx <= reach; dx += 1)
        set(centreX + dx, centreY + dy, isDark(Math.max(Math.abs(dx), Math.abs(dy))));
  };
  for (let place = 0; place < size; place += 1) {
    set(6, place, place % 2 === 0);
    set(place, 6, place % 2 === 0);
  }
  const corners = [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const;
  for (const [x, y] of corners) square(x, y, 4, (ring) => ring !== 2 && ring !== 4);
  const places = alignment(version);
  const isCorner = (x: number, y: number) => corners.some(([cx, cy]) => Math.abs(cx - x) < 5 && Math.abs(cy - y) < 5);
  for (const x of places) for (const y of places) if (!isCorner(x, y)) square(x, y, 2, (ring) => ring !== 1);
  drawFormat(set, size, mask);
  if (version >= 7) drawVersion(set, size, version);
  let next = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    const upward = ((right + 1) & 2) === 0;
    for (let step = 0; step < size; step += 1) {
      const y = upward ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (taken[y]?.[x] !== false) continue;
        set(x, y, (bits[next] ?? false) !== isFlipped(x, y));
        next += 1;
      }
    }
  }
  return grid;
}

type SetModule = (x: number, y: number, dark: boolean) => void;

function drawFormat(set: SetModule, size: number, mask: number): void {
  // Error correction M is 00, so that the data is the mask alone.
  let rest = mask;
  for (let round = 0; round < 10; round += 1) rest = (rest << 1) ^ ((rest >>> 9) * 0x537);
  const code = ((mask << 10) | rest) ^ 0x5412;
  const bit = (place: number) => ((code >>> place) & 1) === 1;
  for (let place = 0; place < 15; place += 1) {
    const nearTop = place < 6 ? place : place < 8 ? place + 1 : null;
    if (nearTop !== null) set(8, nearTop, bit(place));
    else set(place === 8 ? 7 : 14 - place, 8, bit(place));
    if (place < 8) set(size - 1 - place, 8, bit(place));
    else set(8, size - 15 + place, bit(place));
  }
  set(8, size - 8, true);
}

function drawVersion(set: SetModule, size: number, version: number): void {
  let rest = version;
  for (let round = 0; round < 12; round += 1) rest = (rest << 1) ^ ((rest >>> 11) * 0x1f25);
  const code = (version << 12) | rest;
  for (let place = 0; place < 18; place += 1) {
    const dark = ((code >>> place) & 1) === 1;
    const [far, near] = [size - 11 + (place % 3), Math.floor(place / 3)];
    set(far, near, dark);
    set(near, far, dark);
  }
}

/** How hard it is to read: long runs, squares of one colour, what looks like a corner, and too much of one colour. */
function penalty(grid: Grid): number {
  const columns = grid.map((_, x) => grid.map((row) => row[x] ?? false));
  const lines = [...grid, ...columns].map((row) => row.map((dark) => (dark ? "1" : "0")).join(""));
  let sum = 0;
  for (const line of lines) {
    for (const [run] of line.matchAll(/0{5,}|1{5,}/g)) sum += run.length - 2;
    sum += 40 * (line.match(/(?=10111010000|00001011101)/g)?.length ?? 0);
  }
  for (const [y, row] of grid.entries())
    for (const [x, dark] of row.entries())
      if ([row[x + 1], grid[y + 1]?.[x], grid[y + 1]?.[x + 1]].every((other) => other === dark)) sum += 3;
  const dark = grid.flat().filter(Boolean).length / grid.length ** 2;
  return sum + Math.floor(Math.abs(dark * 100 - 50) / 5) * 10;
}
