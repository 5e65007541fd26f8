// Clock hands. A hand points to (x, y) = (sin, cos) of position × frequency: it starts at twelve and turns clockwise.

import { ask, disc, inks, line, mount, sector, sheet, widthOf } from "../../kit/canvas.js";
import { completeTurns, geometric, pairsShown, tips } from "../../kit/encoding.js";
import { onKey } from "../../kit/gestures.js";
import { magnification } from "../../kit/magnification.js";
import { TURN } from "../../kit/numbers.js";
import { report } from "../../kit/report.js";

const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 16, 64, 256, 1024, 4096]; // tokens per second
const FIXED_DIGITS = Array.from({ length: 7 }, (_, digits) => (
  new Intl.NumberFormat("en", { minimumFractionDigits: digits, maximumFractionDigits: digits }) // slow to make
));
const WHOLE = FIXED_DIGITS[0], PLAIN = new Intl.NumberFormat("en", { maximumFractionDigits: 2 });
const BLUR = Math.PI / 2; // radians per frame; faster hands would seem to stand still or turn back

// ---- Pure functions.

export function advancePosition(position, seconds, speed, last) {
  const next = position + seconds * speed;
  return next > last ? 0 : next;
}

export function stepPosition(position, by, last) {
  const next = by > 0 ? Math.floor(position) + by : Math.ceil(position) + by;
  return Math.min(Math.max(next, 0), last);
}

export function nearest(values, target) {
  const distance = (value) => Math.abs(value - target);
  return values.reduce((best, value, i) => (distance(value) < distance(values[best]) ? i : best), 0);
}

export function grid(count, width) {
  const size = [[2, 300], [4, 220], [16, 130], [32, 104], [64, 88]].find(([most]) => count <= most)[1];
  const most = Math.max(Math.floor(width / size), Math.min(count, 3));
  const columns = Math.ceil(count / Math.ceil(count / most));
  const cell = width / columns;
  const side = Math.min(cell, 300);
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
  return Math.min(view.position, view.data.last); // length may have become smaller than the position
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
    offsetSlider: find(".offset"), offsetReadout: find(".ghost output"), playing: false,
  };
  view.speed.innerHTML = SPEEDS.map((speed) => `<option value="${speed}">${speed} tokens/s</option>`).join("");
  view.speed.value = 2;
  return view;
}

function arrive(view, first) {
  const { data } = view;
  view.offsets = offsets(data);
  view.formats = data.frequencies.map((frequency) => FIXED_DIGITS[decimals((frequency * Math.max(data.last, 1)) / TURN)]);
  if (!first) return;
  listen(view);
  if (data.playing && !matchMedia("(prefers-reduced-motion: reduce)").matches) start(view);
}

function restValues(view) {
  const position = view.playing ? Math.round(at(view)) : at(view);
  return { position, offset: view.offset, pair: pairOf(view) };
}

// ---- Motion.

function start(view) {
  view.playing = view.data.last > 0;
  view.before = performance.now();
  view.position = at(view) === view.data.last ? 0 : at(view);
  ask(view);
}

function rest(view, position) {
  view.playing = false;
  view.position = Math.round(100 * position) / 100;
  report(view);
  ask(view);
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
    view.position = position > view.data.last ? 0 : position;
    view.before = performance.now();
  }
  view.playing = playing && !still && view.data.last > 0;
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
    view.position = advancePosition(at(view), seconds, +view.speed.value, view.data.last);
    view.before = now;
    ask(view);
  }
  show(view);
  draw(view);
}

// ---- Events.

function listen(view) {
  view.play.onclick = () => toggle(view);
  view.back.onclick = () => rest(view, stepPosition(at(view), -1, view.data.last));
  view.on.onclick = () => rest(view, stepPosition(at(view), 1, view.data.last));
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
  view.canvas.onclick = (event) => choose(view, clockUnder(view, event));
  view.root.onkeydown = (event) => event.target !== view.speed && onKey(event, keysAt(view, event));
}

function keysAt(view, { target }) {
  const move = (by) => () => rest(view, stepPosition(at(view), by, view.data.last));
  const mark = (by) => () => choose(view, nearest(view.data.pairs, pairOf(view)) + by);
  const space = target.tagName === "BUTTON" ? {} : { " ": () => toggle(view) };
  if (target === view.offsetSlider) return space;
  const upDown = target === view.canvas ? mark : (by) => move(-by);
  return {
    ArrowLeft: move(-1), ArrowRight: move(1), ArrowUp: upDown(-1), ArrowDown: upDown(1),
    Home: () => rest(view, 0), End: () => rest(view, view.data.last), ...space,
  };
}

function clockUnder(view, event) {
  const { columns, cell, row } = grid(view.data.pairs.length, widthOf(view.canvas));
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
  view.scrub.max = data.last;
  view.scrub.value = position;
  view.scrub.setAttribute("aria-valuetext", `position ${plain(Math.round(position))}`);
  for (const control of [view.play, view.back, view.on, view.scrub]) control.disabled = data.last === 0;
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
  const layout = grid(data.pairs.length, widthOf(canvas));
  const pen = sheet(canvas, layout.rows * layout.row);
  const look = { ...inks(canvas), ...data.colours, line: layout.line, radius: layout.side / 2 - 6 };
  const ends = tips(at(view), data.frequencies);
  const ghosts = tips(at(view) + view.offset, data.frequencies);
  const markedIndex = nearest(data.pairs, pairOf(view));
  data.frequencies.forEach((frequency, i) => {
    pen.save();
    const [across, down] = [i % layout.columns, Math.floor(i / layout.columns)];
    pen.translate((across + 0.5) * layout.cell, down * layout.row + layout.side / 2);
    drawFace(pen, look, i === markedIndex);
    const isBlurred = view.playing && (frequency * view.speed.value) / 60 > BLUR;
    if (isBlurred) drawBlur(pen, look);
    else drawHands(pen, look, ends[i], ghosts[i], view.offset * frequency);
    const turns = view.formats[i].format((at(view) * frequency) / TURN);
    drawLabel(pen, look, layout.side / 2, [`pair ${WHOLE.format(data.pairs[i])}`, `${tokens(TURN / frequency)} tokens`, `${turns} turns`]);
    pen.restore();
  });
  canvas.dataset.hands = view.playing ? "" : JSON.stringify(ends);
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

export default function (mounting) {
  return mount(mounting, { open, derive, arrive, rest: restValues, motion, move, paint });
}
