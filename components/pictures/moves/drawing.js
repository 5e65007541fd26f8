// The film on a canvas. `scene` has its moment, its size, and all that the reader moves; `look` colours and font.

import { disc, line, ring, sector } from "../../kit/canvas.js";
import { TURN, ticks, withMinus } from "../../kit/numbers.js";
import { folded } from "../orders/reading.js";
import {
  LAST, POSITIONS, REACH, between, chartIn, clamp, clockStations, dialIn, isNarrow, mix, passed, rowIn, rulerStations,
  scoreAt, sentencesIn, tableAt, tableIn, waveStations,
} from "./film.js";

const HAND_WIDTHS = [0.055, 0.085, 0.12]; // of the radius, where a clock has several

export function drawFilm(pen, scene, look) {
  drawTable(pen, scene, look);
  drawRuler(pen, scene, look);
  drawSentences(pen, scene, look);
  drawWaves(pen, scene, look);
  drawClocks(pen, scene, look);
  drawPair(pen, scene, look);
  drawChart(pen, scene, look);
  drawKnown(pen, scene, look);
}

// Draws with what is there already shining through; not at all where nothing would be seen.
function veiled(pen, alpha, draw) {
  if (alpha < 0.01) return;
  pen.save();
  pen.globalAlpha *= alpha;
  draw();
  pen.restore();
}

function write(pen, text, [x, y], { font }, size, { colour, align = "center", weight = 400, ground = "" }) {
  pen.font = `${weight} ${size}px ${font}`;
  pen.textAlign = align;
  if (ground) Object.assign(pen, { strokeStyle: ground, lineWidth: 5, lineJoin: "round" });
  if (ground) pen.strokeText(text, x, y);
  pen.fillStyle = colour;
  pen.fillText(text, x, y);
}

// ---- The two sentences.

function drawSentences(pen, scene, look) {
  const { moment, size, cast, texts, words, opens } = scene, { column, first, top, card } = sentencesIn(size, cast), narrow = isNarrow(size);
  veiled(pen, 1 - passed(moment, 1, 1.45), () => {
    words.forEach((word, tile) => drawCord(pen, scene, look, tile));
    words.forEach((word, place) => drawWord(pen, scene, look, word, place, first));
    const name = { colour: look.soft, align: "left", ground: look.ground };
    write(pen, texts.first, [2, 14], look, narrow ? 13 : 15, name);
    if (narrow) write(pen, texts.second, [2, top - 10], look, 13, name);
    else write(pen, texts.second, [column, top - 12], look, 15, { ...name, align: "center" }); // between two cords
    write(pen, texts.changes, [size.width / 2, top + card.height + (narrow ? 18 : 20)], look, narrow ? 13 : 15, { colour: look.soft });
    const inOrder = words.map((_, tile) => tile).sort((a, b) => (a === scene.held) - (b === scene.held));
    for (const tile of inOrder) drawCard(pen, scene, look, tile, tile === opens);
  });
}

function drawWord(pen, { size, cast }, look, word, place, y) {
  const { column } = sentencesIn(size, cast);
  write(pen, word, [(place + 0.5) * column, y], look, isNarrow(size) ? 17 : 22, { colour: look.text });
}

function drawCord(pen, { size, cast, at, places }, look, tile) {
  const { column, first, top } = sentencesIn(size, cast), [from, to] = [places[tile], at[tile]].map((place) => (place + 0.5) * column);
  const start = first + 10, height = top - start;
  pen.beginPath();
  pen.moveTo(from, start);
  pen.bezierCurveTo(from, start + 0.5 * height, to, start + 0.4 * height, to, top);
  Object.assign(pen, { strokeStyle: look.rim, lineWidth: 3 });
  pen.stroke();
}

function drawCard(pen, scene, look, tile, isFilm) {
  const { size, cast, words, at, shown, frequencies, held, changes, largest } = scene;
  const { column, top, card, dial, middle } = sentencesIn(size, cast), x = (at[tile] + 0.5) * column, narrow = isNarrow(size);
  pen.beginPath();
  pen.roundRect(x - card.width / 2, top, card.width, card.height, 12);
  pen.fillStyle = look.ground;
  pen.fill();
  pen.fillStyle = look.card;
  pen.fill();
  Object.assign(pen, { strokeStyle: held === tile ? look.encoding : look.rim, lineWidth: held === tile ? 3 : 1.25 });
  pen.stroke();
  drawGrip(pen, look, [x, top + 10]);
  write(pen, words[tile], [x, top + (narrow ? 34 : 42)], look, narrow ? 17 : 24, { colour: look.text, weight: 600 });
  const isMost = changes[tile] > 0 && changes[tile] === largest;
  const number = changes[tile] ? changes[tile].toFixed(2) : "0";
  write(pen, number, [x, top + card.height - (narrow ? 12 : 16)], look, narrow ? 16 : 21, { colour: look.text, weight: isMost ? 700 : 400 });
  if (isFilm) return;
  pen.save();
  pen.translate(x, middle);
  drawFace(pen, look, dial);
  drawHands(pen, look, dial, frequencies, at[tile], shown);
  pen.restore();
}

function drawGrip(pen, look, [x, y]) {
  veiled(pen, 0.55, () => {
    for (const i of [-1.5, -0.5, 0.5, 1.5]) for (const j of [0, 1]) disc(pen, [x + 6 * i, y + 5 * j], 1.2, look.text);
  });
}

// ---- Clocks.

function drawFace(pen, look, radius) {
  disc(pen, [0, 0], radius, look.ground);
  disc(pen, [0, 0], radius, look.card);
  ring(pen, [0, 0], radius, look.rim, Math.max(1.25, 0.025 * radius));
  for (let hour = 0; hour < 12; hour++) {
    const [x, y] = [Math.sin((hour * TURN) / 12), -Math.cos((hour * TURN) / 12)], from = hour % 3 ? 0.92 : 0.87;
    line(pen, [from * radius * x, from * radius * y], [0.97 * radius * x, 0.97 * radius * y], look.rim, Math.max(1, 0.02 * radius));
  }
}

// The three hands of a word's clock, the fastest the longest.
function drawHands(pen, look, radius, frequencies, position, shown) {
  [2, 1, 0].forEach((i) => drawHand(pen, look, radius, [0.84, 0.64, 0.44][i], folded(position * frequencies[i], shown), HAND_WIDTHS[i], shown));
  disc(pen, [0, 0], 0.07 * radius, look.text);
}

function drawHand(pen, look, radius, reach, angle, width, shown, colour = look.encoding) {
  const tip = [reach * radius * Math.sin(angle), -reach * radius * Math.cos(angle)], thick = Math.max(1.5, width * radius);
  veiled(pen, 0.5 * (1 - shown), () => line(pen, [0, 0], tip, look.ghost, thick));
  veiled(pen, shown, () => line(pen, [0, 0], tip, colour, thick));
}

function drawClocks(pen, scene, look) {
  const { moment, size, cast, frequencies, at, opens, position } = scene;
  const shown = Math.max(scene.shown, passed(moment, 1, 1.4)), place = mix(at[opens], position, passed(moment, 1, 1.6));
  const stations = frequencies.map((_, i) => between(clockStations(size, cast, i), moment, moment < 3 ? 0.07 * i : 0));
  const label = passed(moment, 1.7, 2) * (1 - passed(moment, 2, 2.25)), beside = passed(moment, 2.75, 3) * (1 - passed(moment, 3, 3.2));
  for (const { x, y, radius, face, alpha } of stations) {
    veiled(pen, alpha * face, () => {
      pen.translate(x, y);
      drawFace(pen, look, radius); // all before any hand, since in the first move they lie on each other
    });
  }
  for (const i of [...frequencies.keys()].reverse()) {
    const { x, y, radius, hand, numbers, alpha } = stations[i];
    veiled(pen, alpha, () => {
      pen.translate(x, y);
      const angle = folded(place * frequencies[i], shown), width = mix(HAND_WIDTHS[i] ?? 0.05, 0.045, passed(moment, 1, 2));
      veiled(pen, numbers, () => drawNumbers(pen, look, radius, angle));
      if (hand > 0.02) drawHand(pen, look, radius, hand, angle, width, shown);
      disc(pen, [0, 0], Math.max(2, 0.06 * radius), look.text);
      veiled(pen, label, () => drawLabel(pen, scene, look, radius, frequencies[i]));
      veiled(pen, beside, () => drawLabelBeside(pen, scene, look, radius, frequencies[i]));
    });
  }
}

// How far a hand points to the right and up: the two numbers of its pair.
function drawNumbers(pen, look, radius, angle) {
  const [x, y] = [REACH * radius * Math.sin(angle), -REACH * radius * Math.cos(angle)], width = Math.max(2, 0.035 * radius);
  line(pen, [0, 0], [x, 0], look.sine, width);
  line(pen, [x, 0], [x, y], look.cosine, width);
}

// Positions that a turn of a hand takes.
function periodText(frequency) {
  const period = TURN / frequency;
  return period < 10 ? period.toFixed(1) : `${Math.round(period)}`;
}

function drawLabel(pen, { size, texts }, look, radius, frequency) {
  const text = texts.turn.replace("{period}", periodText(frequency));
  write(pen, text, [0, radius + (isNarrow(size) ? 18 : 24)], look, isNarrow(size) ? 13 : 16, { colour: look.text });
}

// In two lines, between a clock and its wave.
function drawLabelBeside(pen, { size, texts }, look, radius, frequency) {
  const [above, below] = texts.turn.split("{period}"), type = isNarrow(size) ? 12 : 14;
  const name = { colour: look.text, align: "left" }, rows = [above.trim(), `${periodText(frequency)}${below}`];
  pen.font = `${type}px ${look.font}`;
  pen.fillStyle = look.ground; // the thread passes behind
  pen.fillRect(radius + 5, -3 - type, Math.max(...rows.map((row) => pen.measureText(row).width)) + 6, 2 * type + 8);
  rows.forEach((row, i) => write(pen, row, [radius + 8, i ? type : -3], look, type, name));
}

// ---- Waves.

function drawWaves(pen, scene, look) {
  const { moment, size, cast, frequencies, position } = scene;
  if (moment <= 2 || moment >= 4) return;
  frequencies.forEach((frequency, i) => {
    const wave = between(waveStations(size, cast, i), moment, moment > 3 ? 0.05 * i : 0), reach = mix(position, LAST, wave.beyond);
    veiled(pen, wave.alpha * passed(moment, 2.35, 2.6) * (1 - passed(moment, 3.85, 4)), () => {
      pen.translate(wave.x, wave.y);
      pen.rotate(wave.angle);
      drawStrip(pen, look, wave, i);
      drawCurve(pen, look, wave, frequency, reach);
    });
    const clock = between(clockStations(size, cast, i), moment);
    veiled(pen, passed(moment, 2.8, 3) * (1 - passed(moment, 3, 3.15)), () => drawThread(pen, look, wave, clock, frequency, position));
  });
}

function drawCurve(pen, look, { length, height, flat }, frequency, reach) {
  const high = 0.5 * height * (1 - flat);
  veiled(pen, 1 - flat, () => {
    veiled(pen, 0.45, () => line(pen, [0, 0], [length, 0], look.rim, 1.25));
    pen.beginPath();
    for (let position = 0; position < reach; position += 0.1) pen.lineTo((position * length) / LAST, -high * Math.cos(position * frequency));
    pen.lineTo((reach * length) / LAST, -high * Math.cos(reach * frequency));
    Object.assign(pen, { strokeStyle: look.cosine, lineWidth: 3, lineJoin: "round", lineCap: "round" });
    pen.stroke();
  });
}

// The same heights as colours.
function drawStrip(pen, look, { length, height, flat }, i) {
  veiled(pen, flat, () => {
    pen.imageSmoothingEnabled = false;
    pen.drawImage(look.strips[i], 0, -height / 2, length, height);
  });
}

// From the end of the hand to the pen, which is as high.
function drawThread(pen, look, wave, clock, frequency, position) {
  const angle = position * frequency, y = clock.y - REACH * clock.radius * Math.cos(angle);
  const from = clock.x + REACH * clock.radius * Math.sin(angle), to = wave.x + (position * wave.length) / LAST;
  pen.setLineDash([2, 5]);
  line(pen, [from, y], [to, y], look.soft, 1.25);
  pen.setLineDash([]);
  disc(pen, [to, y], 5, look.cosine);
}

// ---- The table.

function drawTable(pen, scene, look) {
  const { moment, size, position } = scene, { x, y, width, height, alpha } = tableAt(size, moment), row = height / POSITIONS;
  veiled(pen, alpha, () => {
    pen.imageSmoothingEnabled = false;
    pen.drawImage(look.table, x, y, width, height);
    veiled(pen, 1 - passed(moment, 4, 4.3), () => {
      const place = clamp(Math.round(position), 0, LAST), lit = y + place * row;
      drawRow(pen, look, place, { x, y: lit, width, height: row });
      drawRow(pen, look, place, rowIn(size));
      drawTableNames(pen, scene, look, place);
    });
  });
}

function drawRow(pen, look, place, { x, y, width, height }) {
  pen.drawImage(look.table, 0, place, look.table.width, 1, x, y, width, height);
  Object.assign(pen, { strokeStyle: look.text, lineWidth: 2 });
  pen.strokeRect(x - 1, y - 1, width + 2, height + 2);
}

function drawTableNames(pen, { size, texts }, look, place) {
  const { x, y, width } = tableIn(size), row = rowIn(size), type = isNarrow(size) ? 13 : 16, name = { align: "left", weight: 600 };
  write(pen, texts.row.replace("{position}", place), [x, row.y - 10], look, type, { align: "left", colour: look.text });
  write(pen, texts.sines, [x, y - 10], look, type, { ...name, colour: look.sine });
  write(pen, texts.cosines, [x + width / 2, y - 10], look, type, { ...name, colour: look.cosine });
}

// ---- The ruler of positions.

export function rulerAt({ moment, size, cast, shown }) {
  return between(rulerStations(size, cast, shown), moment);
}

// A point of a ruler, `off` pixels below it, or left of one that goes down.
export function pointAt({ x, y, angle, step }, position, off = 0) {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [x + position * step * cos - off * sin, y + position * step * sin + off * cos];
}

function drawRuler(pen, scene, look) {
  const ruler = rulerAt(scene), { moment, cast, size, texts } = scene, last = Math.round(mix(cast.words - 1, LAST, passed(moment, 1, 1.3)));
  veiled(pen, ruler.alpha, () => {
    veiled(pen, passed(moment, 1, 1.5), () => line(pen, pointAt(ruler, 0), pointAt(ruler, last), look.rim, 2));
    const numbers = ticks(last, (last * ruler.step) / 44);
    for (let position = 0; position <= last; position++) {
      const isNamed = numbers.includes(position);
      veiled(pen, passed(moment, 1, 1.5), () => line(pen, pointAt(ruler, position, 0), pointAt(ruler, position, isNamed ? 8 : 4), look.rim, 1.25));
      const label = moment === 1 && !isNarrow(size) ? `${texts.position} ${position}` : `${position}`;
      if (isNamed && !isUnderHandle(scene, ruler, position)) write(pen, label, labelAt(ruler, position, moment), look, isNarrow(size) ? 14 : 16, { colour: look.soft });
    }
    veiled(pen, passed(moment, 1, 1.5), () => drawRulerName(pen, scene, look, ruler));
    drawGuide(pen, scene, look, ruler);
  });
}

// At the end of a ruler that lies, and above one that hangs; while it turns, not.
function drawRulerName(pen, { size, texts }, look, ruler) {
  const type = isNarrow(size) ? 13 : 16, name = { colour: look.soft, ground: look.ground };
  const lies = Math.max(Math.cos(ruler.angle), 0) ** 8, hangs = Math.sin(ruler.angle) ** 8;
  veiled(pen, lies, () => write(pen, texts.position, pointAt(ruler, LAST, -9), look, type, { ...name, align: "right" }));
  veiled(pen, hangs, () => write(pen, texts.position, [0, tableIn(size).y - 10], look, type, { ...name, align: "left" }));
}

// A handle says its own number; half of another one beside it would be read as one with it.
function isUnderHandle({ moment, position, key }, { step }, number) {
  const [at, reach] = moment < 4.5 ? [position, 32] : [key, 44];
  return moment > 1.5 && Math.abs(number - at) * step < reach;
}

function labelAt(ruler, position, moment) {
  const [x, y] = pointAt(ruler, position, mix(22, 20, passed(moment, 3, 4)));
  return [x, y + 5];
}

// From the position on the ruler through all waves.
function drawGuide(pen, { moment, position, size }, look, ruler) {
  veiled(pen, 0.6 * passed(moment, 2.8, 3) * (1 - passed(moment, 3, 3.2)), () => {
    pen.setLineDash([4, 4]);
    line(pen, pointAt(ruler, position), pointAt(ruler, position, 12 - size.height + 48), look.encoding, 1.5);
    pen.setLineDash([]);
  });
}

// ---- The query and the key.

function drawPair(pen, scene, look) {
  const { moment, size, query, key, rotary } = scene, { x, y, radius } = dialIn(size), grown = passed(moment, 4.45, 4.95);
  veiled(pen, passed(moment, 4.4, 4.7) * (1 - passed(moment, 5, 5.3)), () => {
    const ruler = rulerAt(scene);
    line(pen, pointAt(ruler, query), pointAt(ruler, key), look.soft, 5);
    line(pen, pointAt(ruler, query), pointAt(ruler, query, -24), look.query, 3);
    line(pen, pointAt(ruler, key), pointAt(ruler, key, 24), look.key, 3);
    pen.translate(x, y);
    veiled(pen, passed(moment, 4.9, 5), () => drawLabel(pen, scene, look, radius, rotary));
    pen.scale(1, Math.max(grown, 0.01)); // from the line that was the table
    drawTwoHands(pen, look, radius, query * rotary, key * rotary);
  });
}

function drawTwoHands(pen, look, radius, asks, answers) {
  drawFace(pen, look, radius);
  const apart = asks - answers, short = apart - TURN * Math.round(apart / TURN);
  sector(pen, 0.5 * radius, answers - TURN / 4, short, look.ghost);
  drawHand(pen, look, radius, REACH, answers, 0.05, 1, look.key);
  drawHand(pen, look, radius, REACH, asks, 0.05, 1, look.query);
  disc(pen, [0, 0], Math.max(2, 0.06 * radius), look.text);
}

// The score by distance, and where query and key are on it.
function drawChart(pen, scene, look) {
  const { moment, size, query, key, rotary, texts } = scene, { x, y, width, height } = chartIn(size), narrow = isNarrow(size);
  const across = (distance) => x + (distance * width) / LAST, up = (score) => y + 0.5 * height * (1 - score);
  veiled(pen, passed(moment, 4.6, 5) * (1 - passed(moment, 5, 5.3)), () => {
    const type = narrow ? 13 : 16, small = { colour: look.soft }, distance = Math.abs(query - key), score = scoreAt(query, key, rotary);
    for (const value of [-1, 0, 1]) {
      line(pen, [x, up(value)], [x + width, up(value)], look.rim, 1);
      write(pen, withMinus(`${value}`), [x - 12, up(value) + 5], look, type, small);
    }
    for (const value of ticks(LAST, width / 60)) write(pen, `${value}`, [across(value), y + height + type + 6], look, type, small);
    if (!narrow || height > 60) write(pen, texts.score, [x, y - 14], look, type, { ...small, align: "left" });
    write(pen, texts.distance, [x + width, y + height + 2 * type + 12], look, type, { ...small, align: "right" });
    pen.beginPath();
    for (let at = 0; at <= LAST * passed(moment, 4.6, 5); at += 0.25) pen.lineTo(across(at), up(Math.cos(at * rotary)));
    Object.assign(pen, { strokeStyle: look.rotary, lineWidth: 3, lineJoin: "round" });
    pen.stroke();
    line(pen, [across(distance), up(-1)], [across(distance), up(score)], look.soft, 1.5);
    disc(pen, [across(distance), up(score)], 9, look.ground);
    disc(pen, [across(distance), up(score)], 7, look.text);
  });
}

// ---- What one knows at the end: each move once more, small.

function drawKnown(pen, scene, look) {
  const { moment, small } = scene;
  if (moment <= 5) return;
  small.forEach(({ x, y, width, height }, i) => {
    const share = passed(moment, 5.1 + 0.1 * i, 5.6 + 0.1 * i);
    veiled(pen, share, () => {
      pen.translate(x + width / 2, y + height / 2);
      pen.scale(mix(0.4, 1, share), mix(0.4, 1, share));
      SMALL[i](pen, scene, look, width, height);
    });
  });
}

const SMALL = [drawSmallOrders, drawSmallClock, drawSmallWave, drawSmallTable, drawSmallPair];

// The words above and below, two of which have changed places.
function drawSmallOrders(pen, _, look, width, height) {
  const side = Math.min(width, height), [column, reach] = [0.22 * side, 0.34 * side];
  for (const [from, to] of [[-1.5, -1.5], [-0.5, 1.5], [0.5, 0.5], [1.5, -0.5]]) {
    pen.beginPath();
    pen.moveTo(from * column, -reach);
    pen.bezierCurveTo(from * column, 0, to * column, 0, to * column, reach);
    Object.assign(pen, { strokeStyle: look.rim, lineWidth: 3 });
    pen.stroke();
    disc(pen, [from * column, -reach], 0.06 * side, look.text);
    disc(pen, [to * column, reach], 0.06 * side, look.text);
  }
}

function drawSmallClock(pen, { frequencies }, look, width, height) {
  const radius = 0.46 * Math.min(width, height);
  drawFace(pen, look, radius);
  frequencies.forEach((frequency, i) => drawHand(pen, look, radius, REACH - 0.1 * i, 5 * frequency, 0.045 + 0.01 * i, 1));
  disc(pen, [0, 0], 0.07 * radius, look.text);
}

function drawSmallWave(pen, { frequencies }, look, width, height) {
  const places = height > width ? [-1, 0, 1] : [0], radius = Math.min(0.2 * width, 0.4 * height), length = width - 2 * radius - 8;
  places.forEach((place, i) => {
    pen.save();
    pen.translate(radius - width / 2, (place * height) / 3);
    drawFace(pen, look, radius);
    drawHand(pen, look, radius, REACH, LAST * frequencies[i + 1], 0.07, 1);
    pen.translate(radius + 8, 0);
    drawCurve(pen, look, { length, height: 2 * REACH * radius, flat: 0 }, frequencies[i + 1], LAST);
    pen.restore();
  });
}

function drawSmallTable(pen, scene, look, width, height) {
  pen.imageSmoothingEnabled = true;
  pen.drawImage(look.table, -width / 2, -height / 2, width, height);
}

function drawSmallPair(pen, { rotary }, look, width, height) {
  drawTwoHands(pen, look, 0.46 * Math.min(width, height), 7 * rotary, 2 * rotary);
}
