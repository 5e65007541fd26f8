// How waves are sampled: pure functions.

import { valueAt } from "../../kit/encoding.js";
import { clampIndex, TURN } from "../../kit/numbers.js";

const SAMPLES_PER_TURN = 24;
const FOR_A_TURN = 6; // pixels per turn needed to tell the two waves of a pair apart

// Whether a wave can be drawn. Denser waves cover each other, and with more than half a turn per pixel they alias.
export function isResolved(frequency, window, pixels) {
  return (TURN / frequency) * (pixels / window) >= FOR_A_TURN;
}

// Positions and values of the continuous curve over 0 … window.
export function curve(wave, window, pixels) {
  const turns = (wave.frequency * window) / TURN;
  const steps = Math.ceil(Math.max(pixels, SAMPLES_PER_TURN * turns));
  return Array.from({ length: steps + 1 }, (_, i) => [(i / steps) * window, valueAt((i / steps) * window, wave)]);
}

// The nearest position to a horizontal place on the canvas.
export function positionAt(x, { left, across }, window) {
  return clampIndex(((x - left) / across) * window, window - 1);
}
