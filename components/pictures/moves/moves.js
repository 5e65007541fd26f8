// Five moves: one picture that becomes the next. The address says which move is shown; what the reader drags stays in the
// page. Handles are elements of the page above the canvas, so that a finger, a key and a screen reader find them.

import { openLink } from "../../kit/address.js";
import { sheet, widthOf } from "../../kit/canvas.js";
import { signedImage } from "../../kit/colours.js";
import { fillTemplate } from "../../kit/element.js";
import { cell, columns } from "../../kit/encoding.js";
import { onKeys, pointOn, track } from "../../kit/gestures.js";
import { magnification } from "../../kit/magnification.js";
import { TURN, withMinus } from "../../kit/numbers.js";
import { followedPictures } from "../../kit/preview.js";
import { differencesOf, orderOf, reading, same, swapPlaces } from "../orders/reading.js";
import { drawFilm, pointAt, rulerAt } from "./drawing.js";
import { LAST, POSITIONS, clamp, movedPair, scoreAt, sentencesIn } from "./film.js";

const MOVE_MS = 850; // in which one picture becomes the next
const LONGEST_MS = 1800; // over several
const SETTLE_MS = 70; // in which what was let go covers two thirds of its way
const NEAR = 0.002; // from its place
const ENOUGH = { 2: 6, 3: 10, 4: 4, 5: 3 }; // positions to drag something before its move is done
const OF_PAIR = ["query", "key", "both"];

// ---- What the reader's numbers say. Pure functions; tests compare them with core.

// Cells of the table, row by row.
export function tableValues({ d_model, base }, layout) {
  const table = { ...columns({ d_model, base, layout }), scale: 1, layout };
  return Float64Array.from({ length: POSITIONS * d_model }, (_, i) => cell(table, Math.floor(i / d_model), i % d_model));
}

export function turnsAt(position, frequency) {
  return (position * frequency) / TURN;
}

// Which move an address names; the first if none.
export function moveIn({ search, hash }) {
  const text = new URLSearchParams(search).get("move") ?? new URLSearchParams(hash.slice(1)).get("move");
  return /^[1-6]$/.test(text ?? "") ? +text : 1;
}

// ---- The view.

function openFilm(root, data) {
  const find = (selector) => root.querySelector(selector);
  const canvas = find("canvas"), { words } = data;
  const view = {
    data, root: find(".moves"), canvas, stage: find(".stage"), number: find(".number output"), what: find(".number span"), lever: find("[role=switch]"),
    answer: find(".answer"), announcement: find(".announcement"), bar: find(".scale i"), small: [...root.querySelectorAll(".small")],
    words: [...root.querySelectorAll(".word")],
    handles: Object.fromEntries([...root.querySelectorAll("[data-handle]")].map((handle) => [handle.dataset.handle, handle])),
    isOn: false, shown: 0, order: data.shown, position: 5, query: 16, key: 12, done: {}, rest: { was: "0", is: "0" }, grip: null, request: 0,
  };
  view.opens = view.order[view.order.length - 1];
  view.at = words.map((_, tile) => view.order.indexOf(tile));
  view.move = view.moment = moveIn(location);
  if (view.move === 3) view.position = 0;
  view.aims = { position: view.position, query: view.query, key: view.key };
  view.most = Math.max(...data.hundredths.position) / 100;
  startMove(view);
  return view;
}

// The places of elements of the page on the stage, in lengths of the canvas.
function smallPlaces({ small, canvas }) {
  const from = canvas.getBoundingClientRect(), size = magnification();
  return small.map((each) => {
    const { left, top, width, height } = each.getBoundingClientRect();
    return { x: (left - from.left) / size, y: (top - from.top) / size, width: width / size, height: height / size };
  });
}

function lookOf(view) {
  const { color, fontFamily, colorScheme } = getComputedStyle(view.canvas), { colours, palettes } = view.data;
  const ground = getComputedStyle(view.root).backgroundColor, kind = isDark(colorScheme) ? "dark" : "light";
  if (view.look?.key === kind + color + ground) return view.look;
  const palette = palettes[kind], paint = (values, width) => bitmap(signedImage(values, width, palette));
  const { d_model } = view.data.table, values = tableValues(view.data.table, view.data.layout);
  const strips = view.data.frequencies.map((frequency) => (
    paint(Float64Array.from({ length: POSITIONS }, (_, position) => Math.cos(position * frequency)), POSITIONS)
  ));
  const tone = (share) => `color-mix(in srgb, ${color} ${share}%, ${ground})`;
  return (view.look = {
    key: kind + color + ground, ...colours, text: color, soft: tone(78), rim: tone(34), card: tone(4), ground, font: fontFamily,
    table: paint(values, d_model), strips,
  });
}

// The app names one scheme, a page without it both.
function isDark(scheme) {
  return scheme.includes("dark") && (!scheme.includes("light") || matchMedia("(prefers-color-scheme: dark)").matches);
}

function bitmap(image) {
  const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
  canvas.getContext("2d").putImageData(image, 0, 0);
  return canvas;
}

// ---- Moves.

function startMove(view) {
  const { root, move } = view;
  root.dataset.now = move;
  root.querySelector("h1").textContent = view.data.texts[`title_${move}`];
  for (const each of root.querySelectorAll("[data-move]")) each.hidden = !each.dataset.move.split(" ").includes(`${move}`);
  view.from = { ...view.aims };
  view.announcement.textContent = "";
}

function goTo(view, move) {
  if (move === view.move) return;
  if (view.move === 1 && move > 1) Object.assign(view.aims, { position: view.order.indexOf(view.opens) });
  if (view.move === 1 && move > 1) view.position = view.aims.position;
  if (view.move < 3 && move === 3) view.aims.position = 0; // the reader draws the waves, from their beginning
  view.move = move;
  view.pace = Math.abs(move - view.moment) / Math.min(Math.abs(move - view.moment) * MOVE_MS, LONGEST_MS); // moves per ms
  startMove(view);
  view.root.querySelector("h1").focus({ preventScroll: true });
  draw(view);
}

// ---- Motion.

function isStill() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

function draw(view) {
  view.request ||= requestAnimationFrame((now) => {
    view.request = 0;
    if (view.root.isConnected && !view.hasEnded && view.canvas.clientWidth) stepFilm(view, now);
  });
}

function stepFilm(view, now) {
  const passedMs = view.before ? Math.min(now - view.before, 50) : 16, { moment, move } = view;
  const share = isStill() ? 1 : 1 - Math.exp(-passedMs / SETTLE_MS);
  const near = (value, aim) => (Math.abs(aim - value) < NEAR ? aim : value + share * (aim - value));
  const by = isStill() ? Infinity : (view.pace ?? 0) * passedMs;
  view.moment = moment < move ? Math.min(moment + by, move) : Math.max(moment - by, move);
  const places = view.at.map((value, tile) => (view.grip?.tile === tile ? value : view.order.indexOf(tile)));
  view.at = view.at.map((value, tile) => near(value, places[tile]));
  view.shown = near(view.shown, view.isOn ? 1 : 0);
  const aims = Object.entries(view.aims);
  for (const [name, aim] of aims) view[name] = view.grip ? aim : near(view[name], aim);
  // Not whether this frame has changed anything: a busy browser gives two frames the same time.
  const isHere = view.moment === move && view.shown === (view.isOn ? 1 : 0) && same(view.at, places);
  const isMoving = !isHere || aims.some(([name, aim]) => view[name] !== aim);
  view.before = isMoving ? now : 0;
  show(view);
  if (isMoving) draw(view);
}

// ---- What is shown.

function changesOf({ data, order, isOn }) {
  if (!isOn) return data.words.map(() => data.without);
  const differences = differencesOf(order, data, "position"), changes = [];
  reading(order, data.words).forEach((place, position) => (changes[order[position]] = differences[place]));
  return changes;
}

function sceneOf(view) {
  const { data, canvas, moment } = view, changes = changesOf(view);
  const size = { width: widthOf(canvas), height: canvas.clientHeight / magnification() };
  const cast = { words: data.words.length, pairs: data.frequencies.length, opensAt: view.at[view.opens], shares: data.shares };
  const { at, shown, position, query, key, opens } = view, places = [];
  reading(view.order, data.words).forEach((place, i) => (places[view.order[i]] = place));
  return {
    moment, size, cast, at, shown, position, query, key, opens, places, changes, largest: Math.max(...changes), held: view.grip?.tile,
    words: data.words, frequencies: data.frequencies, rotary: data.rotary, texts: data.texts, small: moment > 5 ? smallPlaces(view) : [],
  };
}

function show(view) {
  const scene = sceneOf(view);
  drawFilm(sheet(view.canvas), scene, lookOf(view));
  view.root.dataset.at = view.moment;
  placeHandles(view, scene);
  showNumber(view, scene);
}

function placeHandles(view, scene) {
  const { column, top, card } = sentencesIn(scene.size, scene.cast), ruler = rulerAt(scene), size = magnification();
  const put = (handle, [x, y]) => (handle.style.translate = `${x * size}px ${y * size}px`);
  view.words.forEach((word, tile) => {
    put(word, [(view.at[tile] + 0.5) * column, top + card.height / 2]);
    Object.assign(word.style, { width: `${card.width * size}px`, height: `${card.height * size}px` });
    word.ariaValueNow = view.order.indexOf(tile);
  });
  const { position, query, key } = view;
  const places = { position: [position, 24], query: [query, -46], key: [key, 46], both: [(query + key) / 2, 0] };
  for (const [name, handle] of Object.entries(view.handles)) {
    put(handle, pointAt(ruler, ...places[name]));
    const value = Math.round(name === "both" ? view.aims.query - view.aims.key : view.aims[name]);
    if (name === "both") handle.querySelector("b").style.width = `${Math.max(34, Math.abs(query - key) * ruler.step) * size}px`;
    else handle.querySelector("output").textContent = value;
    handle.ariaValueNow = Math.round(name === "both" ? (view.aims.query + view.aims.key) / 2 : value);
    handle.ariaValueText = name === "both" ? fillTemplate(view.data.texts.distance_is, { distance: withMinus(`${value}`) }) : `${value}`;
  }
}

// The one number of a move, and whether the reader has done what it asks for.
function showNumber(view, scene) {
  const { texts } = view.data, facts = factsOf(view, scene), { move, rest } = view;
  if (!view.grip && facts.largest !== rest.is) view.rest = { was: rest.is, is: facts.largest };
  view.number.textContent = facts.number ?? "";
  view.what.textContent = fillTemplate(texts[`number_${move}`] ?? "", facts);
  view.bar.style.width = `${(100 * scene.largest) / view.most}%`;
  view.lever.setAttribute("aria-checked", view.isOn);
  view.lever.querySelector("b").textContent = texts[view.isOn ? "on" : "off"];
  const answer = answerOf(view, facts), text = answer ? fillTemplate(texts[answer], facts) : "";
  if (view.answer.textContent !== text) view.answer.textContent = text;
  view.root.dataset.done = Boolean(answer?.startsWith("done"));
}

function factsOf(view, { largest }) {
  const { data, move, from } = view, { position, query, key } = view.grip ? view.aims : mapped(view.aims, Math.round);
  const [fast, slow] = [data.frequencies[0], data.frequencies.at(-1)].map((frequency) => turnsAt(position, frequency));
  const score = scoreAt(query, key, data.rotary), difference = largest ? largest.toFixed(2) : "0", distance = Math.abs(Math.round(query) - Math.round(key));
  return {
    number: [
      difference, fast.toFixed(1), fast.toFixed(1), `${Math.round(position)}`, withMinus(score.toFixed(2)),
    ][move - 1],
    word: view.equal, largest: difference, before: difference === view.rest.is ? view.rest.was : view.rest.is, fast: fast.toFixed(1), slow: slow && slow < 0.01 ? "< 0.01" : slow.toFixed(2), position: Math.round(position), distance,
    score: withMinus(score.toFixed(2)), by: Math.abs(Math.round(query) - Math.round(from.query)), columns: data.table.d_model,
  };
}

function mapped(record, change) {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}

// Name of the text that answers what the reader has done in this move; none before.
function answerOf(view, { distance }) {
  const { move, done, from, aims, isOn, data, last } = view, way = (name) => Math.abs(aims[name] - from[name]);
  if (move === 1) {
    const isFirst = view.order.every((tile, place) => data.words[tile] === data.words[place]);
    if (view.equal && !view.grip) return "equal";
    done[1] ||= isOn && !isFirst && view.hasMoved;
    if (!isOn) return view.wasOn ? "off_again" : "";
    return isFirst ? "same" : done[1] ? "done_1" : "on_1";
  }
  if (move in { 2: 0, 3: 0, 4: 0 }) {
    done[move] ||= way("position") >= ENOUGH[move];
    return done[move] ? `done_${move}` : "";
  }
  if (move !== 5) return "";
  const isBar = last === "both";
  if (!isBar && distance !== Math.abs(from.query - from.key)) view.parted = aims.query; // from where the bar counts
  const isParted = view.parted !== undefined;
  done[5] ||= isBar && isParted && Math.abs(aims.query - view.parted) >= ENOUGH[5];
  if (done[5]) return isBar ? "done_5" : "done_5_apart";
  if (isParted) return "apart_5";
  return isBar && way("query") >= ENOUGH[5] ? "bar_5" : "";
}

function say(view) {
  const text = [view.number.textContent, view.what.textContent, view.answer.textContent].filter(Boolean).join(". ");
  if (text !== view.announcement.textContent) view.announcement.textContent = text;
}

// ---- Events.

function listenTo(view) {
  view.lever.onclick = () => {
    view.isOn = !view.isOn;
    view.wasOn ||= view.isOn;
    view.equal = "";
    rested(view);
  };
  view.words.forEach((word, tile) => {
    word.onpointerdown = (event) => grab(view, word, event, { tile, at: view.at[tile], order: view.order });
    onKeys(word, () => wordKeys(view, tile));
  });
  for (const [name, handle] of Object.entries(view.handles)) {
    handle.onpointerdown = (event) => grab(view, handle, event, { name, at: valueOfHandle(view, name) });
    onKeys(handle, () => handleKeys(view, name));
  }
  view.canvas.onpointerdown = (event) => {
    if (![2, 3, 4].includes(view.move) || view.moment !== view.move) return;
    const at = placeUnder(view, event);
    grab(view, view.canvas, event, { name: "position", at });
    moveHandle(view, "position", at);
  };
  view.root.onclick = (event) => {
    const link = event.target.closest("a[href]"), isPlain = !(event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
    if (!link || event.defaultPrevented || !isPlain || !document.querySelector("[data-testid=stApp]")) return; // a folder's links are plain
    event.preventDefault();
    openLink(link.href);
  };
}

// The position on the ruler below a pointer.
function placeUnder(view, event) {
  const { x, y, angle, step } = rulerAt(sceneOf(view)), [left, top] = pointOn(view.canvas, event);
  return ((left - x) * Math.cos(angle) + (top - y) * Math.sin(angle)) / step;
}

function valueOfHandle({ aims }, name) {
  return name === "both" ? (aims.query + aims.key) / 2 : aims[name];
}

function grab(view, element, event, grip) {
  if (event.button || view.grip) return;
  const from = view.move === 1 ? pointOn(view.canvas, event)[0] : placeUnder(view, event);
  view.grip = grip;
  view.root.dataset.touched = "";
  element.classList.add("held");
  track(element, event, (moved) => {
    if (grip.name) return moveHandle(view, grip.name, grip.at + placeUnder(view, moved) - from);
    const { column } = sentencesIn(sceneOf(view).size, { words: view.words.length });
    moveWord(view, grip, grip.at + (pointOn(view.canvas, moved)[0] - from) / column);
  }, () => {
    view.grip = null;
    if (grip.order && `${grip.order}` !== `${view.order}`) noteEqual(view, grip.tile, grip.order);
    element.classList.remove("held");
    for (const name of Object.keys(view.aims)) view.aims[name] = Math.round(view.aims[name]);
    rested(view);
    element.dispatchEvent(new Event("change", { bubbles: true })); // a presenter's keys are free again: clicker.js
  });
  draw(view);
}

function moveHandle(view, name, to) {
  const { aims } = view;
  view.last = name;
  if (OF_PAIR.includes(name)) [aims.query, aims.key] = movedPair([aims.query, aims.key], name, to);
  else aims[name] = clamp(to, 0, LAST);
  draw(view);
}

function moveWord(view, { tile, order }, to) {
  view.at[tile] = clamp(to, 0, view.words.length - 1);
  view.opens = tile;
  view.order = swapPlaces(order, order.indexOf(tile), Math.round(view.at[tile]));
  view.hasMoved ||= view.isOn && view.order !== order && `${view.order}` !== `${order}`;
  draw(view);
}

// Two equal words that change places leave the sentence as it was.
function noteEqual(view, tile, before) {
  const { words } = view.data, isSame = `${reading(before, words)}` === `${reading(view.order, words)}`;
  view.equal = isSame ? words[tile] : "";
}

function handleKeys(view, name) {
  const move = (by) => () => {
    const value = valueOfHandle(view, name);
    moveHandle(view, name, by === -Infinity ? 0 : by === Infinity ? LAST : value + by);
    rested(view);
  };
  return {
    ArrowLeft: move(-1), ArrowRight: move(1), ArrowDown: move(view.move === 4 ? 1 : -1), ArrowUp: move(view.move === 4 ? -1 : 1),
    Home: move(-Infinity), End: move(Infinity), ...pageKeys(view),
  };
}

function wordKeys(view, tile) {
  const move = (by) => () => {
    const from = view.order.indexOf(tile);
    if (!(from + by in view.order)) return;
    const before = view.order;
    view.order = swapPlaces(before, from, from + by);
    noteEqual(view, tile, before);
    view.hasMoved ||= view.isOn;
    view.opens = tile;
    sortWords(view, tile);
    rested(view);
  };
  return { ArrowLeft: move(-1), ArrowDown: move(-1), ArrowRight: move(1), ArrowUp: move(1), ...pageKeys(view) };
}

// Elsewhere on the page a presenter's keys are clicker.js's; it leaves those of a slider alone.
function pageKeys({ root }) {
  const press = (rel) => () => [...root.querySelectorAll(`a[rel=${rel}]`)].find((link) => link.checkVisibility())?.click();
  return { PageDown: press("next"), PageUp: press("prev") };
}

// The elements in the order of the words, for the Tab key; the one in hand stays, since a moved element loses the focus.
function sortWords({ words, order }, tile) {
  const held = words[tile], sorted = order.map((each) => words[each]), place = sorted.indexOf(held);
  sorted.slice(0, place).forEach((word) => held.before(word));
  sorted.slice(place + 1).reverse().forEach((word) => held.after(word));
}

function rested(view) {
  view.root.dataset.touched = "";
  if (view.move === 1) sortWords(view, view.grip?.tile ?? view.opens);
  draw(view);
  requestAnimationFrame(() => requestAnimationFrame(() => say(view)));
}

// What a class follows: nothing of it is in the address.
function followClass(view) {
  const picture = {
    rest: () => ({
      tour_order: view.order.map((tile) => view.data.words[tile]).join("-"), tour_on: view.isOn ? "on" : "off", tour_position: view.aims.position,
      tour_query: view.aims.query, tour_key: view.aims.key,
    }),
    inAddress: () => ({ tour_order: "", tour_on: "", tour_position: "", tour_query: "", tour_key: "" }),
    show: (values) => {
      if (view.grip) return;
      const order = orderOf(values.tour_order, view.data.words);
      if (order) view.order = order;
      if (values.tour_on) view.isOn = values.tour_on === "on";
      for (const name of Object.keys(view.aims)) {
        const value = values[`tour_${name}`];
        if (Number.isFinite(value)) view.aims[name] = clamp(value, 0, LAST);
      }
      draw(view);
    },
    motion: () => {
      if (!view.root.isConnected) followedPictures().delete(picture); // the page has gone on
      return null;
    },
  };
  followedPictures().add(picture);
}

export default function ({ data, parentElement }) {
  const view = openFilm(parentElement, data);
  listenTo(view);
  followClass(view);
  const resize = new ResizeObserver(() => draw(view));
  for (const each of [view.canvas, ...view.small]) resize.observe(each);
  addEventListener("popstate", function again() {
    if (!view.root.isConnected || view.hasEnded) return removeEventListener("popstate", again);
    const isHere = /[?&#]move=/.test(location.search + location.hash);
    if (isHere) goTo(view, moveIn(location));
  });
  return () => {
    view.hasEnded = true;
    resize.disconnect();
  };
}
