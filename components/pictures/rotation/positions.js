// Which positions, pair and page of the map a view shows.

import { TURN } from "../../kit/numbers.js";

export const CELLS = 128; // positions along a side of the map, at most

// Positions after one arrow was moved; if they move together, both stop when the first reaches an end.
export function movedTo({ m, n, lock }, which, target, last) {
  const offset = m - n;
  const clamp = (value, low, high) => Math.round(Math.min(Math.max(value, low), high));
  if (!lock) return which === "m" ? { m: clamp(target, 0, last), n } : { m, n: clamp(target, 0, last) };
  const to = clamp(which === "m" ? target : target + offset, Math.max(0, offset), Math.min(last, last + offset));
  return { m: to, n: to - offset };
}

// First position of the page of the map that contains a position.
export function pageOf(position, last) {
  const size = Math.min(CELLS, last + 1);
  return Math.min(Math.floor(position / size) * size, last + 1 - size);
}

// Signed difference of two angles, in [-π, π] radians.
export function between(from, to) {
  return to - from - TURN * Math.round((to - from) / TURN);
}

export function at(view) {
  const inside = (position) => Math.min(position, view.data.last); // length may have become smaller
  const pair = Math.min(view.pair, view.data.frequencies.length - 1); // or the head
  return { m: inside(view.m), n: inside(view.n), pair, lock: view.lock };
}

export function speed(view) {
  return view.data.frequencies[at(view).pair]; // radians per token
}
