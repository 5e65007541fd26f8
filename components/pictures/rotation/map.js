// The map of the dot products at all positions, a page of at most 128 × 128 of them.

import { inks, line, ring, sheet, widthOf } from "../../kit/canvas.js";
import { paintImage, signedImage } from "../../kit/colours.js";
import { products } from "../../kit/encoding.js";
import { whole } from "../../kit/numbers.js";
import { at, CELLS, pageOf, speed } from "./positions.js";

export const EDGE = { left: 22, top: 22, right: 4 }; // pixels around the map
export function grid(view) {
  const { last } = view.data;
  const { m, n } = at(view);
  const size = Math.min(CELLS, last + 1);
  const cell = (widthOf(view.map) - EDGE.left - EDGE.right) / size;
  return { rows: pageOf(m, last), columns: pageOf(n, last), size, cell };
}

export function drawMap(view) {
  const { data, map } = view;
  const { m, n } = at(view);
  const { rows, columns, size, cell } = grid(view);
  const pen = sheet(map);
  const look = inks(map);
  const side = size * cell;
  pen.translate(EDGE.left, EDGE.top);
  pen.imageSmoothingEnabled = false;
  pen.drawImage(cells(view, rows, columns, size), 0, 0, side, side);
  drawTicks(pen, look, rows, columns, size, cell);
  pen.save();
  pen.beginPath();
  pen.rect(0, 0, side, side);
  pen.clip();
  const [x, y] = [(n - columns + 0.5) * cell, (m - rows + 0.5) * cell];
  for (const [colour, width] of [[look.ground, 4], [look.text, 1.5]]) {
    line(pen, [x - side, y - side], [x + side, y + side], colour, width);
    ring(pen, [x, y], 6, colour, width + 1);
  }
  pen.restore();
}

function cells(view, rows, columns, size) {
  const { data } = view;
  const name = JSON.stringify([data.query, data.key, speed(view), data.colours, rows, columns, size]);
  if (view.paintedCells?.name === name) return view.paintedCells.canvas;
  const { negative, neutral, positive } = data.colours, values = products(data, speed(view), rows, columns, size).flat();
  const canvas = paintImage(document.createElement("canvas"), signedImage(values, size, [negative, neutral, positive]));
  view.paintedCells = { name, canvas };
  return canvas;
}

function drawTicks(pen, look, rows, columns, size, cell) {
  pen.fillStyle = look.text;
  drawAxis(pen, look, "n (tokens)", size * cell, [columns, columns + size - 1], 1);
  pen.save();
  pen.rotate(-Math.PI / 2);
  drawAxis(pen, look, "m (tokens)", size * cell, [rows, rows + size - 1], -1);
  pen.restore();
}

// Labels along an axis: the first position, the name, the last position.
function drawAxis(pen, { font }, name, side, [first, last], direction) {
  pen.font = `13px ${font}`;
  pen.textAlign = "center";
  pen.fillText(name, (direction * side) / 2, -7);
  const [near, far] = direction > 0 ? ["left", "right"] : ["right", "left"];
  pen.textAlign = near;
  pen.fillText(whole(first), 0, -7);
  pen.textAlign = far;
  if (last > first) pen.fillText(whole(last), direction * side, -7);
}
