// The table of an encoding: means of cells as bytes (127 is zero), and single cells.

import { blockMeans, columns } from "../../kit/encoding.js";
import { followPreview, hold, withPreview } from "../../kit/preview.js";
import { magnified } from "../../kit/magnified.js";
import { report, take, unwatch, watch } from "../../kit/report.js";
import { asBytes, clamp, kept } from "./cells.js";
import { draw, inks } from "./drawing.js";

const INSTANCES = new WeakMap();

export default function ({ data, parentElement, setStateValue }) {
  let view = INSTANCES.get(parentElement);
  if (!view) INSTANCES.set(parentElement, (view = open(parentElement)));
  view.tell = setStateValue;
  view.sent = data;
  take(view, data.view);
  if (receive(view)) draw(view); // now: waiting for the next frame would take up to 16 ms
  return () => {
    unwatch(view);
    view.unfollow();
    view.observer.disconnect();
    INSTANCES.delete(parentElement);
  };
}

// Takes the settings, with those under the hand. Returns whether that changes the picture: what has been drawn under the
// hand stays when the server sends the same settings.
function receive(view) {
  const { sent, position, dimension } = view, live = withPreview(sent.settings), settings = live ?? sent.settings;
  hold(view.root.host, live);
  view.canvas.setAttribute("aria-label", sent.alt);
  view.stale = false;
  const ink = inks(view), shown = JSON.stringify([settings, position, dimension, ink.text, ink.map, ink.curves]);
  if (shown === view.shown && !view.pointed) return false;
  const table = { ...sent, ...settings, ...columns(settings), ...pixels(settings, sent.most) };
  Object.assign(view, { ink, shown, table, pointed: null, drawn: false });
  return true;
}

export function pixels(settings, most) {
  const { values, rows, columns: across, positions, dimensions } = blockMeans(settings, most);
  return { pixels: asBytes(values), rows, columns: across, per_row: positions, per_column: dimensions };
}

// ---- The view: elements of the page and the current values.

function open(root) {
  const [canvas, output, note] = ["canvas", "output", "p"].map((name) => root.querySelector(name));
  const view = { canvas, output, note, root, width: canvas.clientWidth, rest: () => kept(view) };
  view.redraw = () => {
    cancelAnimationFrame(view.frame);
    view.frame = requestAnimationFrame(() => {
      if (!view.stale || receive(view)) draw(view);
    });
  };
  view.unfollow = followPreview(() => {
    view.stale = true;
    view.redraw();
  });
  view.observer = new ResizeObserver(() => {
    const width = view.canvas.clientWidth;
    if (width !== view.width || !view.drawn) view.redraw();
    view.width = width;
  });
  view.observer.observe(view.canvas);
  canvas.redraw = () => draw(view); // on another context: see svg_page.js
  watch(view, view.redraw);
  listen(view);
  return view;
}

function listen(view) {
  const { canvas } = view;
  const point = (event) => {
    view.pointed = cellAt(view, event);
    if (view.dragging && view.pointed) Object.assign(view, view.pointed);
    view.redraw();
  };
  canvas.onpointermove = point;
  canvas.onpointerdown = (event) => {
    view.dragging = Boolean(cellAt(view, event));
    if (view.dragging) canvas.setPointerCapture(event.pointerId);
    point(event);
  };
  canvas.onpointerup = () => {
    if (view.dragging) report(view);
    view.dragging = false;
  };
  canvas.onpointercancel = () => (view.dragging = false);
  canvas.onpointerleave = () => {
    view.pointed = null;
    view.redraw();
  };
  canvas.onkeydown = (event) => move(view, event);
}


function move(view, event) {
  const step = event.shiftKey ? 10 : 1;
  const [down, right] = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key] ?? [];
  if (down === undefined) return;
  event.preventDefault();
  view.pointed = null;
  const { position, dimension } = kept(view);
  view.position = clamp(position + down * step * view.grid.per_row, view.table.length);
  view.dimension = clamp(dimension + right * step * view.grid.per_column, view.table.functions.length);
  view.redraw();
  report(view);
}

function cellAt(view, event) {
  const { left, top, width, height } = view.plan.heat;
  const box = view.canvas.getBoundingClientRect(), size = magnified();
  const x = ((event.clientX - box.left) / size - left) / width, y = ((event.clientY - box.top) / size - top) / height;
  const inside = x >= 0 && x < 1 && y >= 0 && y < 1;
  if (!inside && !view.dragging) return null;
  const { table, grid } = view;
  return {
    position: centre(y, grid.rows, grid.per_row, table.length),
    dimension: centre(x, grid.columns, grid.per_column, table.functions.length),
  };
}

function centre(fraction, blocks, size, count) {
  const block = clamp(Math.floor(fraction * blocks), blocks);
  return clamp(block * size + Math.floor((size - 1) / 2), count);
}
