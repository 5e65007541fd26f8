// Numbers, and how they are written.

export const TURN = 2 * Math.PI; // radians

export function withMinus(text) {
  return (Number(text) === 0 ? text.replace("-", "") : text).replace("-", "−");
}

export function thousandths(number) {
  return withMinus(number.toFixed(3));
}

export function whole(number) {
  return withMinus(number.toLocaleString("en"));
}

// A whole number from 0 to the last.
export function clampIndex(value, last) {
  return Math.min(Math.max(Math.round(value), 0), last);
}

// From 0 to the end in steps of the least of 1, 2, 5, 10, 20 … that divides it into at most `most` steps.
export function ticks(end, most) {
  const rough = Math.max(1, end / Math.max(1, most));
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * [1, 2, 5, 10].find((times) => times * power >= rough);
  return Array.from({ length: Math.floor(end / step) + 1 }, (_, i) => i * step);
}

// A text from an address or a slider as a number, if it is one.
export function valueOf(text) {
  return text === "" || Number.isNaN(+text) ? text : +text;
}
