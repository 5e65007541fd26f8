// A query and a key of one pair of features, as arrows that turn counter-clockwise by position × frequency, and the
// map of their dot products at all positions.

import { ask, disc, inks, line, mount, ring, sector, sheet, widthOf } from "../../kit/canvas.js";
import { dot, inverseFrequencies, rotate } from "../../kit/encoding.js";
import { pointOn, track } from "../../kit/gestures.js";
import { withMinus, thousandths, TURN, whole } from "../../kit/numbers.js";
import { report } from "../../kit/report.js";
import { at, between, movedTo, speed } from "./positions.js";
import { drawMap, EDGE, grid } from "./map.js";

// ---- The view: elements of the page and the current values.
function open(root) {
  const find = (selector) => root.querySelector(selector);
  const side = (name) => ({ slider: find(`.controls .${name} input`), readout: find(`.controls .${name} output`) });
  return {
    root: find(".rotation"), box: find(".lock input"), speedText: find(".turning"),
    controls: { m: side("query"), n: side("key"), pair: side("pair") },
    handles: { m: find(".query.handle"), n: find(".key.handle") },
    dial: find(".dial canvas"), map: find(".map canvas"), numbers: (name) => find(`.controls .${name}`),
  };
}

function derive({ head_dim, length, base, scale }) {
  return { frequencies: inverseFrequencies(head_dim, base, scale), last: length - 1 };
}

function arrive(view, first) {
  show(view); // now, so that events before the first frame find the sliders set
  if (first) listen(view);
}

function paint(view) {
  show(view);
  drawDial(view);
  drawMap(view);
}

// ---- Motion.

function go(view, which, target) {
  Object.assign(view, movedTo(at(view), which, target, view.data.last));
  ask(view);
}

// ---- Events.

function listen(view) {
  for (const which of ["m", "n"]) {
    const { slider } = view.controls[which];
    slider.oninput = () => go(view, which, +slider.value);
    slider.onchange = () => report(view);
    view.handles[which].onpointerdown = (event) => grab(view, which, event);
  }
  const { slider } = view.controls.pair;
  slider.oninput = () => {
    view.pair = +slider.value;
    ask(view);
  };
  slider.onchange = () => report(view);
  view.box.onchange = () => {
    view.lock = +view.box.checked;
    report(view);
  };
  view.map.onpointerdown = (event) => {
    event.preventDefault();
    track(view.map, event, (point) => pick(view, point), () => report(view));
    pick(view, event);
  };
}

// An arrow follows the pointer around the centre, also over several turns.
function grab(view, which, event) {
  const { top, left, width } = view.dial.getBoundingClientRect();
  const angleOf = ({ clientX, clientY }) => Math.atan2(top + width / 2 - clientY, clientX - left - width / 2);
  let [angle, target] = [angleOf(event), at(view)[which]];
  const follow = (point) => {
    target += between(angle, angleOf(point)) / speed(view);
    angle = angleOf(point);
    go(view, which, target);
  };
  event.preventDefault();
  track(view.handles[which], event, follow, () => report(view));
}

function pick(view, event) {
  const { rows, columns, size, cell } = grid(view);
  const index = (pixels) => Math.min(Math.max(Math.floor(pixels / cell), 0), size - 1);
  const [x, y] = pointOn(view.map, event);
  const [m, n] = [rows + index(y - EDGE.top), columns + index(x - EDGE.left)];
  if (view.lock) go(view, "m", (m + n + at(view).m - at(view).n) / 2); // the nearest point with the same offset
  else Object.assign(view, { m, n });
  ask(view);
}

// ---- Drawing.

function show(view) {
  const { data, controls, root } = view;
  const { m, n, pair, lock } = at(view);
  const frequency = speed(view);
  for (const name in data.colours) root.style.setProperty(`--${name}`, data.colours[name]);
  const lastPair = data.frequencies.length - 1;
  for (const [which, value, last] of [["m", m, data.last], ["n", n, data.last], ["pair", pair, lastPair]]) {
    const { slider, readout } = controls[which];
    readout.textContent = whole(value);
    Object.assign(slider, { max: last, value, disabled: last === 0 });
    slider.setAttribute("aria-valuetext", `${whole(value)}, product ${score(view).toFixed(4)}`);
  }
  view.speedText.textContent = `${+frequency.toPrecision(4)} radians per token`;
  view.box.checked = lock;
  view.numbers("product").textContent = thousandths(score(view));
  view.numbers("apart").textContent = `${whole(m - n)} tokens`;
  view.numbers("ahead").textContent = degrees(m * frequency);
  view.numbers("behind").textContent = degrees(n * frequency);
  view.numbers("angle").textContent = degrees((m - n) * frequency);
  view.dial.setAttribute("aria-label", data.alt.dial);
  view.map.setAttribute("aria-label", data.alt.map);
}

function arrowTips(view) {
  const { m, n } = at(view);
  const { query, key } = view.data;
  return { m: rotate(query, m, speed(view)), n: rotate(key, n, speed(view)) };
}

function score(view) {
  const { m, n } = arrowTips(view);
  return dot(m, n);
}

// Degrees, preceded by whole turns if there are any.
function degrees(angle) {
  const turns = Math.trunc(angle / TURN);
  const rest = ((angle - turns * TURN) * 360) / TURN;
  const text = `${withMinus(rest.toFixed(Math.abs(rest) < 1 ? 3 : 1))}°`;
  return turns ? `${whole(turns)} ${Math.abs(turns) === 1 ? "turn" : "turns"} ${text.replace("−", "")}` : text;
}

function drawDial(view) {
  const { data, dial } = view;
  const { m, n } = at(view);
  const pen = sheet(dial);
  const [side, look, frequency] = [widthOf(dial), { ...inks(dial), ...data.colours }, speed(view)];
  const radius = side / 2 - 44;
  const arrows = arrowTips(view);
  pen.translate(side / 2, side / 2);
  drawFace(pen, look, radius);
  const start = ([x, y]) => Math.atan2(y, x);
  sector(pen, 0.62 * radius, -start(arrows.n), -((m - n) * frequency) % TURN, look.between);
  arc(pen, 0.42 * radius, start(data.query), (m * frequency) % TURN, look.query);
  arc(pen, 0.28 * radius, start(data.key), (n * frequency) % TURN, look.key);
  arrow(pen, arrows.n, radius, look.key);
  arrow(pen, arrows.m, radius, look.query);
  placeHandles(view, arrows, radius);
  dial.dataset.arrows = JSON.stringify([arrows.m, arrows.n]);
}

function drawFace(pen, { dial, rim, text, font }, radius) {
  disc(pen, [0, 0], radius, dial);
  ring(pen, [0, 0], radius, rim, 1);
  line(pen, [-radius, 0], [radius, 0], rim, 1);
  line(pen, [0, -radius], [0, radius], rim, 1);
  line(pen, [0.93 * radius, 0], [radius, 0], text, 3); // both arrows' start
  pen.fillStyle = text;
  pen.font = `13px ${font}`;
  pen.textAlign = "right";
  pen.fillText("position 0", 0.9 * radius, 17);
}

// Places the letters beyond the tips, without overlap.
function placeHandles(view, arrows, radius) {
  const angles = { m: Math.atan2(arrows.m[1], arrows.m[0]), n: Math.atan2(arrows.n[1], arrows.n[0]) };
  const apart = between(angles.n, angles.m);
  const room = 36 / (radius + 22); // radians that two letters take
  const missing = Math.max(0, room - Math.abs(apart)) / 2;
  const way = apart < 0 || (apart === 0 && at(view).m < at(view).n) ? -1 : 1;
  for (const [which, push] of [["m", way * missing], ["n", -way * missing]]) {
    const { style } = view.handles[which];
    const [x, y] = [Math.cos(angles[which] + push), Math.sin(angles[which] + push)];
    style.left = `calc(50% + ${((radius + 22) * x) / 16}rem)`;
    style.top = `calc(50% - ${((radius + 22) * y) / 16}rem)`;
  }
}
function arrow(pen, [x, y], radius, colour) {
  const tip = [x * radius, -y * radius];
  const angle = Math.atan2(tip[1], tip[0]);
  const barb = (turn) => [tip[0] - 14 * Math.cos(angle + turn), tip[1] - 14 * Math.sin(angle + turn)];
  const foot = [tip[0] - 10 * Math.cos(angle), tip[1] - 10 * Math.sin(angle)];
  line(pen, [0, 0], foot, colour, 4);
  pen.beginPath();
  for (const point of [tip, barb(0.42), barb(-0.42)]) pen.lineTo(...point);
  pen.fillStyle = colour;
  pen.fill();
}

function arc(pen, radius, start, angle, colour) {
  pen.beginPath();
  pen.arc(0, 0, radius, -start, -start - angle, angle > 0);
  pen.lineWidth = 3;
  pen.strokeStyle = colour;
  pen.stroke();
}

export default function (mounting) {
  return mount(mounting, { open, derive, arrive, rest: at, paint });
}
