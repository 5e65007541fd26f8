// Where everything stands at any moment of the film. A moment is a number: 1 to 5 are the moves, 6 is what one knows at
// the end, and between two of them one picture becomes the next. Lengths are pixels of the stage, angles radians; `cast`
// says how many words and clocks there are, which word's clock opens, and where in the table the waves lie.

export const POSITIONS = 64; // of the ruler and of the table's rows
export const REACH = 0.84; // of a clock's radius, to the end of its hand
export const LAST = POSITIONS - 1;
const CARD_FOOT = 62, FOOT = 78, PAIR_FOOT = 138; // pixels below a picture for its ruler; with two handles on it
const NARROW = 560; // width of a stage that is a phone's
const QUARTER = Math.PI / 2;

// ---- Moments.

export function clamp(value, low, high) {
  return Math.min(Math.max(value, low), high);
}

export function mix(a, b, share) {
  return a + share * (b - a);
}

// How far a moment has gone from one to another, 0 to 1; it starts and ends slowly.
export function passed(moment, from, to) {
  const share = clamp((moment - from) / (to - from), 0, 1);
  return share * share * (3 - 2 * share);
}

// A record of numbers at a moment, between those of the moves before and after it; one with a lag leaves later.
export function between(stations, moment, lag = 0) {
  const last = stations.length, from = clamp(Math.floor(moment), 1, last), to = Math.min(from + 1, last);
  const share = passed(moment, from + lag, from + 1);
  return Object.fromEntries(Object.entries(stations[from - 1]).map(([name, value]) => [name, mix(value, stations[to - 1][name], share)]));
}

// ---- Numbers.

// The score of a query at position m with a key at position n, both of length 1 and alike before RoPE turns them.
export function scoreAt(m, n, frequency) {
  return Math.sin(m * frequency) * Math.sin(n * frequency) + Math.cos(m * frequency) * Math.cos(n * frequency);
}

// The positions of query and key after one of them, or both at their distance, has been moved.
export function movedPair([m, n], handle, to) {
  if (handle === "query") return [clamp(to, 0, LAST), n];
  if (handle === "key") return [m, clamp(to, 0, LAST)];
  const by = clamp(to - (m + n) / 2, -Math.min(m, n), LAST - Math.max(m, n));
  return [m + by, n + by];
}

// ---- Places on the stage.

export function isNarrow({ width }) {
  return width < NARROW;
}

// The first sentence, and the cards of the second.
export function sentencesIn(size, { words }) {
  const { width, height } = size, column = width / words, narrow = isNarrow(size);
  const wide = column * (narrow ? 0.94 : 0.88), free = height - CARD_FOOT - (narrow ? 118 : 150); // below the first sentence
  const dial = Math.max(10, Math.min(0.43 * wide, 0.5 * (free - 100))), card = { width: wide, height: Math.min(free, 2 * dial + (narrow ? 104 : 132)) };
  const top = height - CARD_FOOT - card.height;
  return { column, first: narrow ? 40 : 54, top, card, dial, middle: top + 0.5 * card.height + 6 };
}

// In as many rows as make the clocks largest; on a phone two across, which their labels need.
function rowOfClocks(size, { pairs }) {
  const rows = (isNarrow(size) ? [3] : [1, 2, 3]).map((count) => {
    const across = Math.ceil(pairs / count), width = size.width / across, height = (size.height - FOOT) / count;
    return { across, width, height, radius: Math.min(0.44 * width, 0.5 * (height - 46)) };
  });
  const { across, width, height, radius } = rows.reduce((best, row) => (row.radius > best.radius ? row : best));
  return Array.from({ length: pairs }, (_, i) => ({
    x: (0.5 + (i % across)) * width, y: (Math.floor(i / across) + 0.5) * height - 16, radius,
  }));
}

// Clocks below each other, the fastest at the top, each before the wave that it draws.
function columnOfClocks(size, { pairs }) {
  const height = (size.height - FOOT) / pairs, radius = Math.min(0.48 * height, 0.09 * size.width);
  return Array.from({ length: pairs }, (_, i) => ({ x: radius + 2, y: (i + 0.5) * height, radius }));
}

function wavesIn(size, cast) {
  const [{ radius }] = columnOfClocks(size, cast), x = 2 * radius + (isNarrow(size) ? 96 : 124); // with a label between
  return { x, length: size.width - x - 26 };
}

export function tableIn(size) {
  const x = isNarrow(size) ? 58 : 84, y = 30;
  return { x, y, width: size.width - x - 2, height: size.height - y - 76 };
}

// The strip below the table that shows one row large.
export function rowIn(size) {
  const { x, width } = tableIn(size);
  return { x, y: size.height - 36, width, height: 34 };
}

export function dialIn(size) {
  const { width, height } = size, free = height - PAIR_FOOT;
  if (isNarrow(size)) {
    const radius = Math.min(0.3 * width, 0.29 * free);
    return { x: width / 2, y: radius + 4, radius };
  }
  return { x: 0.24 * width, y: 0.46 * free, radius: Math.min(0.2 * width, 0.44 * free) };
}

// The chart of the score by distance.
export function chartIn(size) {
  const { width, height } = size, dial = dialIn(size), free = height - PAIR_FOOT;
  if (!isNarrow(size)) return { x: 0.52 * width, y: 40, width: 0.48 * width - 20, height: free - 92 };
  const y = dial.y + dial.radius + 48;
  return { x: 34, y, width: width - 48, height: free - y - 44 };
}

// ---- Stations: where each part is in each move.

// The ruler: where position 0 is, which way positions go, and how far apart they are.
export function rulerStations(size, cast, shown) {
  const { column, top, card } = sentencesIn(size, cast), waves = wavesIn(size, cast), table = tableIn(size);
  const { height, width } = size, edge = isNarrow(size) ? 30 : 44, y = height - 48, row = table.height / POSITIONS;
  const whole = { x: edge, y, angle: 0, step: (width - 2 * edge) / LAST, alpha: 1 };
  return [
    { x: 0.5 * column, y: top + card.height + 26, angle: 0, step: column, alpha: shown },
    whole,
    { ...whole, x: waves.x, step: waves.length / LAST },
    { x: table.x - 6, y: table.y + 0.5 * row, angle: QUARTER, step: row, alpha: 1 },
    { ...whole, y: height - 0.5 * PAIR_FOOT },
    { ...whole, y: height, alpha: 0 },
  ];
}

// A clock: `hand` is the length of its hand, `face` and `numbers` are how clear these parts of it are.
export function clockStations(size, cast, i) {
  const { column, middle, dial } = sentencesIn(size, cast), whole = { hand: REACH, face: 1, numbers: 1, alpha: 1 };
  const high = columnOfClocks(size, cast)[i], { x, y } = waveStations(size, cast, i).at(-1), gone = { x, y, radius: 3, ...whole, alpha: 0 };
  return [
    {
      x: (cast.opensAt + 0.5) * column, y: middle, radius: dial, ...whole, hand: [0.84, 0.64, 0.44][i] ?? 0, face: i ? 0 : 1, numbers: 0,
    },
    { ...rowOfClocks(size, cast)[i], ...whole },
    { ...high, ...whole },
    gone,
  ];
}

// A wave: where its position 0 is, which way and how far it goes, how high it is, how flat it lies, how much is drawn of
// what lies beyond the position.
export function waveStations(size, cast, i) {
  const high = columnOfClocks(size, cast)[i], wide = rowOfClocks(size, cast)[i], { x, length } = wavesIn(size, cast), table = tableIn(size);
  const unborn = { x: wide.x + wide.radius, y: wide.y, angle: 0, length: 0, height: wide.radius, flat: 0, beyond: 0, alpha: 0 };
  const upright = { x, y: high.y, angle: 0, length, height: 2 * REACH * high.radius, flat: 0, beyond: 0, alpha: 1 };
  const lying = { x: table.x + cast.shares[i] * table.width, y: table.y, angle: QUARTER, length: table.height, height: 7, flat: 1, beyond: 1, alpha: 1 };
  return [unborn, unborn, upright, lying];
}

// The table, which comes when the waves lie; later it falls together into the line on which the last hands turn.
export function tableAt(size, moment) {
  const { x, y, width, height } = tableIn(size), dial = dialIn(size), share = passed(moment, 4, 4.55);
  const line = { x: dial.x - dial.radius, y: dial.y - 1, width: 2 * dial.radius, height: 2 };
  return {
    x: mix(x, line.x, share), y: mix(y, line.y, share), width: mix(width, line.width, share), height: mix(height, line.height, share),
    alpha: passed(moment, 3.5, 3.95) * (1 - passed(moment, 4.5, 4.8)),
  };
}
