// Clock hands. A hand points to (x, y) = (sin, cos) of position × frequency: it starts at twelve and turns clockwise. The
// hands of a learned table point to what its rows say; every row is a dot.

import { ask, disc, inks, line, mount, sector, sheet, widthOf } from "../../kit/canvas.js";
import { completeTurns, geometric, pairsShown, tips } from "../../kit/encoding.js";
import { onKeys } from "../../kit/gestures.js";
import { magnification } from "../../kit/magnification.js";
import { TURN, withMinus } from "../../kit/numbers.js";
import { report } from "../../kit/report.js";

const SIDE = 300, LEARNED_SIDE = 180; // pixels of a clock at most; those of a learned table leave room for what they are compared with
const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 16, 64, 256, 1024, 4096]; // tokens per second
const FIXED_DIGITS = Array.from({ length: 7 }, (_, digits) => (
  new Intl.NumberFormat("en", { minimumFractionDigits: digits, maximumFractionDigits: digits }) // slow to make
));
const WHOLE = FIXED_DIGITS[0], PLAIN = new Intl.NumberFormat("en", { maximumFractionDigits: 2 });
const BLUR = Math.PI / 2; // radians per frame; faster hands would seem to stand still or turn back

// ---- Pure functions.

export function advancePosition(position, seconds, speed, last, first = 0) {
  const next = position + seconds * speed;
  return next > last ? first : next;
}

export function stepPosition(position, by, last, first = 0) {
  const next = by > 0 ? Math.floor(position) + by : Math.ceil(position) + by;
  return Math.min(Math.max(next, first), last);
}

// Where a hand points between two dots of its path, [sine, cosine] each.
export function along(path, place) {
  const before = Math.min(Math.floor(place), path.length - 1), share = place - before;
  const after = path[Math.min(before + 1, path.length - 1)];
  return path[before].map((value, axis) => value + share * (after[axis] - value));
}

// Whole turns and fractions at each dot of a path since the first, by the shorter way from dot to dot.
export function turnsAlong(path) {
  const angles = path.map(([sine, cosine]) => Math.atan2(sine, cosine) / TURN);
  let turns = 0;
  return angles.map((angle, i) => {
    const on = i ? angle - angles[i - 1] : 0;
    return (turns += on - Math.round(on));
  });
}

export function nearest(values, target) {
  const distance = (value) => Math.abs(value - target);
  return values.reduce((best, value, i) => (distance(value) < distance(values[best]) ? i : best), 0);
}

export function grid(count, width, largest = SIDE) {
  const size = [[2, 300], [4, 220], [16, 130], [32, 104], [64, 88]].find(([most]) => count <= most)[1];
  const most = Math.max(Math.floor(width / size), Math.min(count, 3));
  const columns = Math.ceil(count / Math.ceil(count / most));
  const cell = width / columns;
  const side = Math.min(cell, largest);
  const line = side < 130 ? 14 : 17; // pixels, of a label
  return { columns, cell, side, line, row: side + 3 * line + 12, rows: Math.ceil(count / columns) };
}

// What depends on the settings. With one feature there is no pair; the only clock of two stays until the server says so.
export function derive(settings) {
  const { length, base, scale, clocks_shown, first_pair, spread, within } = settings, dim = Math.max(settings.d_model, 2);
  const among = within === null ? dim : completeTurns(within * length, { ...settings, d_model: dim });
  const pairs = pairsShown(dim, clocks_shown, first_pair, spread, among);
  return { pairs, frequencies: pairs.map((pair) => geometric(base, 2 * pair, dim) / scale), last: length - 1 };
}

// Stops of the ghost's slider.
export function offsets({ stops, last }) {
  const near = stops.filter((stop) => stop <= Math.max(last + 1, 16));
  return [...near.map((stop) => -stop).reverse(), 0, ...near];
}

// A number of tokens that fits below a clock.
export function tokens(number) {
  if (number < 1e7) return number < 100 ? number.toPrecision(3) : WHOLE.format(number);
  const [digits, power] = number.toExponential(2).split("e+");
  return `${digits} × 10${[...power].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[digit]).join("")}`;
}

// Decimals that show the motion of a hand that makes this many turns over all positions.
export function decimals(turns) {
  return Math.min(Math.max(3 - Math.floor(Math.log10(turns)), 2), 6);
}

// ---- The view: elements of the page and the current values.

function at(view) {
  return Math.min(Math.max(view.position, view.data.first), view.data.last); // length may have become smaller
}

// The reader's pair; without a choice as the room chooses it.
function pairOf({ pair, data }) {
  return pair ?? data.pairs[data.pairs.length >> 3];
}

function open(root) {
  const find = (selector) => root.querySelector(selector);
  const view = {
    root: find(".clocks"), play: find(".play"), back: find(".back"), on: find(".on"), scrub: find(".scrub"),
    speed: find("select"), readout: find(".readout output"), canvas: find("canvas"),
    offsetSlider: find(".offset"), offsetReadout: find(".ghost output"), ofFormula: find(".legend"), playing: false,
  };
  view.speed.innerHTML = SPEEDS.map((speed) => `<option value="${speed}">${speed} tokens/s</option>`).join("");
  return view;
}

function arrive(view, first) {
  const { data } = view;
  view.offsets = offsets(data);
  view.turns = data.paths?.map(turnsAlong);
  view.formats = data.frequencies.map((frequency) => FIXED_DIGITS[decimals((frequency * Math.max(data.last, 1)) / TURN)]);
  if (!first) return;
  view.speed.value = data.speed;
  listen(view);
  if (data.playing && !matchMedia("(prefers-reduced-motion: reduce)").matches) start(view);
}

function restValues(view) {
  const position = view.playing ? Math.round(at(view)) : at(view);
  return { position, offset: view.offset, pair: pairOf(view) };
}

// ---- Motion.

function start(view) {
  view.playing = view.data.last > view.data.first;
  view.before = performance.now();
  view.position = at(view) === view.data.last ? view.data.first : at(view);
  ask(view);
}

function rest(view, position) {
  view.playing = false;
  view.position = Math.round(100 * position) / 100;
  report(view);
  ask(view);
}

function stepBy(view, by) {
  rest(view, stepPosition(at(view), by, view.data.last, view.data.first));
}

function toggle(view) {
  if (view.playing) rest(view, Math.round(at(view))); // no token stands between two positions
  else start(view);
}

// What a class follows: where a playing picture is, and how fast it goes.
function motion(view) {
  return { name: "clocks", position: at(view), playing: view.playing, speed: +view.speed.value };
}

function move(view, { position, playing, speed }) {
  view.speed.value = speed;
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (playing && still) view.position = Math.round(position);
  else if (playing && (!view.playing || Math.abs(at(view) - position) > speed / 2)) {
    view.position = position > view.data.last ? view.data.first : position;
    view.before = performance.now();
  }
  view.playing = playing && !still && view.data.last > view.data.first;
  ask(view);
}

function choose(view, index) {
  view.pair = view.data.pairs[Math.min(Math.max(index, 0), view.data.pairs.length - 1)];
  report(view);
  ask(view);
}

function paint(view, now) {
  if (view.playing) {
    const seconds = Math.min(Math.max(now - view.before, 0), 100) / 1000; // a hidden tab gets no frames
    view.position = advancePosition(at(view), seconds, +view.speed.value, view.data.last, view.data.first);
    view.before = now;
    ask(view);
  }
  show(view);
  draw(view);
}

// ---- Events.

function listen(view) {
  view.play.onclick = () => toggle(view);
  view.back.onclick = () => stepBy(view, -1);
  view.on.onclick = () => stepBy(view, 1);
  view.scrub.oninput = () => {
    view.playing = false;
    view.position = Math.round(10 * view.scrub.value) / 10;
    ask(view);
  };
  view.scrub.onchange = () => rest(view, Math.round(at(view)));
  view.offsetSlider.oninput = () => {
    view.offset = view.offsets[+view.offsetSlider.value];
    ask(view);
  };
  view.offsetSlider.onchange = () => report(view);
  if (!view.turns) view.canvas.onclick = (event) => choose(view, clockUnder(view, event));
  onKeys(view.root, (event) => keysAt(view, event));
}

function keysAt(view, { target }) {
  if (target === view.speed) return {};
  const move = (by) => () => stepBy(view, by);
  const mark = (by) => () => choose(view, nearest(view.data.pairs, pairOf(view)) + by);
  const space = target.tagName === "BUTTON" ? {} : { " ": () => toggle(view) };
  if (target === view.offsetSlider) return space;
  const upDown = target === view.canvas && !view.turns ? mark : (by) => move(-by);
  return {
    ArrowLeft: move(-1), ArrowRight: move(1), ArrowUp: upDown(-1), ArrowDown: upDown(1),
    Home: () => rest(view, view.data.first), End: () => rest(view, view.data.last), ...space,
  };
}

function layoutOf({ data, canvas, turns }) {
  return grid(data.pairs.length, widthOf(canvas), turns ? LEARNED_SIDE : SIDE);
}

function clockUnder(view, event) {
  const { columns, cell, row } = layoutOf(view);
  const [x, y] = [event.offsetX / magnification(), event.offsetY / magnification()];
  return Math.floor(y / row) * columns + Math.floor(x / cell);
}

// ---- Drawing.

function show(view) {
  const { data, playing } = view;
  const position = at(view);
  const plain = (value) => PLAIN.format(value);
  view.root.dataset.playing = playing;
  view.root.getRootNode().host?.toggleAttribute("data-plays", playing); // the page hides what it says of a position
  view.play.lastElementChild.textContent = playing ? "Pause" : "Play";
  view.readout.textContent = playing ? FIXED_DIGITS[1].format(position) : plain(position);
  view.readout.style.setProperty("--digits", `${plain(data.last).length + 2}ch`);
  view.scrub.min = data.first;
  view.scrub.max = data.last;
  view.scrub.value = position;
  view.scrub.setAttribute("aria-valuetext", `position ${plain(Math.round(position))}`);
  for (const control of [view.play, view.back, view.on, view.scrub]) control.disabled = data.last === data.first;
  for (const part of [view.ofFormula, view.offsetSlider.parentElement]) part.hidden = Boolean(view.turns);
  view.root.classList.toggle("learned", Boolean(view.turns));
  view.offsetSlider.max = view.offsets.length - 1;
  view.offsetSlider.value = nearest(view.offsets, view.offset);
  const ahead = `${view.offset < 0 ? "−" : "+"}${plain(Math.abs(view.offset))} tokens`;
  view.offsetReadout.textContent = ahead;
  view.offsetSlider.setAttribute("aria-valuetext", ahead);
  view.canvas.setAttribute("aria-label", data.alt);
  for (const name in data.colours) view.root.style.setProperty(`--${name}`, data.colours[name]);
}

function draw(view) {
  const { data, canvas } = view;
  const layout = layoutOf(view);
  const pen = sheet(canvas, layout.rows * layout.row);
  const look = { ...inks(canvas), ...data.colours, line: layout.line, radius: layout.side / 2 - 6 };
  const ends = data.frequencies.map((frequency, i) => (view.turns ? drawLearned : drawPair)(view, pen, look, layout, i));
  canvas.dataset.hands = view.playing ? "" : JSON.stringify(ends);
}

// A clock of the formula; returns where its hand points.
function drawPair(view, pen, look, layout, i) {
  const { data } = view, position = at(view), frequency = data.frequencies[i];
  const [[end], [ghost]] = [position, position + view.offset].map((place) => tips(place, [frequency]));
  const turns = `${view.formats[i].format((position * frequency) / TURN)} turns`;
  const labels = [`pair ${WHOLE.format(data.pairs[i])}`, `${tokens(TURN / frequency)} tokens/turn`, turns];
  drawClock(pen, look, layout, i, labels, i === nearest(data.pairs, pairOf(view)), () => {
    if (isBlurred(view, frequency)) drawBlur(pen, look);
    else drawHands(pen, look, end, ghost, view.offset * frequency);
  });
  return end;
}

// A clock of a learned table, with a dot for every row; returns where its hand points.
function drawLearned(view, pen, look, layout, i) {
  const { data } = view, path = data.paths[i], place = (at(view) - data.first) / data.step;
  const end = along(path, place), turns = view.turns[i];
  const sofar = turns[Math.floor(place)] + (place % 1) * ((turns[Math.ceil(place)] ?? 0) - turns[Math.floor(place)]);
  const labels = [`${tokens(TURN / data.frequencies[i])} tokens`, "for one turn", `${withMinus(view.formats[i].format(sofar))} turns`];
  const reach = look.radius * Math.min(0.7, 0.94 / Math.max(...path.map((dot) => Math.hypot(...dot)))); // of a mean hand
  drawClock(pen, look, layout, i, labels, false, () => {
    drawDots(pen, look, path, reach);
    if (isBlurred(view, data.frequencies[i])) drawBlur(pen, look);
    else drawHand(pen, look, onDial(end, reach));
  });
  return end;
}

function onDial([x, y], reach) {
  return [reach * x, -reach * y];
}

function isBlurred({ playing, speed }, frequency) {
  return playing && (frequency * speed.value) / 60 > BLUR;
}

function drawClock(pen, look, layout, i, labels, isMarked, drawInside) {
  pen.save();
  const [across, down] = [i % layout.columns, Math.floor(i / layout.columns)];
  pen.translate((across + 0.5) * layout.cell, down * layout.row + layout.side / 2);
  drawFace(pen, look, isMarked);
  drawInside();
  drawLabel(pen, look, layout.side / 2, labels);
  pen.restore();
}

function drawDots(pen, { radius, dots }, path, reach) {
  const size = Math.max(0.8, radius / 70);
  pen.beginPath();
  for (const dot of path) {
    const [x, y] = onDial(dot, reach);
    pen.moveTo(x, y);
    pen.arc(x, y, size, 0, TURN);
  }
  pen.fillStyle = dots;
  pen.fill();
}

function drawHand(pen, { text }, tip) {
  line(pen, [0, 0], tip, text, 3);
  disc(pen, tip, 4.5, text);
}

function drawFace(pen, { radius, dial, rim, mark, text }, isMarked) {
  disc(pen, [0, 0], radius, dial);
  pen.lineWidth = isMarked ? 2.5 : 1;
  pen.strokeStyle = isMarked ? mark : rim;
  pen.stroke();
  line(pen, [-0.9 * radius, 0], [0.9 * radius, 0], rim, 1);
  line(pen, [0, 0.9 * radius], [0, -0.9 * radius], rim, 1);
  line(pen, [0, -radius], [0, -0.88 * radius], text, 2.5); // twelve
}

function drawHands(pen, { radius, text, ghost, sine, cosine }, [x, y], [ghostX, ghostY], angle) {
  const reach = 0.84 * radius;
  const tip = [x * reach, -y * reach];
  sector(pen, 0.5 * reach, Math.atan2(-y, x), angle % TURN, ghost);
  line(pen, [0, 0], [tip[0], 0], sine, 3);
  line(pen, [tip[0], 0], tip, cosine, 3);
  pen.setLineDash([4, 3]);
  line(pen, [0, 0], [ghostX * reach, -ghostY * reach], ghost, 2);
  pen.setLineDash([]);
  line(pen, [0, 0], tip, text, 3);
  disc(pen, tip, 3.5, text);
}

function drawBlur(pen, { radius, ghost }) {
  pen.globalAlpha = 0.3;
  disc(pen, [0, 0], 0.84 * radius, ghost);
  pen.globalAlpha = 1;
}

function drawLabel(pen, { text, font, line: height }, below, [name, period, turns]) {
  pen.textAlign = "center";
  pen.fillStyle = text;
  pen.font = `600 ${height - 3}px ${font}`;
  pen.fillText(name, 0, below + height - 2);
  pen.font = `${height - 3}px ${font}`;
  pen.fillText(turns, 0, below + 3 * height - 2);
  pen.globalAlpha = 0.75;
  pen.fillText(period, 0, below + 2 * height - 2);
  pen.globalAlpha = 1;
}

const FORMULA = { open, derive, arrive, rest: restValues, motion, move, paint };
const LEARNED = { open, arrive, rest: (view) => ({ position: restValues(view).position }), motion, move, paint };

export default function (mounting) {
  return mount(mounting, mounting.data.paths ? LEARNED : FORMULA);
}
