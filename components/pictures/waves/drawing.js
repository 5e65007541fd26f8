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

export function drawStill(view, laid, look) {
  const { data, before, canvas, still } = view;
  const { width, height } = canvas;
  const name = JSON.stringify([data.rows, data.window, before?.rows, data.titles, look, laid, width, height]);
  if (view.lastDrawn === name) return;
  view.lastDrawn = name;
  Object.assign(still, { width, height });
  const pen = still.getContext("2d");
  pen.scale(width / laid.wide, height / laid.height);
  drawAll(pen, view, laid, look);
}

export function drawAll(pen, { data, before }, laid, look) {
  drawPositions(pen, data, laid, look);
  data.rows.forEach((waves, i) => {
    drawRow(pen, data, waves, wavesBefore(before, data, i, laid), laid, look, laid.rows[i]);
  });
  drawTitles(pen, data, laid, look);
}

function x(position, { left, across }, window) {
  return left + (position / window) * across;
}

function y(value, top, { row }) {
  return top + (row / 2) * (1 - value / 1.15);
}

function drawPositions(pen, { window }, laid, look) {
  pen.font = `13px ${look.font}`;
  pen.textAlign = "center";
  pen.fillStyle = look.text;
  const bottom = laid.rows.at(-1) + laid.row;
  for (const tick of ticks(window, laid.across / 85)) {
    const place = x(tick, laid, window);
    for (const top of laid.rows) line(pen, [place, top], [place, top + laid.row], look.rim, 1);
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

function drawRow(pen, { window }, waves, old, laid, look, top) {
  pen.textAlign = "right";
  pen.font = `13px ${look.font}`;
  pen.fillStyle = look.text;
  for (const value of [-1, 0, 1]) {
    line(pen, [laid.left, y(value, top, laid)], [laid.left + laid.across, y(value, top, laid)], look.rim, 1);
    pen.fillText(withMinus(`${value}`), laid.left - 8, y(value, top, laid) + 4);
  }
  pen.globalAlpha = 0.45;
  for (const wave of old) strokeWave(pen, wave, wave.end, window, laid, colourOf(wave, look), 1, top);
  pen.globalAlpha = 1;
  if (!isResolved(waves[0].frequency, window, laid.across)) drawBand(pen, laid, look, top);
  else for (const wave of waves) drawWave(pen, wave, window, laid, colourOf(wave, look), top);
}

// A band from trough to crest, for waves too dense to draw.
function drawBand(pen, laid, { band }, top) {
  pen.globalAlpha = 0.5;
  pen.fillStyle = band;
  pen.fillRect(laid.left, y(1, top, laid), laid.across, y(-1, top, laid) - y(1, top, laid));
  pen.globalAlpha = 1;
}

function strokeWave(pen, wave, end, window, laid, colour, width, top) {
  pen.beginPath();
  for (const [position, value] of curve(wave, end, (end / window) * laid.across)) {
    pen.lineTo(x(position, laid, window), y(value, top, laid));
  }
  pen.lineWidth = width;
  pen.lineJoin = "round";
  pen.strokeStyle = colour;
  pen.stroke();
}

function drawWave(pen, wave, window, laid, colour, top) {
  strokeWave(pen, wave, window, window, laid, colour, 1.5, top);
  if (laid.across / window < FOR_A_DOT) return;
  for (let position = 0; position < window; position++) {
    disc(pen, [x(position, laid, window), y(valueAt(position, wave), top, laid)], 2.5, colour);
  }
}

function drawTitles(pen, { titles }, laid, look) {
  pen.fillStyle = look.text;
  pen.font = `14px ${look.font}`;
  pen.textAlign = "center";
  pen.fillText(titles.x, laid.left + laid.across / 2, laid.height - 8);
  pen.save();
  pen.translate(15, (laid.rows[0] + laid.rows.at(-1) + laid.row) / 2);
  pen.rotate(-TURN / 4);
  pen.fillText(titles.y, 0, 0);
  pen.restore();
}

function colourOf({ cosine }, look) {
  return cosine ? look.cosine : look.sine;
}

// The line with its position above, and in each row the points and values where it crosses the waves.
export function drawLine(pen, view, laid, look) {
  const { data, canvas } = view;
  const position = at(view);
  const place = x(position, laid, data.window);
  line(pen, [place, EDGE.top - 4], [place, laid.rows.at(-1) + laid.row], look.text, 1.5);
  drawGrip(pen, whole(position), place, laid, look);
  data.rows.forEach((waves, i) => {
    drawLabel(pen, position, waves, laid, look, laid.rows[i]);
    for (const wave of waves) {
      const point = [place, y(valueAt(position, wave), laid.rows[i], laid)];
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
function drawLabel(pen, position, waves, laid, look, top) {
  const below = laid.label > ROW.label;
  let start = laid.left;
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
  if (below) start = laid.left;
  write(wavelength(waves[0]), look.text, 400, top - 6);
}
