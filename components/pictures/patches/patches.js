// A picture cut into patches, and a map for each scheme of how like the chosen patch is to all others. The server sends
// the likeness at every offset, or the rows whose products it is; the browser looks up or multiplies.

import { ask, inks, line, mount, sheet, widthOf } from "../../kit/canvas.js";
import { paintImage, signedImage } from "../../kit/colours.js";
import { onKeys, track } from "../../kit/gestures.js";
import { clampIndex, thousandths } from "../../kit/numbers.js";
import { report } from "../../kit/report.js";
import { unpack } from "../../kit/wire.js";

// ---- Pure functions; tests compare them with core.

// The patch at a place given as shares of the picture.
export function patchAt(share, count) {
  return clampIndex(Math.floor(share * count), count - 1);
}

// Likeness of all patches to one, row by row.
export function likeness(data, scheme, row, column) {
  const { grid_rows: high, grid_columns: wide } = data, table = data[scheme], values = new Float64Array(high * wide);
  const features = data.features[scheme];
  for (let y = 0; y < high; y++) {
    for (let x = 0; x < wide; x++) {
      const i = y * wide + x;
      if (features) values[i] = product(table, i, row * wide + column, features);
      else values[i] = table[(y - row + high - 1) * (2 * wide - 1) + x - column + wide - 1];
    }
  }
  return values;
}

function product(table, i, j, features) {
  let sum = 0;
  for (let k = 0; k < features; k++) sum += table[i * features + k] * table[j * features + k];
  return sum;
}

// Likeness of the patch beside.
export function beside(values, wide, row, column) {
  return values[row * wide + (column + 1 < wide ? column + 1 : Math.max(column - 1, 0))];
}

// Share of the full colour: from the least value, or from 0 where a map goes below.
export function shade(value, least) {
  return value < 0 ? value : (value - Math.max(least, 0)) / (1 - Math.max(least, 0) || 1);
}

// ---- The view: elements of the page and the current values.

function open(root) {
  const [picture, ...maps] = root.querySelectorAll("canvas");
  const [row, column] = root.querySelectorAll("output");
  const captions = [...root.querySelectorAll(".map figcaption")];
  return { root: root.querySelector(".patches"), canvas: picture, maps, captions, row, column,
    size: root.querySelector(".size"), sheets: new WeakMap() };
}

function arrive(view, first) {
  view.photo = photo(view.data);
  if (first) [view.canvas, ...view.maps].forEach((canvas) => listen(view, canvas));
}

function rest(view) {
  return { patch_y: view.patch_y, patch_x: view.patch_x };
}

function selection({ data, patch_y: y, patch_x: x }) {
  return { row: patchAt(y, data.grid_rows), column: patchAt(x, data.grid_columns) };
}

// ---- Events.

function listen(view, canvas) {
  const point = (event) => {
    const box = canvas.getBoundingClientRect();
    const [x, y] = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
    to(view, patchAt(y, view.data.grid_rows), patchAt(x, view.data.grid_columns));
  };
  const go = (down, right) => () => {
    const { data } = view, { row, column } = selection(view);
    to(view, clampIndex(row + down, data.grid_rows - 1), clampIndex(column + right, data.grid_columns - 1));
  };
  const keys = { ArrowUp: go(-1, 0), ArrowDown: go(1, 0), ArrowLeft: go(0, -1), ArrowRight: go(0, 1) };
  canvas.onpointerdown = (event) => {
    track(canvas, event, point, () => {});
    point(event);
  };
  onKeys(canvas, () => keys);
}

// The middle of a patch, so that another resolution finds the same place.
function to(view, row, column) {
  const middle = (at, count) => Math.round((1e4 * (at + 0.5)) / count) / 1e4;
  view.patch_y = middle(row, view.data.grid_rows);
  view.patch_x = middle(column, view.data.grid_columns);
  report(view);
  ask(view);
}

// ---- Drawing.

function paint(view) {
  const { data, root } = view, { row, column } = selection(view);
  view.row.textContent = row;
  view.column.textContent = column;
  view.size.textContent = `${data.grid_rows} × ${data.grid_columns}`;
  for (const name in data.colours) root.style.setProperty(`--${name}`, data.colours[name]);
  drawPicture(view, row, column);
  data.schemes.forEach((scheme, i) => {
    const values = likeness(data, scheme, row, column);
    const [name, note] = view.captions[i].children;
    name.textContent = scheme;
    note.textContent = `the patch beside: ${thousandths(beside(values, data.grid_columns, row, column))}`;
    view.maps[i].setAttribute("aria-label", data.alt[scheme]);
    drawMap(view, view.maps[i], values, row, column);
  });
}

function fitSheet(canvas, data) {
  return sheet(canvas, (widthOf(canvas) * data.pixel_height) / data.pixel_width);
}

function drawPicture(view, row, column) {
  const { data, canvas, photo } = view;
  const pen = fitSheet(canvas, data), wide = widthOf(canvas), high = (wide * data.pixel_height) / data.pixel_width;
  pen.drawImage(photo, 0, 0, wide, high);
  pen.globalAlpha = 0.35;
  for (let y = 1; y < data.grid_rows; y++) line(pen, [0, (high * y) / data.grid_rows], [wide, (high * y) / data.grid_rows], "#fff", 1);
  for (let x = 1; x < data.grid_columns; x++) line(pen, [(wide * x) / data.grid_columns, 0], [(wide * x) / data.grid_columns, high], "#fff", 1);
  pen.globalAlpha = 1;
  mark(pen, inks(canvas), data, wide, high, row, column);
  canvas.setAttribute("aria-label", data.alt[""]);
  canvas.dataset.patch = `${row} ${column}`;
}

function drawMap(view, canvas, values, row, column) {
  const { data } = view;
  const pen = fitSheet(canvas, data), wide = widthOf(canvas), high = (wide * data.pixel_height) / data.pixel_width;
  pen.imageSmoothingEnabled = false;
  pen.drawImage(cells(view, canvas, values), 0, 0, wide, high);
  mark(pen, inks(canvas), data, wide, high, row, column);
}

// A frame around the chosen patch, dark on light, so that it is seen on any colour.
function mark(pen, { text, ground }, { grid_rows: rows, grid_columns: columns }, wide, high, row, column) {
  const [w, h] = [wide / columns, high / rows];
  for (const [colour, width] of [[ground, 4], [text, 2]]) {
    pen.lineWidth = width;
    pen.strokeStyle = colour;
    pen.strokeRect(column * w, row * h, w, h);
  }
}

function cells({ data, sheets }, canvas, values) {
  const { negative, neutral, positive } = data.colours, least = Math.min(...values);
  const shades = values.map((value) => shade(value, least));
  if (!sheets.has(canvas)) sheets.set(canvas, document.createElement("canvas"));
  return paintImage(sheets.get(canvas), signedImage(shades, data.grid_columns, [negative, neutral, positive]));
}

function photo({ pixels, pixel_height: high, pixel_width: wide }) {
  const image = new ImageData(wide, high);
  for (let i = 0; i < wide * high; i++) image.data.set([pixels[3 * i], pixels[3 * i + 1], pixels[3 * i + 2], 255], 4 * i);
  return paintImage(document.createElement("canvas"), image);
}

export default function (mounting) {
  return mount({ ...mounting, data: unpack(mounting.data) }, { open, arrive, rest, paint });
}
