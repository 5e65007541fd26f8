// Dimensions as waves over position, sine or cosine of position × frequency, and a vertical line that marks a position
// and shows the value of every wave there.

import { ask, inks, mount, sheet } from "../../kit/canvas.js";
import { columns, contrastingDimensions, COSINE } from "../../kit/encoding.js";
import { onKeys, pointOn, track } from "../../kit/gestures.js";
import { clampIndex, whole } from "../../kit/numbers.js";
import { report } from "../../kit/report.js";
import { positionAt, isResolved } from "./curves.js";
import { at, drawAll, drawLine, drawStill, FOR_A_DOT, plan, valueText, wavesBefore } from "./drawing.js";

// ---- The view: elements of the page and the current values.

function open(root) {
  const find = (selector) => root.querySelector(selector);
  return {
    root: find(".waves"), canvas: find("canvas"), scrub: find("input"), back: find(".back"), on: find(".on"),
    readout: find(".place"), notes: find(".notes"), still: document.createElement("canvas"),
  };
}

// What depends on the settings: the end of the axis, and the waves of each row, sine and cosine of a pair.
export function derive({ length, d_model, base, scale, window, dims }) {
  const end = window === "all" ? length : Math.min(window, length);
  const table = columns({ d_model, base }), within = dims.filter((dimension) => dimension < d_model);
  const rows = new Map();
  for (const dimension of within.length ? within : contrastingDimensions(end, table, scale)) {
    const wave = {
      dimension, cosine: table.functions[dimension] === COSINE, frequency: table.frequencies[dimension] / scale,
    };
    rows.set(dimension >> 1, [...(rows.get(dimension >> 1) ?? []), wave]);
  }
  return { window: end, rows: [...rows.values()] };
}

// The waves from before a drag stay as thin lines until the next one begins, or until something else changes.
function keepBefore(view) {
  const { live, data, previous } = view, settings = JSON.stringify(data.settings);
  if (live && previous && !previous.live) view.before = previous.data;
  else if (!live && previous?.settings !== settings) view.before = null;
  view.previous = { live, data, settings };
}

function arrive(view, first) {
  keepBefore(view);
  show(view); // now, so that events before the first frame find the slider set
  if (first) listen(view);
}

function rest(view) {
  return { position: at(view) };
}

// ---- Events.

function go(view, position) {
  view.position = clampIndex(position, view.data.window - 1);
  view.scrub.value = view.position; // now, since another key press may come before the next frame
  ask(view);
}

function step(view, by) {
  go(view, at(view) + by);
  report(view);
}

function listen(view) {
  view.back.onclick = () => step(view, -1);
  view.on.onclick = () => step(view, 1);
  view.scrub.oninput = () => go(view, +view.scrub.value);
  view.scrub.onchange = () => report(view);
  onKeys(view.canvas, ({ shiftKey }) => {
    const many = shiftKey ? 10 : 1, by = (steps) => () => step(view, steps);
    return { ArrowLeft: by(-many), ArrowRight: by(many), Home: by(-Infinity), End: by(Infinity) };
  });
  view.canvas.onpointerdown = (event) => drag(view, event);
}

// If the browser takes the drag as scrolling, the line goes back.
function drag(view, event) {
  const { canvas } = view, before = at(view);
  const follow = (point) => go(view, positionAt(pointOn(canvas, point)[0], plan(view), view.data.window));
  track(canvas, event, follow, (isScrolling) => {
    if (isScrolling) go(view, before);
    report(view);
  });
  follow(event);
}

// ---- Drawing.

function paint(view) {
  show(view);
  const layout = plan(view);
  const look = { ...inks(view.canvas), ...view.data.colours };
  const pen = sheet(view.canvas, layout.height);
  if (pen.records) drawAll(pen, view, layout, look);
  else {
    drawStill(view, layout, look);
    pen.drawImage(view.still, 0, 0, layout.wide, layout.height);
  }
  drawLine(pen, view, layout, look);
  tell(view, layout);
}

function show(view) {
  const { data, scrub } = view;
  const [position, last] = [at(view), data.window - 1];
  view.readout.textContent = whole(position);
  view.readout.style.setProperty("--digits", `${whole(last).length}ch`);
  Object.assign(scrub, { max: last, value: position, disabled: last === 0 });
  const [fast, slow] = [data.rows[0][0], data.rows.at(-1).at(-1)];
  const readings = [...new Set([fast, slow])].map((wave) => `dimension ${wave.dimension} ${valueText(position, wave)}`);
  scrub.setAttribute("aria-valuetext", `position ${whole(position)}: ${readings.join(", ")}`);
  for (const button of [view.back, view.on]) button.disabled = last === 0;
  view.canvas.setAttribute("aria-label", data.alt);
}

function tell({ data, before, notes }, layout) {
  const { across } = layout, thin = data.rows.some((_, i) => wavesBefore(before, data, i, layout).length);
  const hasBands = data.rows.some(([wave]) => !isResolved(wave.frequency, data.window, across));
  const hasDots = across / data.window >= FOR_A_DOT;
  const names = [...(hasDots ? ["dots"] : []), ...(hasBands ? ["bands"] : []), ...(thin ? ["before"] : [])];
  notes.textContent = names.map((note) => data.notes[note]).join(" ");
}

// Draws what does not move with the line on a second canvas, and only if it has changed.
export default function (mounting) {
  return mount(mounting, { open, derive, arrive, rest, paint });
}
