// Words in an order that the reader changes. A word that is dragged onto another changes places with it; its clock
// turns on the way. All differences are core's: they are looked up by the order.

import { go } from "../../kit/address.js";
import { fillTemplate } from "../../kit/element.js";
import { followedPictures } from "../../kit/preview.js";
import { draw } from "../../kit/svg.js";
import { cord, differencesOf, folded, likenessOf, orderOf, reading, same, swapPlaces, tip } from "./reading.js";

const EASE = 70; // ms in which a word covers two thirds of its way
const NEAR = 0.003; // positions from its place at which a word has arrived
const MOST = { position: "most", mask: "most_mask", both: "most_both" }; // texts, by what tells the order
const HANDS = [["fast", 40, 3], ["middle", 31, 6], ["slow", 22, 9]]; // lengths and widths, where a dial's radius is 50

// ---- The view: elements of the page, the order, and where each word is on its way to its place.

function open(root, data) {
  const find = (selector) => root.querySelector(selector);
  const view = {
    data, root: find(".orders"), tiles: find(".tiles"), words: [...root.querySelectorAll(".word")],
    levers: { on: find(".position"), hasMask: find(".mask") }, number: find("output"), bar: find(".scale b"), most: find(".most"),
    likeness: find(".likeness"), meaning: find(".meaning"), announcement: find(".announcement"), grip: null, request: 0,
  };
  view.levers.hasMask.hidden = !canMask(view);
  view.likeness.hidden = !data.thousandths.length;
  view.cords = draw("svg", { "aria-hidden": true }, ...data.words.map(() => draw("path", {})));
  find(".cords").append(view.cords);
  for (const word of view.words) word.querySelector(".dial").append(dial());
  return view;
}

// SVG is drawn here, since st.html takes it out of what it is given.
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
  view.hasMask = canMask(view) && query.get("mask") === "on";
  view.at = words.map((_, tile) => view.order.indexOf(tile));
  view.shown = view.on ? 1 : 0;
  view.equal = "";
  rearrange(view);
}

function restOf(view) {
  const { data, order } = view, isUnmoved = same(reading(order, data.words), data.shown);
  return { order: isUnmoved ? null : orderText(view), positions: view.on ? "on" : null, mask: view.hasMask ? "on" : null };
}

// The server does not know what stands here: where it unfolds a step's reason it writes its own address over this one.
function keepAddress(view) {
  const query = new URLSearchParams(location.search);
  if (query.get("unfolded") !== "true") return;
  if (Object.entries(restOf(view)).some(([name, value]) => query.get(name) !== value)) writeAddress(view);
}

// A page that needs no server has an address, or a trait, of its own kind.
function writeAddress(view) {
  const rest = restOf(view);
  if (view.tell) return view.tell("rest", rest);
  const address = new URL(location), query = address.searchParams;
  for (const [name, value] of Object.entries(rest)) {
    if (value) query.set(name, value);
    else query.delete(name);
  }
  // Data or code that are open follow by a run of the server.
  if (document.querySelector(".st-key-take_away_shown")) return go(address.href, { replaces: true });
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
      if (mask) view.hasMask = canMask(view) && mask === "on";
      ask(view);
    },
    motion: () => {
      if (!view.root.isConnected) followedPictures().delete(picture); // the page has gone on
      return null;
    },
  };
  followedPictures().add(picture);
}

// The elements in the order of the words, for the Tab key; a moved element loses the focus, so the one that has it stays.
function rearrange({ tiles, words, order }) {
  const grip = words.find((word) => word.matches(":focus")) ?? words[order[0]];
  const sortedWords = order.map((tile) => words[tile]), place = sortedWords.indexOf(grip);
  sortedWords.slice(0, place).forEach((word) => tiles.insertBefore(word, grip));
  tiles.append(...sortedWords.slice(place + 1));
}

// ---- What is shown: differences by position.

// A lesson may leave the mask out.
function canMask({ data }) {
  return "mask" in data.hundredths;
}

// What tells the order.
function kindOf({ on, hasMask }) {
  return hasMask ? (on ? "both" : "mask") : "position";
}

function changes(view) {
  const { data, order, on, hasMask } = view;
  if (!on && !hasMask) return data.words.map(() => data.without);
  const differences = differencesOf(order, data, kindOf(view));
  return reading(order, data.words).map((place) => differences[place]);
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
  const { at, shown, grip } = view;
  const aims = at.map((value, tile) => (grip?.tile === tile ? value : view.order.indexOf(tile)));
  view.at = at.map((value, tile) => near(value, aims[tile]));
  view.shown = near(shown, view.on ? 1 : 0);
  paint(view);
  // Not whether this frame has changed anything: a busy browser gives two frames the same time.
  const isMoving = view.shown !== (view.on ? 1 : 0) || !same(view.at, aims);
  view.before = isMoving ? now : 0;
  cover(view, isMoving || grip);
  if (isMoving) ask(view);
}

// On their way words cover each other. At rest they let the page's background through, which may turn dark or light.
function cover({ root }, isMoving) {
  const page = document.querySelector("[data-testid=stApp]") ?? document.body;
  root.style.setProperty("--card-ground", isMoving ? getComputedStyle(page).backgroundColor : "transparent");
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
  if (view.order.indexOf(grip.tile) !== grip.from) rest(view, grip.tile, grip.order);
  ask(view);
}

function press(view, tile, event) {
  const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key], from = view.order.indexOf(tile);
  if (!by || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (!(from + by in view.order)) return;
  const before = view.order;
  view.order = swapPlaces(before, from, from + by);
  rest(view, tile, before);
}

function turn(view, name) {
  view[name] = !view[name];
  view.equal = "";
  const { texts } = view.data, what = { on: texts.switch, hasMask: texts.mask }[name];
  say(view, "turned", { what, state: texts[view[name] ? "on" : "off"] });
  writeAddress(view);
  ask(view);
}

// After a word has come to another place. Two equal words that change places leave the sentence as it was.
function rest(view, tile, before) {
  const { order, data } = view, isSameSentence = same(reading(before, data.words), reading(order, data.words));
  view.equal = isSameSentence ? data.words[tile] : "";
  rearrange(view);
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
  for (const [name, lever] of Object.entries(view.levers)) {
    lever.setAttribute("aria-checked", view[name]);
    lever.querySelector("b").textContent = data.texts[view[name] ? "on" : "off"];
  }
  view.number.textContent = numberText(largest);
  const most = Math.max(...data.hundredths[kindOf(view)]) / 100;
  view.bar.style.width = `${(100 * largest) / most}%`;
  view.most.textContent = fillTemplate(data.texts[MOST[kindOf(view)]], { most: most.toFixed(2) });
  const equal = view.equal && !view.grip && fillTemplate(data.texts.equal, { word: view.equal });
  view.meaning.textContent = equal || data.texts[isUnmoved ? "same" : on ? "with" : hasMask ? "masked" : "without"];
  if (!view.likeness.hidden) {
    view.likeness.textContent = fillTemplate(data.texts.likeness, { with: likenessOf(order, data), without: data.alike });
  }
  order.forEach((tile, position) => paintWord(view, tile, position, differences[position], largest, most));
  paintCords(view);
}

function paintWord(view, tile, position, change, largest, most) {
  const word = view.words[tile], at = view.at[tile];
  word.style.transform = `translateX(${100 * at}%)`;
  word.classList.toggle("held", view.grip?.tile === tile);
  word.setAttribute("aria-valuenow", position);
  word.setAttribute("aria-valuetext", `position ${position}`);
  word.querySelector("i").textContent = view.on ? position : "?"; // nothing tells the model
  const number = word.querySelector(".change");
  number.textContent = numberText(change);
  word.querySelector(".bar").style.height = `${(100 * change) / most}%`;
  number.classList.toggle("largest", change > 0 && change === largest);
  HANDS.forEach(([name, length], i) => {
    const [x, y] = tip(folded(at * view.data.frequencies[i], view.shown), 1), hand = word.querySelector(`.${name}`);
    hand.setAttribute("x2", (length * x).toFixed(2));
    hand.setAttribute("y2", (-length * y).toFixed(2));
  });
}

// A line from each word of the first sentence to the same word in the second.
function paintCords({ cords, data, order, at }) {
  const { clientWidth: width, clientHeight: height } = cords, column = width / order.length;
  cords.setAttribute("viewBox", `0 0 ${width} ${height}`);
  reading(order, data.words).forEach((place, position) => {
    cords.children[place].setAttribute("d", cord((place + 0.5) * column, (at[order[position]] + 0.5) * column, height));
  });
}

export default function ({ data, parentElement, setStateValue }) {
  const view = Object.assign(open(parentElement, data), { tell: setStateValue });
  readAddress(view);
  listen(view);
  follow(view);
  paint(view);
  new ResizeObserver(() => paint(view)).observe(view.cords);
  window.navigation?.addEventListener("currententrychange", function written({ navigationType }) {
    if (!view.root.isConnected) return navigation.removeEventListener("currententrychange", written);
    if (navigationType !== "traverse") keepAddress(view);
  });
  addEventListener("popstate", function again() {
    if (!view.root.isConnected) return removeEventListener("popstate", again);
    readAddress(view);
    ask(view);
  });
}
