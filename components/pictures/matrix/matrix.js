// The table of an encoding: means of cells as bytes (127 is zero), and single cells.

import { ask, inks, mount } from "../../kit/canvas.js";
import { blockMeans, columns } from "../../kit/encoding.js";
import { onKeys, pointOn } from "../../kit/gestures.js";
import { clampIndex } from "../../kit/numbers.js";
import { report } from "../../kit/report.js";
import { asBytes, markedCell } from "./cells.js";
import { draw } from "./drawing.js";

export function pixels(settings, most) {
  const { values, rows, columns: across, positions, dimensions } = blockMeans(settings, most);
  return { pixels: asBytes(values), rows, columns: across, per_row: positions, per_column: dimensions };
}

// ---- The view: elements of the page and the current values.

function open(root) {
  const [canvas, output, note] = ["canvas", "output", "p"].map((name) => root.querySelector(name));
  return { canvas, output, note };
}

// What has been drawn under the hand stays when the server sends the same settings; a cell that is marked anew needs no
// other means.
function arrive(view, first) {
  const { data, position, dimension } = view, { settings, most, colours, alt } = data;
  view.canvas.setAttribute("aria-label", alt);
  if (first) listen(view);
  const look = JSON.stringify([settings, colours, inks(view.canvas)]), markedKey = `${position} ${dimension}`;
  if (look === view.look && markedKey === view.markedKey && !view.pointedCell) return false;
  if (look !== view.look) {
    view.table = { ...data, ...settings, ...columns(settings), ...pixels(settings, most) };
    view.isDrawn = false;
  }
  Object.assign(view, { look, markedKey, pointedCell: null });
}

function listen(view) {
  const { canvas } = view;
  const point = (event) => {
    view.pointedCell = cellAt(view, event);
    if (view.isDragging && view.pointedCell) Object.assign(view, view.pointedCell);
    ask(view);
  };
  canvas.onpointermove = point;
  canvas.onpointerdown = (event) => {
    view.isDragging = Boolean(cellAt(view, event));
    if (view.isDragging) canvas.setPointerCapture(event.pointerId);
    point(event);
  };
  canvas.onpointerup = () => {
    if (view.isDragging) report(view);
    view.isDragging = false;
  };
  canvas.onpointercancel = () => (view.isDragging = false);
  canvas.onpointerleave = () => {
    view.pointedCell = null;
    ask(view);
  };
  onKeys(canvas, ({ shiftKey }) => {
    const many = shiftKey ? 10 : 1, go = (down, right) => () => step(view, many * down, many * right);
    return { ArrowUp: go(-1, 0), ArrowDown: go(1, 0), ArrowLeft: go(0, -1), ArrowRight: go(0, 1) };
  });
}

// By rows and columns of what is drawn.
function step(view, down, right) {
  const { position, dimension } = markedCell(view), { grid, table } = view;
  view.pointedCell = null;
  view.position = clampIndex(position + down * grid.per_row, table.length - 1);
  view.dimension = clampIndex(dimension + right * grid.per_column, table.functions.length - 1);
  ask(view);
  report(view);
}

function cellAt(view, event) {
  const { table, grid, plan: { heat }, canvas } = view, [left, top] = pointOn(canvas, event);
  const x = (left - heat.left) / heat.width, y = (top - heat.top) / heat.height;
  const inside = x >= 0 && x < 1 && y >= 0 && y < 1;
  if (!inside && !view.isDragging) return null;
  return {
    position: centre(y, grid.rows, grid.per_row, table.length),
    dimension: centre(x, grid.columns, grid.per_column, table.functions.length),
  };
}

function centre(fraction, blocks, size, count) {
  const block = clampIndex(Math.floor(fraction * blocks), blocks - 1);
  return clampIndex(block * size + Math.floor((size - 1) / 2), count - 1);
}

export default function (mounting) {
  return mount(mounting, { open, derive: () => ({}), arrive, rest: markedCell, paint: draw });
}
