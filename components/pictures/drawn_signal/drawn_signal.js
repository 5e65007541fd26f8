// A signal of whole hundredths on a line, drawn with a pointer or the arrow keys.

import { ask, disc, inks, line, mount, sheet, widthOf } from "../../kit/canvas.js";
import { onKeys, track } from "../../kit/gestures.js";
import { clampIndex } from "../../kit/numbers.js";
import { report } from "../../kit/report.js";

const HEIGHT = 170; // pixels
const MOST = 100; // hundredths

// ---- Pure functions.

export function values(text) {
  return text.split(",").map(Number);
}

// The values after a stroke from one point to another; points are [share of the width, hundredths].
export function valuesAfterStroke(before, [fromX, fromY], [toX, toY]) {
  const index = (x) => clampIndex(x * before.length - 0.5, before.length - 1);
  const [first, last] = [index(fromX), index(toX)], after = [...before];
  for (let i = Math.min(first, last); i <= Math.max(first, last); i += 1) {
    const share = first === last ? 1 : (i - first) / (last - first);
    after[i] = clampHundredths(fromY + share * (toY - fromY));
  }
  return after;
}

function clampHundredths(value) {
  return Math.max(-MOST, Math.min(MOST, Math.round(value))) + 0; // never −0
}

// ---- The view.

function open(root) {
  return { canvas: root.querySelector("canvas"), flat: root.querySelector(".flat"), at: 0 };
}

function arrive(view, first) {
  const { canvas, flat, data } = view;
  canvas.setAttribute("aria-label", data.texts.alt);
  flat.textContent = data.texts.flat;
  if (first) listen(view);
}

function rest({ drawn }) {
  return { drawn };
}

function change(view, after) {
  view.drawn = after.join(",");
  ask(view);
}

// ---- Events.

function listen(view) {
  const { canvas, flat } = view;
  canvas.onpointerdown = (event) => {
    if (!event.isPrimary || event.button) return;
    let from = place(view, event);
    const draw = (point) => {
      if (!point.isPrimary) return;
      const to = place(view, point);
      change(view, valuesAfterStroke(values(view.drawn), from, to));
      from = to;
    };
    track(canvas, event, draw, () => report(view));
    draw(event);
  };
  onKeys(canvas, () => keys(view));
  flat.onclick = () => {
    change(view, values(view.drawn).map(() => 0));
    report(view);
  };
}

function place({ canvas }, { clientX, clientY }) {
  const { left, top, width, height } = canvas.getBoundingClientRect();
  return [(clientX - left) / width, MOST * 1.1 * (1 - (2 * (clientY - top)) / height)];
}

function keys(view) {
  const now = values(view.drawn), last = now.length - 1;
  const to = (along, up) => () => {
    view.at = clampIndex(clampIndex(view.at, last) + along, last); // there may be fewer values than before
    if (up) change(view, now.map((value, i) => (i === view.at ? clampHundredths(value + up) : value)));
    view.showsMark = true;
    report(view);
    ask(view);
  };
  return { ArrowLeft: to(-1, 0), ArrowRight: to(1, 0), ArrowUp: to(0, 10), ArrowDown: to(0, -10) };
}

// ---- Drawing.

function paint(view) {
  const { canvas, data } = view, width = widthOf(canvas), pen = sheet(canvas, HEIGHT), { rim, text } = inks(canvas);
  const now = values(view.drawn), part = width / now.length;
  const at = (i) => [part * (i + 0.5), (HEIGHT / 2) * (1 - now[i] / (1.1 * MOST))];
  line(pen, [0, HEIGHT / 2], [width, HEIGHT / 2], rim, 1);
  for (let i = 1; i < now.length; i += 1) line(pen, at(i - 1), at(i), data.colour, 2);
  if (now.length <= width / 4) now.forEach((_, i) => disc(pen, at(i), 2.5, data.colour));
  if (view.showsMark) disc(pen, at(clampIndex(view.at, now.length - 1)), 6, text);
  canvas.dataset.drawn = view.drawn;
}

export default function (mounting) {
  return mount(mounting, { open, arrive, rest, paint });
}
