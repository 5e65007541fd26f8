// Numbers, and how they are written.

export const TURN = 2 * Math.PI; // radians

export function signed(text) {
  return (Number(text) === 0 ? text.replace("-", "") : text).replace("-", "−");
}

export function thousandths(number) {
  return signed(number.toFixed(3));
}

export function whole(number) {
  return signed(number.toLocaleString("en"));
}

// A whole number from 0 to the last.
export function clamped(value, last) {
  return Math.min(Math.max(Math.round(value), 0), last);
}

// The least of 1, 2, 5, 10, 20 … that divides a span into at most `most` steps.
export function roundStep(span, most) {
  const rough = Math.max(1, span / Math.max(1, most));
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * [1, 2, 5, 10].find((times) => times * power >= rough);
}
