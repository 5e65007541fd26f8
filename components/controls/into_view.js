// Scrolls a container into view when it opens, and while what it holds arrives; the reader's own hand ends that.

const ARRIVES = 3000; // ms
const HANDS = ["wheel", "touchstart", "pointerdown", "keydown"];

export default function ({ data, parentElement }) {
  const container = parentElement.closest(`.st-key-${data.key}`);
  const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth";
  const observer = new ResizeObserver(() => container.scrollIntoView({ block: "nearest", behavior }));
  const stop = () => observer.disconnect();
  for (const hand of HANDS) addEventListener(hand, stop, { once: true, passive: true, signal: AbortSignal.timeout(ARRIVES) });
  setTimeout(stop, ARRIVES);
  observer.observe(container);
}
