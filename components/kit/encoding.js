// The sinusoidal encoding in numbers, for all pictures of the browser. Pure functions in float64 with the names of those
// in core, which tests compare them with. `settings` are length, d_model, base and scale; of a table also layout, the
// record of core.

import { TURN } from "./numbers.js";

export const SINE = 0;
export const COSINE = 1;
export const EMPTY = 2;
const INTERLEAVED_LAYOUT = { interleaved: true, last_is_base: false, first_position: 0 };

// ---- Frequencies, radians per token.

// The power base^(-numerator / denominator), corrected for the rounding of the exponent, which positions multiply.
export function geometric(base, numerator, denominator) {
  const exponent = numerator / denominator;
  const high = Math.fround(exponent), low = exponent - high; // high × denominator is exact
  const remainder = (numerator - high * denominator - low * denominator) / denominator;
  const rough = base ** -exponent;
  return rough - rough * (remainder * Math.log(base));
}

export function inverseFrequencies(dim, base, scale = 1) {
  return Array.from({ length: dim >> 1 }, (_, i) => geometric(base, 2 * i, dim) / scale);
}

// How many sines the columns have, and which columns belong to a pair; an odd last sine has no cosine.
function places(d_model, { interleaved, last_is_base }) {
  const pairs = d_model >> 1, sines = last_is_base ? pairs : d_model - pairs;
  const [step, start] = interleaved ? [2, 1] : [1, sines];
  return { sines, pairs, sineOf: (i) => step * i, cosineOf: (i) => start + step * i };
}

// Frequency, function and exponent's numerator of every column, and the exponents' denominator.
export function columns({ d_model, base, layout = INTERLEAVED_LAYOUT }) {
  const [step, denominator] = layout.last_is_base ? [1, Math.max((d_model >> 1) - 1, 1)] : [2, d_model];
  const frequencies = new Float64Array(d_model).fill(1), functions = new Uint8Array(d_model).fill(EMPTY);
  const numerators = new Uint32Array(d_model), { sines, pairs, sineOf, cosineOf } = places(d_model, layout);
  for (let i = 0; i < sines; i++) {
    const frequency = geometric(base, step * i, denominator);
    for (const [column, kind] of i < pairs ? [[sineOf(i), SINE], [cosineOf(i), COSINE]] : [[sineOf(i), SINE]]) {
      [frequencies[column], functions[column], numerators[column]] = [frequency, kind, step * i];
    }
  }
  return { frequencies, functions, numerators, denominator };
}

// ---- Single values.

// A cell of the table: `columns` and settings in one record.
export function cell({ layout, scale, frequencies, functions }, position, dimension) {
  const angle = ((position + layout.first_position) / scale) * frequencies[dimension];
  const kind = functions[dimension];
  return kind === EMPTY ? 0 : kind === COSINE ? Math.cos(angle) : Math.sin(angle);
}

export function valueAt(position, { cosine, frequency }) {
  return cosine ? Math.cos(position * frequency) : Math.sin(position * frequency);
}

// Where the hands of clocks point, [sine, cosine].
export function tips(position, frequencies) {
  return frequencies.map((frequency) => [Math.sin(position * frequency), Math.cos(position * frequency)]);
}

export function rotate([x, y], position, frequency) {
  const [cos, sin] = [Math.cos(position * frequency), Math.sin(position * frequency)];
  return [x * cos - y * sin, x * sin + y * cos];
}

export function dot([x, y], [otherX, otherY]) {
  return x * otherX + y * otherY;
}

// Dot products of the query turned to `size` positions from `rows` on with the key turned to those from `columns` on.
export function products({ query, key }, frequency, rows, columns, size) {
  const along = (vector, first) => Array.from({ length: size }, (_, i) => rotate(vector, first + i, frequency));
  const keys = along(key, columns);
  return along(query, rows).map((q) => keys.map((k) => dot(q, k)));
}

// ---- Means and sums in closed form.

// Factor by which the mean over `count` neighbouring positions shrinks an oscillation.
export function attenuation(frequency, count) {
  const turns = frequency / TURN, whole = Math.round(turns); // whole turns would give 0 / 0
  const sign = (whole * (count - 1)) % 2 ? -1 : 1;
  return (sign * sinc(count * (turns - whole))) / sinc(turns - whole);
}

function sinc(x) {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}

// Adds coefficient × (sine and cosine) of start + step·n to `sines` and `cosines` from index `at` on, by repeated
// rotation: the rounding error of a thousand steps is 1e-13.
function addTurns(coefficient, start, step, count, sines, cosines, sineAt, cosineAt) {
  const [cos, sin] = [Math.cos(step), Math.sin(step)];
  let x = coefficient * Math.cos(start), y = coefficient * Math.sin(start);
  for (let n = 0; n < count; n++) {
    sines[sineAt + n] += y;
    cosines[cosineAt + n] += x;
    [x, y] = [x * cos - y * sin, x * sin + y * cos];
  }
}

// Means over blocks of the table, with at most this many rows and columns; values row by row.
export function blockMeans({ length, d_model, base, scale, layout = INTERLEAVED_LAYOUT }, most) {
  const positions = Math.ceil(length / most.rows), dimensions = Math.ceil(d_model / most.columns);
  const rows = Math.ceil(length / positions), across = Math.ceil(d_model / dimensions);
  const sums = blockSums({ length, d_model, base, scale, layout }, positions, dimensions, rows, across);
  const values = new Float64Array(rows * across);
  for (let x = 0; x < across; x++) {
    const cells = Math.min(dimensions, d_model - x * dimensions);
    for (let y = 0; y < rows; y++) values[y * across + x] = sums[x * rows + y] / cells;
  }
  return { values, rows, columns: across, positions, dimensions };
}

// Sums of the columns in each block, block by block.
function blockSums({ length, d_model, base, scale, layout }, positions, dimensions, rows, across) {
  const { sines, pairs, sineOf, cosineOf } = places(d_model, layout);
  const { frequencies } = columns({ d_model, base, layout });
  const sums = new Float64Array((across + 1) * rows), nowhere = across * rows; // for an odd sine's missing cosine
  const full = Math.floor(length / positions), rest = length % positions, first = layout.first_position;
  const at = (column) => Math.floor(column / dimensions) * rows;
  for (let i = 0; i < sines; i++) {
    const omega = frequencies[sineOf(i)] / scale, sine = at(sineOf(i)), cosine = i < pairs ? at(cosineOf(i)) : nowhere;
    const add = (block, blockSize, count) => addTurns(
      attenuation(omega, blockSize), omega * (first + block * positions + (blockSize - 1) / 2), omega * positions, count,
      sums, sums, sine + block, cosine + block,
    );
    add(0, positions, full);
    if (rest) add(full, rest, 1);
  }
  return sums;
}

// Σ c_i cos(ω_i t) at `count` evenly spaced t.
export function cosineSum(coefficients, frequencies, start, step, count) {
  const sums = new Float64Array(count), unusedSines = new Float64Array(count);
  frequencies.forEach((omega, i) => addTurns(coefficients[i], omega * start, omega * step, count, unusedSines, sums, 0, 0));
  return sums;
}

// ---- Similarity.

// How to cut the offsets -length … length into runs of equal size, one of them about 0: runs on each side, and offsets
// in each.
export function runsAboutZero(length, points) {
  const offsets = 2 * length + 1, runSize = Math.ceil(offsets / ((points - 1) | 1)) | 1;
  return [Math.floor(Math.ceil(offsets / runSize) / 2), runSize];
}

// PE(p)·PE(p + k) for offsets k from -length to length, without an odd last sine; means where a point covers many.
export function dotProductCurve({ length, d_model, base, scale }, points = 1500) {
  const [half, runSize] = runsAboutZero(length, points), frequencies = inverseFrequencies(d_model, base, scale);
  const means = frequencies.map((omega) => attenuation(omega, runSize));
  const right = cosineSum(means, frequencies, 0, runSize, half + 1);
  const indices = Array.from({ length: 2 * half + 1 }, (_, i) => i - half);
  return {
    offsets: indices.map((i) => i * runSize), values: indices.map((i) => right[Math.abs(i)]), offsets_per_point: runSize,
  };
}

// Dot products of all pairs of positions, row by row; means over square blocks where there are many.
export function gram({ length, d_model, base, scale }, cells = 256) {
  const positions = Math.ceil(length / cells), size = Math.ceil(length / positions);
  const last = length - (size - 1) * positions, products = new Float64Array(size * size);
  const frequencies = inverseFrequencies(d_model, base, scale);
  byDistance(frequencies, positions, last, size, products);
  if (d_model % 2) addLoneSine(geometric(base, d_model - 1, d_model) / scale, positions, last, size, products);
  return { products, size, positions };
}

// Products of blocks depend on the distance of their middles; the last block may be smaller.
function byDistance(frequencies, positions, last, size, products) {
  const whole = size - (last < positions), mean = frequencies.map((omega) => attenuation(omega, positions));
  const apart = cosineSum(mean.map((factor) => factor ** 2), frequencies, 0, positions, whole);
  for (let y = 0; y < whole; y++) {
    for (let x = 0; x < whole; x++) products[y * size + x] = apart[Math.abs(y - x)];
  }
  if (whole === size) return;
  const ofLast = frequencies.map((omega) => attenuation(omega, last)), nearest = (positions + last) / 2;
  const backwards = cosineSum(mean.map((factor, i) => factor * ofLast[i]), frequencies, nearest, positions, whole);
  for (let y = 0; y < whole; y++) products[y * size + whole] = products[whole * size + y] = backwards[whole - 1 - y];
  products[size * size - 1] = ofLast.reduce((sum, factor) => sum + factor ** 2, 0);
}

function addLoneSine(omega, positions, last, size, products) {
  const sines = Array.from({ length: size }, (_, i) => {
    const blockSize = i < size - 1 ? positions : last;
    return Math.sin((i * positions + (blockSize - 1) / 2) * omega) * attenuation(omega, blockSize);
  });
  for (let y = 0; y < size; y++) for (let x = 0; x < size; x++) products[y * size + x] += sines[y] * sines[x];
}

// ---- What is shown.

// At most `most` of the indices 0 … count - 1, evenly spread, with the first and the last.
export function evenlySpread(count, most) {
  const pickedCount = Math.min(count, most), last = Math.max(count - 1, 0), step = last / (pickedCount - 1);
  return Array.from({ length: pickedCount }, (_, i) => (i && i === pickedCount - 1 ? last : halfToEven(i * step || 0)));
}

function halfToEven(number) {
  const near = Math.round(number);
  return number % 1 === 0.5 && near % 2 ? near - 1 : near;
}

// The pairs that have a clock.
export function pairsShown(d_model, count, first, spread, among = d_model) {
  const pairs = Math.min(d_model >> 1, Math.max(among, first + count));
  const start = Math.min(first, Math.max(pairs - 1, 0)), slower = pairs - start;
  const places = spread ? evenlySpread(slower, count) : Array.from({ length: Math.min(slower, count) }, (_, i) => i);
  return places.map((place) => start + place);
}

// How many pairs turn at least once within a number of tokens.
export function completeTurns(tokens, { d_model, base, scale }) {
  return inverseFrequencies(d_model, base, scale).filter((frequency) => TURN / frequency <= tokens).length;
}

// The first column whose wavelength is nearest to the given one on a logarithmic scale.
export function columnNearest(wavelength, { frequencies }, scale) {
  const target = (TURN * scale) / wavelength;
  let best = 0, least = Infinity;
  frequencies.forEach((frequency, column) => {
    const distance = Math.abs(Math.log(frequency / target));
    if (distance < least) [best, least] = [column, distance];
  });
  return best;
}

// The fastest pair, those that turn about 32 times, 5 times and once in the window, and the slowest.
export function contrastingDimensions(window, { frequencies }, scale) {
  const d_model = frequencies.length, between = [32, 5, 1].map((turns) => columnNearest(window / turns, { frequencies }, scale));
  const slower = between.filter((column) => 2 * frequencies[column] <= frequencies[0]).map((column) => column >> 1);
  const pairs = [...new Set([0, (d_model - 1) >> 1, ...slower])].sort((a, b) => a - b);
  return pairs.flatMap((pair) => [2 * pair, 2 * pair + 1]).filter((dimension) => dimension < d_model);
}
