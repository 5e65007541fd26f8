// A sentence's tokens twice, and lines from each token above to those below that a head lets it look at. Attention is core's.
// A position id that is moved goes to the server as a slider's value does, and the lines follow.

import { ask, inks, mount, sheet, widthOf } from "../../kit/canvas.js";
import { element, fillTemplate } from "../../kit/element.js";
import { onKeys, pointOn, track } from "../../kit/gestures.js";
import { clampIndex } from "../../kit/numbers.js";
import { holdText } from "../../kit/preview.js";
import { report } from "../../kit/report.js";
import { unpack } from "../../kit/wire.js";

const HEIGHT = 250, TOP = 24, BOTTOM = 206; // pixels: of the canvas, and where lines begin and end
const NARROW = 44, WIDE = 96; // pixels of a column, at least and where tokens are long
const THICK = 11, FAINT = 0.02; // width of a line of all attention, and the share below which none is drawn
const SQUEEZED = 1.15; // as many times the room as a row may want and still be squeezed into it
const MARGIN = 20, LINE = 15; // pixels: of the map beside and above its cells

// ---- Pure functions; tests compare them with core.

export function idsOf(text, count, last) {
  const parts = `${text}`.split(",");
  return Array.from({ length: count }, (_, i) => clampIndex(Number(parts[i]) || 0, last));
}

// How far an id goes with a pointer that has gone up by some pixels: one by one at first, then faster.
export function steps(pixels) {
  const far = Math.abs(pixels);
  return Math.sign(pixels) * Math.round(far / 8 + (far / 32) ** 2);
}

// Layer and head of "0.2"; what names none is that of the default.
export function headOf(text, layers, heads) {
  const [layer, head] = `${text}`.split(".").map(Number);
  const exists = Number.isInteger(layer) && Number.isInteger(head) && layer >= 0 && layer < layers && head >= 0 && head < heads;
  return exists ? [layer, head] : [0, 2];
}

// Pixels of the row: what is a little too wide is squeezed, as nobody would look for its last token; what is much too wide scrolls.
export function leastWidth(wanted, room) {
  return wanted > room && wanted < SQUEEZED * room ? room : wanted;
}

export function percent(share) {
  return `${Math.round(100 * share)}%`;
}

// ---- The view.

function open(root) {
  const find = (selector) => root.querySelector(selector);
  const [words, even] = root.querySelectorAll(".key > span");
  return {
    root: find(".attention"), lines: find(".lines"), idRow: find(".ids"), map: find(".map"), says: find(".says"), words, even,
    hints: root.querySelectorAll(".hint"), likenesses: find(".likenesses"), focused: 0, word: null, typed: "",
    isServed: Boolean(document.querySelector("[data-testid=stApp]")), // a page without the app cannot compute other ids
  };
}

function arrive(view, first) {
  const { data, root } = view, { texts, tokens } = data;
  for (const name in data.colours) root.style.setProperty(`--${name}`, data.colours[name]);
  root.classList.toggle("off", !data.has_positions);
  view.words.textContent = texts.key;
  view.even.querySelector("span").textContent = fillTemplate(texts.even, { n: tokens.length, even: percent(1 / tokens.length) });
  root.style.setProperty("--even", `${Math.max(THICK / tokens.length, 1)}px`);
  view.hints[0].textContent = texts[data.has_positions ? (view.isServed ? "ids" : "ids: fixed") : "ids: off"];
  view.hints[1].textContent = texts.map;
  if (JSON.stringify(tokens) !== view.tokens) build(view);
  showBars(view);
  if (first) listen(view);
}

function build(view) {
  const { tokens, texts } = view.data;
  view.tokens = JSON.stringify(tokens);
  view.focused = clampIndex(view.focused, tokens.length - 1);
  view.word = null;
  view.cells = tokens.map((token, i) => {
    if (!view.isServed) return element("b", {});
    const one = element("b", { role: "spinbutton", "aria-label": fillTemplate(texts["id of"], { token, place: i + 1 }) });
    one.onpointerdown = (event) => grab(view, i, event);
    one.onfocus = () => focusOn(view, i);
    one.onblur = () => point(view, null);
    onKeys(one, () => keysOf(view, i));
    return one;
  });
  view.idRow.setAttribute("aria-label", texts.ids);
  view.idRow.replaceChildren(...view.cells);
}

function ids({ ids: text, data }) {
  return idsOf(text, data.tokens.length, data.last);
}

function head({ head: text, data: { moved } }) {
  return headOf(text, moved.length, moved[0].length);
}

function rest(view) {
  return { ids: ids(view).join(","), head: head(view).join(".") };
}

// Attention of the head: share(query, key).
function shares({ data }, [layer, head]) {
  const n = data.tokens.length, start = (layer * data.moved[0].length + head) * n * n;
  return (query, key) => data.shares[start + query * n + key] / 255;
}

// ---- Events.

function change(view, i, value) {
  const all = ids(view);
  all[i] = clampIndex(value, view.data.last);
  view.ids = all.join(",");
  holdText("ids", view.ids);
  ask(view);
}

function grab(view, i, event) {
  if (event.button) return;
  const from = ids(view)[i], { clientY } = event;
  view.grip = true;
  view.cells[i].focus({ preventScroll: true });
  event.preventDefault();
  const follow = (moved) => change(view, i, from + steps(clientY - moved.clientY));
  track(view.cells[i], event, follow, () => {
    view.grip = false;
    report(view);
  });
}

function keysOf(view, i) {
  const now = ids(view)[i];
  const set = (value, typed = "") => () => {
    view.typed = typed;
    change(view, i, value);
    report(view);
  };
  const go = (to) => () => view.cells[clampIndex(to, view.cells.length - 1)].focus();
  const acts = {
    ArrowUp: set(now + 1), ArrowDown: set(now - 1), PageUp: set(now + 10), PageDown: set(now - 10), Home: set(0), End: set(view.data.last),
    ArrowLeft: go(i - 1), ArrowRight: go(i + 1),
    Backspace: set(Math.floor(now / 10), `${now}`.slice(0, -1)),
  };
  for (let digit = 0; digit < 10; digit++) {
    const typed = Number(`${view.typed}${digit}`) > view.data.last ? `${digit}` : `${view.typed}${digit}`;
    acts[digit] = set(Number(typed), typed);
  }
  return acts;
}

function focusOn(view, i) {
  Object.assign(view, { focused: i, typed: "" });
  point(view, i);
}

// The token above whose shares are written out.
function point(view, word) {
  if (word === view.word) return;
  view.word = word;
  ask(view);
}

function listen(view) {
  const { lines, map } = view;
  const tokenAt = (event) => clampIndex(Math.floor((pointOn(lines, event)[0] / widthOf(lines)) * view.data.tokens.length), view.data.tokens.length - 1);
  lines.onpointermove = lines.onpointerdown = (event) => point(view, tokenAt(event));
  lines.onpointerleave = ({ pointerType }) => pointerType !== "touch" && point(view, null);
  const chooseAt = (event) => {
    const [x, y] = pointOn(map, event), { moved } = view.data, { cell, high } = view.grid;
    const layer = clampIndex(Math.floor((y - LINE) / high), moved.length - 1);
    choose(view, layer, clampIndex(Math.floor((x - MARGIN) / cell), moved[0].length - 1));
  };
  map.onpointerdown = (event) => {
    chooseAt(event);
    track(map, event, chooseAt, () => report(view));
  };
  onKeys(map, () => {
    const [layer, at] = head(view), { moved } = view.data, last = moved[0].length - 1;
    const go = (to, across) => () => {
      choose(view, clampIndex(to, moved.length - 1), clampIndex(across, last));
      report(view);
    };
    return {
      ArrowUp: go(layer - 1, at), ArrowDown: go(layer + 1, at), ArrowLeft: go(layer, at - 1), ArrowRight: go(layer, at + 1),
      Home: go(layer, 0), End: go(layer, last),
    };
  });
}

function choose(view, layer, at) {
  view.head = `${layer}.${at}`;
  ask(view);
}

// ---- Drawing.

function paint(view) {
  const { data, lines, root } = view, chosen = head(view), look = inks(lines);
  const measure = lines.getContext("2d");
  measure.font = `14px ${look.font}`;
  const longest = Math.max(...data.tokens.map((token) => measure.measureText(token).width));
  const column = Math.min(Math.max(longest + 8, NARROW), WIDE);
  root.style.setProperty("--least", `${leastWidth(column * data.tokens.length, widthOf(root)) / 16}rem`);
  if (!view.grip && !view.timer && !view.reports.length) holdText("ids", null); // the address has them
  showIds(view);
  drawLines(view, chosen, look);
  drawMap(view, chosen, look);
  view.says.textContent = sentenceOf(view, chosen);
}

function showIds(view) {
  ids(view).forEach((id, i) => {
    const one = view.cells[i];
    one.textContent = id;
    one.classList.toggle("changed", id !== i && view.data.has_positions);
    if (!view.isServed) return;
    one.tabIndex = i === view.focused ? 0 : -1;
    for (const [name, value] of [["now", id], ["min", 0], ["max", view.data.last]]) one.setAttribute(`aria-value${name}`, value);
  });
}

function drawLines(view, chosen, look) {
  const { data, lines, word } = view, { tokens, colours } = data, n = tokens.length;
  const pen = sheet(lines, HEIGHT), column = widthOf(lines) / n, share = shares(view, chosen);
  const x = (i) => (i + 0.5) * column;
  lines.setAttribute("aria-label", data.alt);
  lines.dataset.head = chosen.join(".");
  pen.strokeStyle = colours.line;
  pen.lineCap = "butt";
  for (let query = 0; query < n; query++) {
    for (let key = 0; key < n; key++) {
      const part = share(query, key);
      if (part < FAINT) continue;
      pen.globalAlpha = (0.2 + 0.7 * part) * (word === null || word === query ? 1 : 0.12);
      pen.lineWidth = THICK * part;
      pen.beginPath();
      pen.moveTo(x(query), TOP);
      pen.lineTo(x(key), BOTTOM);
      pen.stroke();
    }
  }
  pen.globalAlpha = 1;
  pen.textAlign = "center";
  tokens.forEach((token, i) => {
    const text = fit(pen, token, column - 6, look.font, i === word);
    pen.fillStyle = look.text;
    pen.fillText(text, x(i), 15);
    pen.font = `14px ${look.font}`;
    pen.fillText(fit(pen, token, column - 6, look.font, false), x(i), HEIGHT - 8);
    if (word === null || share(word, i) < 0.005) return;
    pen.font = `600 13px ${look.font}`;
    pen.fillText(percent(share(word, i)), x(i), HEIGHT - 27);
  });
}

function fit(pen, token, width, font, isStrong) {
  pen.font = `${isStrong ? "600 " : ""}14px ${font}`;
  if (pen.measureText(token).width <= width) return token;
  let end = token.length - 1;
  while (end > 1 && pen.measureText(`${token.slice(0, end)}…`).width > width) end--;
  return `${token.slice(0, end)}…`;
}

function drawMap(view, [layer, at], look) {
  const { data, map } = view, { moved, colours, texts } = data, across = moved[0].length;
  const cell = (widthOf(map) - MARGIN) / across, high = Math.min(Math.max(cell * 0.85, 18), 24);
  view.grid = { cell, high };
  const pen = sheet(map, LINE + high * moved.length);
  pen.font = `11px ${look.font}`;
  moved.forEach((row, i) => {
    row.forEach((value, j) => {
      pen.fillStyle = mixed(colours.low, colours.high, value);
      pen.fillRect(MARGIN + j * cell + 0.5, LINE + i * high + 0.5, cell - 1, high - 1);
    });
  });
  pen.fillStyle = look.text;
  pen.textAlign = "center";
  moved[0].forEach((_, j) => pen.fillText(`${j}`, MARGIN + (j + 0.5) * cell, LINE - 5));
  moved.forEach((_, i) => pen.fillText(`${i}`, MARGIN / 2, LINE + (i + 0.5) * high + 4));
  pen.lineWidth = 2.5;
  pen.strokeStyle = look.text;
  pen.strokeRect(MARGIN + at * cell + 1, LINE + layer * high + 1, cell - 2, high - 2);
  map.setAttribute("aria-label", `${texts.map} ${sentenceOf(view, [layer, at])}`);
}

function mixed(low, high, share) {
  const channel = (colour, i) => parseInt(colour.slice(1 + 2 * i, 3 + 2 * i), 16);
  return `rgb(${[0, 1, 2].map((i) => Math.round((1 - share) * channel(low, i) + share * channel(high, i)))})`;
}

function sentenceOf({ data }, [layer, at]) {
  const { texts, tokens } = data;
  const where = data.aims[layer][at], share = percent(data.aim_shares[layer][at]);
  const facts = { head: `${layer}.${at}`, where, share, even: percent(1 / tokens.length) };
  return fillTemplate(texts[data.has_positions ? "says" : "says: off"], { ...facts, moved: percent(data.moved[layer][at]) });
}

function showBars({ data, likenesses }) {
  const nodes = data.bars.flatMap(({ label, value, number, colour, heading }) => [
    heading ? element("p", { class: "hint" }, heading) : null,
    element("div", { class: "bar" },
      element("span", { title: label }, label),
      element("output", {}, number),
      element("i", {}, element("b", { style: `width: ${100 * Math.min(Math.max(value, 0), 1)}%; background: ${colour}` })),
    ),
  ]);
  likenesses.replaceChildren(...nodes.filter(Boolean));
}

export default function (mounting) {
  return mount({ ...mounting, data: unpack(mounting.data) }, { open, arrive, rest, paint });
}
