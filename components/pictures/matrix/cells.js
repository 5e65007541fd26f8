// Cells of the table in words and as pixels: pure functions, which tests compare with core.

import { columnNearest, COSINE } from "../../kit/encoding.js";
import { clampIndex } from "../../kit/numbers.js";

export function formula(table, position, dimension) {
  const name = table.functions[dimension] === COSINE ? "cos" : "sin";
  const scaledPosition = table.scale === 1 ? `${position}` : `(${position} / ${table.scale})`;
  return `${name}(${scaledPosition} / ${table.base}^(${table.numerators[dimension]}/${table.denominator}))`;
}

// Values in [-1, 1] as 0 … 254, where 127 is zero; the array truncates, which rounds here.
export function asBytes(values) {
  const bytes = new Uint8Array(values.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = values[i] * 127 + 127.5;
  return bytes;
}

// Means over blocks of `down` rows and `across` columns; the last blocks may be smaller.
export function means(values, rows, columns, down, across) {
  const tall = Math.ceil(rows / down), wide = Math.ceil(columns / across), out = new Float32Array(tall * wide);
  for (let y = 0; y < tall; y++) {
    const [top, bottom] = [y * down, Math.min((y + 1) * down, rows)];
    for (let x = 0; x < wide; x++) {
      const [left, right] = [x * across, Math.min((x + 1) * across, columns)];
      out[y * wide + x] = sum(values, columns, top, bottom, left, right) / ((bottom - top) * (right - left));
    }
  }
  return out;
}

function sum(values, columns, top, bottom, left, right) {
  let total = 0;
  for (let row = top; row < bottom; row++) {
    for (let column = left; column < right; column++) total += values[row * columns + column];
  }
  return total;
}

// How `count` cells cover at least as many pixels: for each pixel its first cell and the part of the pixel that this
// cell covers; the next cell covers the rest. All cells get the same width.
export function cover(count, pixels) {
  const first = new Uint32Array(pixels), part = new Float32Array(pixels), step = count / pixels;
  for (let i = 0; i < pixels; i++) {
    first[i] = Math.floor(i * step);
    part[i] = Math.min(1, (first[i] + 1 - i * step) / step);
  }
  return { first, part, last: count - 1 };
}

// Values of a row of pixels from a row of cells.
export function spread(values, { first, part, last }, out = new Float32Array(first.length)) {
  for (let x = 0; x < out.length; x++) {
    const cell = first[x];
    out[x] = part[x] * values[cell] + (1 - part[x]) * values[cell < last ? cell + 1 : last];
  }
  return out;
}

// Colours of all pixels from the cells; `words` has one 32-bit word per pixel, row by row.
export function enlarge({ values, rows, columns }, wide, colours, words) {
  const across = cover(columns, wide), { first, part, last } = cover(rows, words.length / wide);
  const lineOf = (row, line) => {
    if (line.row !== row) spread(values.subarray(row * columns, (row + 1) * columns), across, line.values);
    line.row = row;
  };
  let here = { row: -1, values: new Float32Array(wide) }, below = { row: -1, values: new Float32Array(wide) };
  for (let y = 0, at = 0; y < first.length; y++, at += wide) {
    const row = first[y];
    if (y && part[y] === 1 && part[y - 1] === 1 && first[y - 1] === row) {
      words.copyWithin(at, at - wide, at);
      continue;
    }
    if (below.row === row) [here, below] = [below, here];
    lineOf(row, here);
    if (part[y] < 1) lineOf(Math.min(row + 1, last), below);
    paint(here.values, below.values, part[y], colours, words.subarray(at, at + wide));
  }
}

function paint(here, below, part, colours, words) {
  const rest = 1 - part;
  if (!rest) for (let x = 0; x < words.length; x++) words[x] = colours[(here[x] + 0.5) | 0];
  else for (let x = 0; x < words.length; x++) words[x] = colours[(part * here[x] + rest * below[x] + 0.5) | 0];
}

// How many neighbours share a pixel if `count` of them have `room` pixels: 1 or an even number, to keep pairs together.
export function cellsPerPixel(count, room) {
  const size = Math.ceil(count / room);
  return size > 1 ? size + (size % 2) : 1;
}

// Indices of the points of a curve that change its picture: of those within a pixel along the axis the first, the
// lowest, the highest and the last.
export function outline(along, across) {
  const indices = [];
  for (let i = 0, end = 1; i < along.length; i = end++) {
    let low = i, high = i;
    for (; Math.floor(along[end]) === Math.floor(along[i]); end++) {
      if (across[end] < across[low]) low = end;
      if (across[end] > across[high]) high = end;
    }
    for (const j of [i, Math.min(low, high), Math.max(low, high), end - 1]) if (indices.at(-1) !== j) indices.push(j);
  }
  return indices;
}

// The cell that stays marked when the pointer leaves the table; without a choice as the room chooses it.
export function markedCell({ position, dimension, table }) {
  return {
    position: clampIndex(position ?? table.length >> 1, table.length - 1),
    dimension: clampIndex(dimension ?? columnNearest(table.length / 4, table, table.scale), table.functions.length - 1),
  };
}
