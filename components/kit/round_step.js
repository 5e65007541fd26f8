// The least of 1, 2, 5, 10, 20 … that divides a span into at most `most` steps.
export function roundStep(span, most) {
  const rough = Math.max(1, span / Math.max(1, most));
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * [1, 2, 5, 10].find((times) => times * power >= rough);
}
