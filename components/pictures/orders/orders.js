// Words in an order that the reader changes. A word that is dragged onto another changes places with it; its clock
// turns on the way. All differences are core's: they are looked up by the order.

import { fillTemplate } from "../../kit/element.js";
import { followedPictures } from "../../kit/preview.js";
import { draw } from "../../kit/svg.js";

const EASE = 70; // ms in which a word covers two thirds of its way
const NEAR = 0.003; // positions from its place at which a word has arrived
const WIDEST = 0.44; // of a column, between the strands of the largest difference
const HANDS = [["fast", 40, 3], ["middle", 31, 6], ["slow", 22, 9]]; // lengths and widths, where a dial's radius is 50

// ---- Pure functions; tests compare them with core.

// Where a hand of unit length points: it starts at twelve and turns clockwise.
export function tip(position, frequency) {
  return [Math.sin(position * frequency), Math.cos(position * frequency)];
}

export function swapPlaces(order, from, to) {
  const other = [...order];
  [other[from], other[to]] = [order[to], order[from]];
  return other;
}

// An order as it reads: of equal words the one that comes first in the sentence comes first.
export function reading(order, words) {
  const placesLeft = words.map((_, place) => place);
  return order.map((place) => placesLeft.splice(placesLeft.findIndex((other) => words[other] === words[place]), 1)[0]);
}

// The order that an address names, such as the-mat-sat-on-the-cat; null if it names none.
export function orderOf(text, words) {
  const placesLeft = words.map((_, place) => place);
  const take = (word) => {
    const index = placesLeft.findIndex((place) => words[place] === word);
    return index < 0 ? undefined : placesLeft.splice(index, 1)[0];
  };
  const names = (text ?? "").slice(0, 200).split("-"), order = names.map(take);
  return names.length === words.length && !order.includes(undefined) ? order : null;
}

// The difference of each word's outputs, by its place in the first sentence.
export function differencesOf(order, data, kind) {
  const { words, orders } = data, hundredths = data.hundredths[kind], count = words.length;
  const row = orders.split(" ").indexOf(reading(order, words).join(""));
  return hundredths.slice(count * row, count * (row + 1)).map((value) => value / 100);
}

// A line from the word above to the word below, both across, as a path.
export function cord(above, below, height) {
  return `M${above},0C${above},${0.5 * height} ${below},${0.4 * height} ${below},${height}`;
}

export function same(order, other) {
  return order.every((place, i) => place === other[i]);
}

// ---- The view: elements of the page, the order, and where each word is on its way to its place.

function open(root, data) {
  const find = (selector) => root.querySelector(selector);
  const view = {
    data, root: find(".orders"), tiles: find(".tiles"), words: [...root.querySelectorAll(".word")],
    levers: { on: find(".position"), hasMask: find(".mask") }, number: find("output"), meaning: find(".meaning"), announcement: find(".announcement"), grip: null, request: 0,
  };
  view.widest = Math.max(...Object.values(data.hundredths).flat()) / 100;
  view.cords = draw("svg", { "aria-hidden": true }, ...data.words.map(() => pair()));
  find(".cords").append(view.cords);
  for (const word of view.words) word.querySelector(".dial").append(dial());
  return view;
}

// SVG is drawn here, since st.html takes it out of what it is given.
function pair() {
  return draw("g", {}, ...["then", "now"].map((name) => draw("path", { class: name })));
}

function dial() {
  const ticks = Array.from({ length: 12 }, (_, hour) => draw("path", { d: "M0-46v5", transform: `rotate(${30 * hour})` }));
  const hands = HANDS.map(([name, , width]) => draw("line", { class: name, "stroke-width": width })).reverse();
  const look = { viewBox: "-50 -50 100 100", "aria-hidden": true };
  return draw("svg", look, draw("circle", { r: 48 }), ...ticks, ...hands, draw("circle", { class: "hub", r: 4 }));
}

// Takes order and switch from the address, which is not trusted, and stands at rest there.
function readAddress(view) {
  const query = new URLSearchParams(location.search), { words, shown: firstOrder } = view.data;
  view.order = orderOf(query.get("order"), words) ?? firstOrder;
  view.on = query.get("positions") === "on";
  view.hasMask = query.get("mask") === "on";
  view.at = words.map((_, tile) => view.order.indexOf(tile));
  view.gaps = gaps(view);
  rearrange(view);
}

// A page that needs no server has an address, or a trait, of its own kind.
function writeAddress(view) {
  const { data, order } = view, isUnmoved = same(reading(order, data.words), data.shown);
  const rest = { order: isUnmoved ? null : orderText(view), positions: view.on ? "on" : null, mask: view.hasMask ? "on" : null };
  if (view.tell) return view.tell("rest", rest);
  const address = new URL(location), query = address.searchParams;
  for (const [name, value] of Object.entries(rest)) {
    if (value) query.set(name, value);
    else query.delete(name);
  }
  history.replaceState(history.state, "", address);
}

function orderText({ data, order }) {
  return order.map((place) => data.words[place]).join("-");
}

// What a class follows while a word is in hand; then the address has it.
function follow(view) {
  const picture = {
    rest: () => ({ order: orderText(view) }),
    inAddress: () => ({ order: view.grip ? "" : orderText(view) }),
    show: ({ order, positions, mask }) => {
      const requestedOrder = order === orderText(view) ? null : orderOf(order, view.data.words);
      if (view.grip || !(requestedOrder || positions || mask)) return;
      if (requestedOrder) rearrange(Object.assign(view, { order: requestedOrder }));
      if (positions) view.on = positions === "on";
      if (mask) view.hasMask = mask === "on";
      ask(view);
    },
    motion: () => {
      if (!view.root.isConnected) followedPictures().delete(picture); // the page has gone on
      return null;
    },
  };
  followedPictures().add(picture);
}

// The elements in the order of the words, for the Tab key; the one in hand stays, since a moved element loses the focus.
function rearrange({ tiles, words, order }, grip = words[order[0]]) {
  const sortedWords = order.map((tile) => words[tile]), place = sortedWords.indexOf(grip);
  sortedWords.slice(0, place).forEach((word) => tiles.insertBefore(word, grip));
  tiles.append(...sortedWords.slice(place + 1));
}

// ---- What is shown: differences by position, and how far the two strands of each word are apart.

function changes({ data, order, on, hasMask }) {
  if (!on && !hasMask) return data.words.map(() => data.without);
  const differences = differencesOf(order, data, on ? (hasMask ? "both" : "position") : "mask");
  return reading(order, data.words).map((place) => differences[place]);
}

function gaps(view) {
  const differences = changes(view);
  return view.data.words.map((_, tile) => differences[view.order.indexOf(tile)] / view.widest);
}

// ---- Motion.

function ask(view) {
  view.request ||= requestAnimationFrame((now) => {
    view.request = 0;
    if (view.root.isConnected) step(view, now);
  });
}

function step(view, now) {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const passedMs = view.before ? now - view.before : 16;
  const share = still ? 1 : 1 - Math.exp(-passedMs / EASE);
  const near = (value, aim) => (Math.abs(aim - value) < NEAR ? aim : value + share * (aim - value));
  const aims = gaps(view), { at, gaps: gapsBefore, grip } = view;
  view.at = at.map((value, tile) => (grip?.tile === tile ? value : near(value, view.order.indexOf(tile))));
  view.gaps = gapsBefore.map((value, tile) => near(value, aims[tile]));
  paint(view);
  const isMoving = view.at.some((value, tile) => value !== at[tile]) || view.gaps.some((value, tile) => value !== gapsBefore[tile]);
  view.before = isMoving ? now : 0;
  cover(view, isMoving || grip);
  if (isMoving) ask(view);
}

// On their way words cover each other. At rest they let the page's background through, which may turn dark or light.
function cover({ root }, isMoving) {
  const page = document.querySelector("[data-testid=stApp]") ?? document.body;
  root.style.setProperty("--ground", isMoving ? getComputedStyle(page).backgroundColor : "transparent");
}

// ---- Events.

function listen(view) {
  view.words.forEach((word, tile) => {
    word.onpointerdown = (event) => take(view, tile, event);
    word.onpointermove = (event) => drag(view, event);
    word.onpointerup = word.onpointercancel = word.onlostpointercapture = (event) => drop(view, event);
    word.onkeydown = (event) => press(view, tile, event);
  });
  for (const [name, lever] of Object.entries(view.levers)) lever.onclick = () => turn(view, name);
}

function take(view, tile, event) {
  if (event.button || view.grip) return;
  view.words[tile].setPointerCapture(event.pointerId);
  const width = view.tiles.clientWidth / view.words.length;
  view.grip = { tile, pointer: event.pointerId, from: view.order.indexOf(tile), x: event.clientX, width, order: view.order };
  ask(view);
}

function drag(view, event) {
  const { grip } = view;
  if (grip?.pointer !== event.pointerId) return; // of another finger
  const way = (event.clientX - grip.x) / (grip.width * (view.tiles.getBoundingClientRect().width / view.tiles.clientWidth));
  view.at[grip.tile] = Math.min(Math.max(grip.from + way, 0), view.words.length - 1);
  view.order = swapPlaces(grip.order, grip.from, Math.round(view.at[grip.tile]));
  ask(view);
}

function drop(view, event) {
  const { grip } = view;
  if (grip?.pointer !== event.pointerId) return;
  view.grip = null;
  if (view.order.indexOf(grip.tile) !== grip.from) rest(view, grip.tile);
  ask(view);
}

function press(view, tile, event) {
  const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key], from = view.order.indexOf(tile);
  if (!by || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (!(from + by in view.order)) return;
  view.order = swapPlaces(view.order, from, from + by);
  rest(view, tile);
}

function turn(view, name) {
  view[name] = !view[name];
  const { texts } = view.data, what = { on: texts.switch, hasMask: texts.mask }[name];
  say(view, "turned", { what, state: texts[view[name] ? "on" : "off"] });
  writeAddress(view);
  ask(view);
}

// After a word has come to another place.
function rest(view, tile) {
  rearrange(view, view.words[tile]);
  say(view, "moved", { word: view.data.words[tile], position: view.order.indexOf(tile) });
  writeAddress(view);
  ask(view);
}

function say(view, text, values) {
  view.announcement.textContent = fillTemplate(view.data.texts[text], { ...values, largest: numberText(Math.max(...changes(view))) });
}

// ---- Drawing.

function numberText(difference) {
  return difference ? difference.toFixed(2) : "0";
}

function paint(view) {
  const { data, on, hasMask, order } = view, differences = changes(view), largest = Math.max(...differences);
  const isUnmoved = same(reading(order, data.words), data.words.map((_, place) => place));
  view.root.classList.toggle("on", on);
  view.root.classList.toggle("parted", on || hasMask);
  for (const [name, lever] of Object.entries(view.levers)) {
    lever.setAttribute("aria-checked", view[name]);
    lever.querySelector("b").textContent = data.texts[view[name] ? "on" : "off"];
  }
  view.number.textContent = numberText(largest);
  view.meaning.textContent = data.texts[isUnmoved ? "same" : on ? "with" : hasMask ? "masked" : "without"];
  order.forEach((tile, position) => paintWord(view, tile, position, differences[position], largest));
  paintCords(view);
}

function paintWord(view, tile, position, change, largest) {
  const word = view.words[tile], at = view.at[tile];
  word.style.transform = `translateX(${100 * at}%)`;
  word.classList.toggle("held", view.grip?.tile === tile);
  word.setAttribute("aria-valuenow", position);
  word.setAttribute("aria-valuetext", `position ${position}`);
  word.querySelector("i").textContent = position;
  const number = word.querySelector(".change");
  number.textContent = numberText(change);
  number.classList.toggle("largest", change > 0 && change === largest);
  HANDS.forEach(([name, length], i) => {
    const [x, y] = tip(at, view.data.frequencies[i]), hand = word.querySelector(`.${name}`);
    hand.setAttribute("x2", (length * x).toFixed(2));
    hand.setAttribute("y2", (-length * y).toFixed(2));
  });
}

// The strand of what a word's output was, and of what it is now; a line where they are the same.
function paintCords({ cords, data, order, at, gaps: gapsNow }) {
  const { clientWidth: width, clientHeight: height } = cords, column = width / order.length;
  cords.setAttribute("viewBox", `0 0 ${width} ${height}`);
  reading(order, data.words).forEach((place, position) => {
    const tile = order[position], below = (at[tile] + 0.5) * column, apart = 0.5 * WIDEST * column * gapsNow[tile];
    [...cords.children[place].children].forEach((strand, i) => {
      strand.setAttribute("d", cord((place + 0.5) * column, below + (i ? apart : -apart), height));
    });
  });
}

export default function ({ data, parentElement, setStateValue }) {
  const view = Object.assign(open(parentElement, data), { tell: setStateValue });
  readAddress(view);
  listen(view);
  follow(view);
  paint(view);
  new ResizeObserver(() => paint(view)).observe(view.cords);
  addEventListener("popstate", function again() {
    if (!view.root.isConnected) return removeEventListener("popstate", again);
    readAddress(view);
    ask(view);
  });
}
