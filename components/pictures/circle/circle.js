// A word's embedding in one pair of dimensions, and the circle of its sums with the encodings of all positions:
// at position p the sum is embedding + (sin pω, cos pω).

import { ask, disc, inks, line, mount, ring, sheet, widthOf } from "../../kit/canvas.js";
import { tips } from "../../kit/encoding.js";
import { onKeys, pointOn, track } from "../../kit/gestures.js";
import { clampIndex, withMinus, thousandths, TURN } from "../../kit/numbers.js";
import { report } from "../../kit/report.js";

// ---- Pure functions; tests compare them with core.

export function sumAt([x, y], position, frequency) {
  const [[sine, cosine]] = tips(position, [frequency]);
  return [x + sine, y + cosine];
}

// Scale and origin that fit the origin and the whole circle into the canvas.
export function frame([x, y], width, height) {
  const [left, right] = [Math.min(0, x - 1), Math.max(0, x + 1)];
  const [low, high] = [Math.min(0, y - 1), Math.max(0, y + 1)];
  const unit = Math.min((width - 96) / (right - left), (height - 84) / (high - low)); // pixels
  return { unit, x: width / 2 - unit * ((left + right) / 2), y: height / 2 + unit * ((low + high) / 2) };
}

// Indices of the points that are at least `least` from every point chosen before.
export function apart(points, least) {
  const indices = [];
  points.forEach(([x, y], i) => {
    if (indices.every((j) => Math.hypot(x - points[j][0], y - points[j][1]) >= least)) indices.push(i);
  });
  return indices;
}

// ---- The view: elements of the page and the current values.

function open(root) {
  const find = (selector) => root.querySelector(selector);
  return {
    root: find(".circle"), canvas: find("canvas"), handle: find(".handle"), scrub: find("input"), back: find(".back"), on: find(".on"),
    wordMenu: find(".word"), pairMenu: find(".pair"), readout: find(".place"), formula: find(".formula"),
    heads: [find("th.sine"), find("th.cosine")],
    cells: Object.fromEntries(["embedding", "encoding", "sum"].map((row) => [row, root.querySelectorAll(`.${row} td`)])),
  };
}

function arrive(view, first) {
  const { data } = view;
  offer(view.wordMenu, data.words.map((word, i) => [i, `${word} · ${i}`]));
  offer(view.pairMenu, data.pairs.map((pair) => [pair, pair.toLocaleString("en")]));
  if (first) listen(view);
}

function rest(view) {
  const { word, position, pair } = selection(view);
  return { word, position, pair };
}

function offer(menu, entries) {
  const options = entries.map(([value, text]) => Object.assign(document.createElement("option"), { value, textContent: text }));
  menu.replaceChildren(...options);
}

// The chosen word, position and pair; clamped, since sentence, d_model or length may have become smaller.
function selection({ data, word, position, pair }) {
  const index = Math.max(data.pairs.indexOf(pair), 0);
  const here = clampIndex(word, data.words.length - 1);
  return { word: here, position: clampIndex(position, data.last), index, pair: data.pairs[index],
    point: data.points[here][index], frequency: data.frequencies[index], places: data.places[here] };
}

// ---- Events.

function move(view, change) {
  Object.assign(view, change);
  view.scrub.value = selection(view).position; // now, since another key press may come before the next frame
  report(view);
  ask(view);
}

function step(view, by) {
  move(view, { position: clampIndex(selection(view).position + by, view.data.last) });
}

function listen(view) {
  view.back.onclick = () => step(view, -1);
  view.on.onclick = () => step(view, 1);
  view.scrub.oninput = () => {
    view.position = +view.scrub.value;
    ask(view);
  };
  view.scrub.onchange = () => move(view, { position: +view.scrub.value });
  view.wordMenu.onchange = () => move(view, { word: +view.wordMenu.value, position: +view.wordMenu.value });
  view.pairMenu.onchange = () => move(view, { pair: +view.pairMenu.value });
  onKeys(view.canvas, () => ({
    ArrowLeft: () => step(view, -1), ArrowRight: () => step(view, 1),
    Home: () => move(view, { position: 0 }), End: () => move(view, { position: view.data.last }),
  }));
  view.handle.onpointerdown = (event) => grab(view, event);
}

// The sum follows the pointer round the embedding, also over several turns.
function grab(view, event) {
  const { handle, canvas } = view;
  const { position, frequency } = selection(view);
  const angleOf = (event) => {
    const [x, y] = pointOn(canvas, event);
    return Math.atan2(x - view.centre[0], view.centre[1] - y);
  };
  let [angle, totalAngle] = [angleOf(event), position * frequency];
  const follow = (point) => {
    const change = angleOf(point) - angle;
    angle += change;
    totalAngle += change - TURN * Math.round(change / TURN);
    view.position = clampIndex(Math.round(totalAngle / frequency), view.data.last);
    ask(view);
  };
  event.preventDefault();
  track(handle, event, follow, () => report(view));
}

// ---- Drawing.

function paint(view) {
  const now = selection(view);
  show(view, now);
  draw(view, now);
}

function show(view, now) {
  const { data } = view;
  const sum = sumAt(now.point, now.position, now.frequency);
  const encoding = sumAt([0, 0], now.position, now.frequency);
  view.wordMenu.value = now.word;
  view.pairMenu.value = now.pair;
  view.readout.textContent = now.position.toLocaleString("en");
  view.scrub.max = data.last;
  view.scrub.value = now.position;
  view.scrub.setAttribute("aria-valuetext", `position ${now.position}`);
  for (const control of [view.scrub, view.back, view.on]) control.disabled = data.last === 0;
  view.heads.forEach((head, i) => (head.textContent = `dimension ${2 * now.pair + i}`));
  for (const [row, values] of Object.entries({ embedding: now.point, encoding, sum })) {
    values.forEach((value, i) => (view.cells[row][i].textContent = thousandths(value)));
  }
  view.formula.textContent = formula(data, now, encoding);
  view.canvas.setAttribute("aria-label", data.alt);
  for (const name in data.colours) view.root.style.setProperty(`--${name}`, data.colours[name]);
}

function formula({ base, scale, d_model: width }, { pair, position }, encoding) {
  const place = scale === 1 ? position : `(${position} / ${scale})`;
  const angle = `${place} / ${base}^(${2 * pair}/${width})`;
  return `sin(${angle}) = ${thousandths(encoding[0])}\ncos(${angle}) = ${thousandths(encoding[1])}`;
}

function draw(view, now) {
  const { data, canvas } = view;
  const width = widthOf(canvas);
  const height = Math.round(Math.min(Math.max(0.8 * width, 300), 340));
  const pen = sheet(canvas, height);
  const look = { ...inks(canvas), ...data.colours };
  const fit = frame(now.point, width, height);
  const at = ([x, y]) => [fit.x + fit.unit * x, fit.y - fit.unit * y];
  const centre = (view.centre = at(now.point));
  const tip = at(sumAt(now.point, now.position, now.frequency));
  Object.assign(view.handle.style, { left: `${tip[0] / 16}rem`, top: `${tip[1] / 16}rem` });
  drawAxes(pen, look, at, fit, width, height, now.pair);
  pen.globalAlpha = 0.5;
  ring(pen, centre, fit.unit, look.encoding, 1);
  pen.globalAlpha = 1;
  drawPositions(pen, look, data, now, at, centre);
  arrow(pen, at([0, 0]), tip, look.sum, 2);
  arrow(pen, at([0, 0]), centre, look.embedding, 3);
  arrow(pen, centre, tip, look.encoding, 3);
  disc(pen, centre, 5, look.embedding);
  disc(pen, tip, 9, look.sum);
  name(pen, look, data.words[now.word], centre, at([0, 0]));
  canvas.dataset.sum = JSON.stringify(sumAt(now.point, now.position, now.frequency));
}

function drawAxes(pen, { rim, text, font }, at, { unit, x, y }, width, height, pair) {
  pen.font = `12px ${font}`;
  const step = unit < 40 ? 2 : 1;
  const edge = (value) => step * Math.ceil(value / step);
  for (let i = edge(-x / unit); i <= (width - x) / unit; i += step) {
    line(pen, [at([i, 0])[0], 0], [at([i, 0])[0], height], rim, i === 0 ? 2 : 1);
    pen.fillStyle = text;
    pen.textAlign = "left";
    if (at([i, 0])[0] > 16 && at([i, 0])[0] < width - 16) pen.fillText(withMinus(`${i}`), at([i, 0])[0] + 4, height - 6);
  }
  for (let i = edge(-(height - y) / unit); i <= y / unit; i += step) {
    line(pen, [0, at([0, i])[1]], [width, at([0, i])[1]], rim, i === 0 ? 2 : 1);
    if (at([0, i])[1] > 30 && at([0, i])[1] < height - 24) pen.fillText(withMinus(`${i}`), 4, at([0, i])[1] - 4);
  }
  pen.globalAlpha = 0.85;
  pen.textAlign = "right";
  pen.fillText(`dimension ${2 * pair} →`, width - 6, height - 22);
  pen.textAlign = "left";
  pen.fillText(`↑ dimension ${2 * pair + 1}`, 22, 14);
  pen.globalAlpha = 1;
}

// All positions as dots, with numbers where there is room: the word's positions first, then others of the sentence.
function drawPositions(pen, { text, encoding, font }, { last, words }, { point, frequency, places }, at, centre) {
  const place = (position) => at(sumAt(point, position, frequency));
  const ofWord = places.filter((position) => position <= last);
  for (let position = last; position >= 0; position -= 1) {
    pen.globalAlpha = position < words.length ? 0.9 : 0.3;
    disc(pen, place(position), position < words.length ? 3.5 : 2, encoding);
  }
  pen.globalAlpha = 1;
  ofWord.forEach((position) => ring(pen, place(position), 9, text, 2));
  const others = Array.from({ length: Math.min(words.length, last + 1) }, (_, i) => i).filter((i) => !ofWord.includes(i));
  const order = [...ofWord, ...others];
  pen.textAlign = "center";
  pen.fillStyle = text;
  for (const i of apart(order.map(place), 24)) {
    const [x, y] = place(order[i]);
    const away = Math.hypot(x - centre[0], y - centre[1]);
    pen.font = `${i < ofWord.length ? "600 15" : "12"}px ${font}`;
    const reach = i < ofWord.length ? 22 : 15;
    pen.fillText(order[i], x + (reach * (x - centre[0])) / away, y + (reach * (y - centre[1])) / away + 5);
  }
}

// The word beside its point, on the side away from the arrow.
function name(pen, { text, ground, font }, word, [x, y], [fromX, fromY]) {
  const label = word.length > 16 ? `${word.slice(0, 15)}…` : word;
  const [left, top] = [x < fromX ? x - 10 : x + 10, y < fromY ? y - 10 : y + 20];
  pen.font = `600 15px ${font}`;
  pen.textAlign = x < fromX ? "right" : "left";
  pen.lineWidth = 4;
  pen.strokeStyle = ground;
  pen.strokeText(label, left, top);
  pen.fillStyle = text;
  pen.fillText(label, left, top);
}

function arrow(pen, from, to, colour, width) {
  line(pen, from, to, colour, width);
  const angle = Math.atan2(to[1] - from[1], to[0] - from[0]);
  if (Math.hypot(to[0] - from[0], to[1] - from[1]) < 12) return;
  for (const turn of [-2.7, 2.7]) {
    line(pen, to, [to[0] + 11 * Math.cos(angle + turn), to[1] + 11 * Math.sin(angle + turn)], colour, width);
  }
}

export default function (mounting) {
  return mount(mounting, { open, arrive, rest, paint });
}
