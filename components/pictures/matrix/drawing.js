// The table with its axes, crosshair, curves and colour bar on the canvas, and the texts around it.

import { inks, ring, sheet, widthOf } from "../../kit/canvas.js";
import { rgb } from "../../kit/colours.js";
import { cell, COSINE, SINE } from "../../kit/encoding.js";
import { magnification } from "../../kit/magnification.js";
import { withMinus, ticks } from "../../kit/numbers.js";
import { enlarge, formula, markedCell, means, outline, cellsPerPixel } from "./cells.js";

// Several neighbours; one alone has been named.
function range(unit, from, to) {
  return from === to ? "" : `${unit}s ${from}–${to}`;
}

function readout(table, grid, { position, dimension }) {
  const exact = `${formula(table, position, dimension)} = ${withMinus(cell(table, position, dimension).toFixed(4))}`;
  const place = `position ${position} · dimension ${dimension}`;
  const row = Math.floor(position / grid.per_row), column = Math.floor(dimension / grid.per_column);
  const lastRow = Math.min((row + 1) * grid.per_row, table.length) - 1;
  const lastColumn = Math.min((column + 1) * grid.per_column, table.functions.length) - 1;
  const rows = range("position", row * grid.per_row, lastRow);
  const columns = range("dimension", column * grid.per_column, lastColumn);
  if (!rows && !columns) return `${place}: ${exact}`;
  const mean = (grid.values[row * grid.columns + column] - 127) / 127, of = [rows, columns].filter(Boolean).join(", ");
  return `${place}: ${exact} · its pixel, the mean over ${of}: ${withMinus(mean.toFixed(2))}`;
}

function resolution(table, grid) {
  const size = `${table.length.toLocaleString("en")} × ${table.functions.length.toLocaleString("en")} table`;
  if (grid.per_row * grid.per_column === 1) return `${size}, every cell drawn.`;
  const count = (n, unit) => `${n.toLocaleString("en")} ${unit}${n === 1 ? "" : "s"}`;
  const blockText = `${count(grid.per_row, "position")} × ${count(grid.per_column, "dimension")}`;
  return `${size}; a pixel covers ${blockText} and shows their exact mean.`;
}

export function draw(view) {
  const { canvas, table, output, note } = view, width = widthOf(canvas), ratio = magnification() * (devicePixelRatio || 1);
  const ink = (view.ink = looks(view));
  view.plan = plan(width, table);
  const pen = sheet(canvas, view.plan.height);
  pen.font = `13px ${ink.font}`;
  colourIn(view, ratio);
  const cell = view.pointedCell ?? markedCell(view);
  drawHeat(pen, view, ratio);
  drawAxes(pen, view, ink);
  drawCross(pen, view, markedCell(view), ink, []);
  if (view.pointedCell) drawCross(pen, view, view.pointedCell, ink, [3, 3]);
  drawRow(pen, view, cell.position, ink);
  drawColumn(pen, view, cell.dimension, ink);
  drawBar(pen, view, ink);
  say(output, readout(table, view.grid, cell));
  say(note, resolution(table, view.grid));
}

// Redraws the pixels if the table, the theme or the size has changed.
function colourIn(view, ratio) {
  const [wide, tall] = [view.plan.heat.width, view.plan.heat.height].map((side) => Math.round(side * ratio));
  if (view.image?.width !== wide || view.image.height !== tall) {
    view.image = new ImageData(wide, tall);
    view.isDrawn = false;
  }
  if (view.isDrawn) return;
  view.grid = cellGrid(view.table, wide, tall);
  enlarge(view.grid, wide, shades(view.ink.map), new Uint32Array(view.image.data.buffer));
  view.isDrawn = true;
}

function say(element, words) {
  if (element.textContent !== words) element.textContent = words;
}

// The layout, in pixels before magnification. The curve of the row shares the horizontal axis of the table, that of the
// column its vertical axis; on a phone the column's curve stands below the row's.
function plan(width, table) {
  const narrow = width < 560;
  const side = narrow ? 0 : 150, left = 64, gap = 18;
  const heat = {
    left,
    top: 8,
    width: width - left - (narrow ? 6 : side + gap + 12),
    height: Math.min(290, Math.max(120, table.rows * 22)),
  };
  const below = heat.top + heat.height + 60;
  const row = { left, top: below, width: heat.width, height: 88 };
  const column = narrow
    ? { left, top: below + 88 + 34, width: heat.width, height: 88 }
    : { left: left + heat.width + gap, top: heat.top, width: side, height: heat.height };
  const bar = narrow
    ? { left, top: column.top + column.height + 34, width: heat.width, height: 10 }
    : { left: column.left, top: below + 36, width: side, height: 10 };
  return { narrow, heat, row, column, bar, height: (narrow ? bar.top + 30 : row.top + row.height + 10) };
}

function looks({ canvas, table: { colours } }) {
  const look = inks(canvas), [red, green, blue] = rgb(look.ground);
  const map = colours[red + green + blue < 384 ? "dark" : "light"];
  return { ...look, map, curves: [colours.sine, colours.cosine, look.rim] };
}

// 255 colours as 32-bit pixels, linear from one end to the middle and on to the other end.
function shades(map) {
  const [low, middle, high] = map.map(rgb);
  return Uint32Array.from({ length: 255 }, (_, i) => {
    const [from, to, t] = i < 127 ? [low, middle, i / 127] : [middle, high, (i - 127) / 127];
    const [r, g, b] = from.map((part, j) => Math.round(part + (to[j] - part) * t));
    return (255 << 24) | (b << 16) | (g << 8) | r;
  });
}

// The cells for a picture of this size: means over neighbours if there are more cells than pixels.
function cellGrid(table, wide, tall) {
  const across = cellsPerPixel(table.columns, wide), down = cellsPerPixel(table.rows, tall);
  const columns = Math.ceil(table.columns / across), rows = Math.ceil(table.rows / down);
  const values = across * down > 1 ? means(table.pixels, table.rows, table.columns, down, across) : table.pixels;
  return { values, rows, columns, per_row: table.per_row * down, per_column: table.per_column * across };
}

function drawHeat(pen, view, ratio) {
  const { heat } = view.plan;
  pen.putImageData(view.image, Math.round(heat.left * ratio), Math.round(heat.top * ratio));
  drawPanel(pen, heat, view.ink);
}

function along({ plan, grid }, position) {
  return plan.heat.top + ((position + 0.5) / (grid.rows * grid.per_row)) * plan.heat.height;
}

function across({ plan, grid }, dimension) {
  return plan.heat.left + ((dimension + 0.5) / (grid.columns * grid.per_column)) * plan.heat.width;
}

function drawAxes(pen, view, ink) {
  const { plan, table } = view, { heat } = plan;
  pen.fillStyle = ink.text;
  pen.textAlign = "right";
  pen.textBaseline = "middle";
  for (const position of ticks(table.length - 1, heat.height / 34)) {
    pen.fillText(short(position), heat.left - 6, along(view, position));
  }
  pen.textAlign = "center";
  pen.textBaseline = "top";
  for (const dimension of ticks(table.functions.length - 1, heat.width / 70)) {
    pen.fillText(short(dimension), across(view, dimension), heat.top + heat.height + 5);
  }
  pen.fillText("dimension", heat.left + heat.width / 2, heat.top + heat.height + 22);
  pen.save();
  pen.translate(4, heat.top + heat.height / 2);
  pen.rotate(-Math.PI / 2);
  pen.fillText("position (tokens)", 0, 0);
  pen.restore();
}

function short(count) {
  return count >= 10000 && count % 1000 === 0 ? `${count / 1000}k` : `${count}`;
}

function drawCross(pen, view, { position, dimension }, ink, dash) {
  const { plan, table } = view, { heat } = plan;
  const x = across(view, dimension), y = along(view, position);
  pen.save();
  pen.setLineDash(dash);
  pen.strokeStyle = ink.text;
  pen.globalAlpha = dash.length ? 0.9 : 0.65;
  stroke(pen, [[heat.left, y], [heat.left + heat.width, y]]);
  stroke(pen, [[x, heat.top], [x, heat.top + heat.height]]);
  pen.restore();
  ring(pen, [x, y], 5, ink.text, 1.5);
  pen.lineWidth = 1;
}

function stroke(pen, points) {
  pen.beginPath();
  points.forEach(([x, y]) => pen.lineTo(x, y));
  pen.stroke();
}

function drawPanel(pen, box, ink) {
  pen.strokeStyle = ink.rim;
  pen.strokeRect(box.left - 0.5, box.top - 0.5, box.width + 1, box.height + 1);
}

// The vector of one position: sines and cosines as two curves over the dimensions.
function drawRow(pen, view, position, ink) {
  const { plan, table } = view, box = plan.row;
  drawPanel(pen, box, ink);
  valueAxis(pen, box, ink);
  for (const which of [SINE, COSINE]) {
    const x = [], y = [];
    table.functions.forEach((kind, dimension) => {
      if (kind !== which) return;
      x.push(across(view, dimension));
      y.push(height(box, cell(table, position, dimension)));
    });
    drawCurve(pen, outline(x, y).map((i) => [x[i], y[i]]), ink.curves[which], box.width);
  }
  const names = [["sines ", ink.curves[SINE]], ["cosines", ink.curves[COSINE]]];
  caption(pen, box.left, box.top - 4, [[`row ${position}: `, ink.text], ...names]);
}

function caption(pen, left, bottom, parts) {
  let x = left;
  pen.textAlign = "left";
  pen.textBaseline = "bottom";
  for (const [words, colour] of parts) {
    pen.fillStyle = colour;
    pen.fillText(words, x, bottom);
    x += pen.measureText(words).width;
  }
}

function valueAxis(pen, box, ink) {
  pen.fillStyle = ink.text;
  pen.textAlign = "right";
  pen.textBaseline = "middle";
  for (const value of [-1, 0, 1]) pen.fillText(withMinus(`${value}`), box.left - 6, height(box, value));
  pen.strokeStyle = ink.rim;
  stroke(pen, [[box.left, height(box, 0)], [box.left + box.width, height(box, 0)]]);
}

function height(box, value) {
  return box.top + box.height / 2 - (value * (box.height - 10)) / 2;
}

// With dots at the points if they are at least 7 pixels apart.
function drawCurve(pen, points, colour, width) {
  pen.strokeStyle = pen.fillStyle = colour;
  pen.lineWidth = 1.5;
  stroke(pen, points);
  if (points.length < width / 7) points.forEach(([x, y]) => pen.fillRect(x - 2, y - 2, 4, 4));
  pen.lineWidth = 1;
}

// The sinusoid of one dimension over the positions, sampled at most 64 times per row of pixels.
function drawColumn(pen, view, dimension, ink) {
  const { plan, table } = view, box = plan.column;
  const step = Math.max(1, Math.floor(table.per_row / 64));
  const x = [], y = [];
  for (let position = 0; position < table.length; position += step) {
    const value = cell(table, position, dimension);
    x.push(plan.narrow
      ? box.left + ((position + 0.5) / table.length) * box.width
      : box.left + box.width / 2 + (value * (box.width - 12)) / 2);
    y.push(plan.narrow ? height(box, value) : along(view, position));
  }
  const points = (plan.narrow ? outline(x, y) : outline(y, x)).map((i) => [x[i], y[i]]);
  drawPanel(pen, box, ink);
  if (plan.narrow) valueAxis(pen, box, ink);
  else stroke(pen, [[box.left + box.width / 2, box.top], [box.left + box.width / 2, box.top + box.height]]);
  const kind = table.functions[dimension];
  drawCurve(pen, points, ink.curves[kind], plan.narrow ? box.width : box.height);
  const words = [[`column ${dimension}: `, ink.text], [["sine", "cosine", "padding"][kind], ink.curves[kind]]];
  caption(pen, box.left, plan.narrow ? box.top - 4 : box.top + box.height + 20, words);
}

function drawBar(pen, view, ink) {
  const { left, top, width, height } = view.plan.bar;
  const colours = pen.createLinearGradient(left, 0, left + width, 0);
  ink.map.forEach((colour, i) => colours.addColorStop(i / 2, colour));
  pen.fillStyle = colours;
  pen.fillRect(left, top, width, height);
  drawPanel(pen, view.plan.bar, ink);
  pen.fillStyle = ink.text;
  pen.textBaseline = "top";
  for (const [label, x, align] of [["−1", 0, "left"], ["0", 0.5, "center"], ["1", 1, "right"]]) {
    pen.textAlign = align;
    pen.fillText(label, left + x * width, top + height + 5);
  }
}
