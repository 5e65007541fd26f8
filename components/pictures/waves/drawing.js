// The waves, their axes, and the line across them, on the canvas.

import { disc, line, widthOf } from "../../kit/canvas.js";
import { valueAt } from "../../kit/encoding.js";
import { withMinus, thousandths, ticks, TURN, whole } from "../../kit/numbers.js";
import { curve, isResolved } from "./curves.js";

export const FOR_A_DOT = 5; // pixels per position needed to tell dots apart
const EDGE = { left: 48, right: 16, top: 26, bottom: 46 }; // pixels around the rows
const ROW = { height: 84, low: 44, gap: 14, label: 20, narrow: 540 }; // below that width a label takes two lines
const LOW = 800; // pixels; on a lower screen more rows are in sight if they are low as well
export function at({ position, data: { window } }) {
  return Math.min(position ?? Math.floor(window / 3), window - 1); // the window may have become smaller
}

export function plan({ canvas, data }) {
  const wide = widthOf(canvas);
  const label = ROW.label * (wide < ROW.narrow ? 2 : 1);
  const row = innerHeight < LOW ? ROW.low : ROW.height;
  const pitch = label + row + ROW.gap;
  const { left, right, top, bottom } = EDGE;
  const rows = data.rows.map((_, i) => top + i * pitch + label); // top of each
  return { wide, left, across: wide - left - right, rows, row, label, height: rows.at(-1) + row + bottom };
}

export function valueText(position, wave) {
  return thousandths(valueAt(position, wave));
}

// In tokens, one decimal or whole.
export function wavelength({ frequency }) {
  const length = TURN / frequency, digits = length < 1000 ? 1 : 0;
  return `${length.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits })} tokens`;
}

export function drawStill(view, layout, look) {
  const { data, before, canvas, still } = view;
  const { width, height } = canvas;
  const name = JSON.stringify([data.rows, data.window, before?.rows, data.titles, look, layout, width, height]);
  if (view.stillName === name) return;
  view.stillName = name;
  Object.assign(still, { width, height });
  const pen = still.getContext("2d");
  pen.scale(width / layout.wide, height / layout.height);
  drawAll(pen, view, layout, look);
}

export function drawAll(pen, { data, before }, layout, look) {
  drawPositions(pen, data, layout, look);
  data.rows.forEach((waves, i) => {
    drawRow(pen, data, waves, wavesBefore(before, data, i, layout), layout, look, layout.rows[i]);
  });
  drawTitles(pen, data, layout, look);
}

function x(position, { left, across }, window) {
  return left + (position / window) * across;
}

function y(value, top, { row }) {
  return top + (row / 2) * (1 - value / 1.15);
}

function drawPositions(pen, { window }, layout, look) {
  pen.font = `13px ${look.font}`;
  pen.textAlign = "center";
  pen.fillStyle = look.text;
  const bottom = layout.rows.at(-1) + layout.row;
  for (const tick of ticks(window, layout.across / 85)) {
    const place = x(tick, layout, window);
    for (const top of layout.rows) line(pen, [place, top], [place, top + layout.row], look.rim, 1);
    pen.fillText(whole(tick), place, bottom + 17);
  }
}

// What stood in the place of a row's waves before the drag: the same row, or the same pair if there were more or fewer.
// Waves that are still the same, or that would be a band, are left out.
export function wavesBefore(before, { rows, window }, i, { across }) {
  if (!before) return [];
  const pairOf = ([wave]) => wave.dimension >> 1;
  const row = before.rows.length === rows.length ? before.rows[i] : before.rows.find((old) => pairOf(old) === pairOf(rows[i]));
  const same = ({ frequency, cosine }) => rows[i].some((wave) => wave.frequency === frequency && wave.cosine === cosine);
  const visible = (row ?? []).filter((wave) => !same(wave) && isResolved(wave.frequency, window, across));
  return visible.map((wave) => ({ ...wave, end: Math.min(before.window, window) }));
}

function drawRow(pen, { window }, waves, old, layout, look, top) {
  pen.textAlign = "right";
  pen.font = `13px ${look.font}`;
  pen.fillStyle = look.text;
  for (const value of [-1, 0, 1]) {
    line(pen, [layout.left, y(value, top, layout)], [layout.left + layout.across, y(value, top, layout)], look.rim, 1);
    pen.fillText(withMinus(`${value}`), layout.left - 8, y(value, top, layout) + 4);
  }
  pen.globalAlpha = 0.45;
  for (const wave of old) strokeWave(pen, wave, wave.end, window, layout, colourOf(wave, look), 1, top);
  pen.globalAlpha = 1;
  if (!isResolved(waves[0].frequency, window, layout.across)) drawBand(pen, layout, look, top);
  else for (const wave of waves) drawWave(pen, wave, window, layout, colourOf(wave, look), top);
}

// A band from trough to crest, for waves too dense to draw.
function drawBand(pen, layout, { band }, top) {
  pen.globalAlpha = 0.5;
  pen.fillStyle = band;
  pen.fillRect(layout.left, y(1, top, layout), layout.across, y(-1, top, layout) - y(1, top, layout));
  pen.globalAlpha = 1;
}

function strokeWave(pen, wave, end, window, layout, colour, width, top) {
  pen.beginPath();
  for (const [position, value] of curve(wave, end, (end / window) * layout.across)) {
    pen.lineTo(x(position, layout, window), y(value, top, layout));
  }
  pen.lineWidth = width;
  pen.lineJoin = "round";
  pen.strokeStyle = colour;
  pen.stroke();
}

function drawWave(pen, wave, window, layout, colour, top) {
  strokeWave(pen, wave, window, window, layout, colour, 1.5, top);
  if (layout.across / window < FOR_A_DOT) return;
  for (let position = 0; position < window; position++) {
    disc(pen, [x(position, layout, window), y(valueAt(position, wave), top, layout)], 2.5, colour);
  }
}

function drawTitles(pen, { titles }, layout, look) {
  pen.fillStyle = look.text;
  pen.font = `14px ${look.font}`;
  pen.textAlign = "center";
  pen.fillText(titles.x, layout.left + layout.across / 2, layout.height - 8);
  pen.save();
  pen.translate(15, (layout.rows[0] + layout.rows.at(-1) + layout.row) / 2);
  pen.rotate(-TURN / 4);
  pen.fillText(titles.y, 0, 0);
  pen.restore();
}

function colourOf({ cosine }, look) {
  return cosine ? look.cosine : look.sine;
}

// The line with its position above, and in each row the points and values where it crosses the waves.
export function drawLine(pen, view, layout, look) {
  const { data, canvas } = view;
  const position = at(view);
  const place = x(position, layout, data.window);
  line(pen, [place, EDGE.top - 4], [place, layout.rows.at(-1) + layout.row], look.text, 1.5);
  drawGrip(pen, whole(position), place, layout, look);
  data.rows.forEach((waves, i) => {
    drawLabel(pen, position, waves, layout, look, layout.rows[i]);
    for (const wave of waves) {
      const point = [place, y(valueAt(position, wave), layout.rows[i], layout)];
      disc(pen, point, 7, look.ground);
      disc(pen, point, 5, colourOf(wave, look));
    }
  });
  canvas.dataset.values = JSON.stringify(data.rows.flat().map((wave) => valueAt(position, wave)));
}

function drawGrip(pen, words, place, { wide }, look) {
  pen.font = `600 14px ${look.font}`;
  pen.textAlign = "center";
  const half = pen.measureText(words).width / 2 + 8;
  const middle = Math.min(Math.max(place, half), wide - half);
  pen.beginPath();
  pen.roundRect(middle - half, 0, 2 * half, EDGE.top - 4, 6);
  pen.fillStyle = look.text;
  pen.fill();
  pen.fillStyle = look.ground;
  pen.fillText(words, middle, 16);
}

// Names and values, and the wavelength beside them, or below them on a narrow screen. The background is painted first,
// so that the line does not cross the text.
function drawLabel(pen, position, waves, layout, look, top) {
  const below = layout.label > ROW.label;
  let start = layout.left;
  const write = (words, colour, weight, baseline) => {
    pen.font = `${weight} 14px ${look.font}`;
    const width = pen.measureText(words).width;
    pen.fillStyle = look.ground;
    pen.fillRect(start, baseline - 13, width, 17);
    pen.fillStyle = colour;
    pen.fillText(words, start, baseline);
    start += width;
  };
  pen.textAlign = "left";
  const first = top - (below ? ROW.label : 0) - 6;
  for (const wave of waves) {
    write(`dim ${wave.dimension} · ${wave.cosine ? "cos" : "sin"}  `, colourOf(wave, look), 600, first);
    write(`${valueText(position, wave).padStart(6, "\u2007")}   `, look.text, 400, first);
  }
  if (below) start = layout.left;
  write(`one turn in ${wavelength(waves[0])}`, look.text, 400, top - 6);
}
