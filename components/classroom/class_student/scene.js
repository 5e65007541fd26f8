// Where the class stands: the page goes to its address, and its pictures follow the teacher's hand before the run of
// the server that brings the words.

import { addressOf, go } from "../../kit/address.js";
import { valueOf } from "../../kit/numbers.js";
import { followedPictures, setPreview } from "../../kit/preview.js";
import { followRuns } from "../../kit/runs.js";

const SPREAD_MS = 900; // over which the runs of a class are spread
const STARTS_MS = 2500; // within which a run has to start
const LATEST_MS = 8000;
const SHOWN_MS = 300, LOOKS = 30, SMALL = "(max-width: 768px)", MARGIN_PX = 16; // pixels above the picture
const RUNS = "[data-testid=stApp]";
export const MAIN = "[data-testid=stMain]";

// The address of the class for this browser: large type is for the projector.
export function placeOf(address) {
  const [room, text = ""] = address.split("?"), query = new URLSearchParams(text);
  query.delete("projector");
  return addressOf(room.replace(/^\//, "")) + (query.size ? `?${query}` : "");
}

export function stepHere() {
  const number = new URLSearchParams(location.search).get("step")?.match(/\.(\d{1,2})$/)?.[1];
  return number && +number >= 1 && +number <= 20 ? +number : null;
}

export function followScene(view) {
  const { move, pace, ended } = view.state;
  if (!move || ended || !view.follows) return;
  if (pace === "own") return begin(view);
  view.begunLesson = "";
  setPreview(values(view, move));
  view.ahead = view.state.now - Date.now();
  play(view, followedPictures());
  if (move.address !== view.place) plan(view, move.address);
}

// At one's own pace the class's address is only where one begins.
function begin(view) {
  const { move } = view.state, lesson = lessonOf(move.address);
  setPreview({});
  if (!lesson || lesson === view.begunLesson) return;
  view.begunLesson = lesson;
  if (lesson === lessonOf(location.href)) view.place = move.address; // loaded anew on the way
  else plan(view, move.address);
}

function lessonOf(address) {
  return address.match(/[?&]step=([a-z-]+)\./)?.[1];
}

// Values under the teacher's hand, and those of the address that the server has not drawn yet. When the hand lets go,
// its values hold until the address has them: else the picture would jump back and forth.
function values(view, { address, hand }) {
  const [room, text = ""] = address.split("?"), query = new URLSearchParams(text), before = view.values ?? {};
  const isSame = room === view.room, inAddress = {};
  for (const name of new Set(query.keys())) inAddress[name] = read(query.getAll(name));
  const stayingValues = Object.entries(before).filter(([name]) => isSame && !(name in (view.inAddress ?? {}) && !query.has(name)));
  Object.assign(view, { room, inAddress, values: { ...Object.fromEntries(stayingValues), ...inAddress, ...hand } });
  return view.values;
}

function read(texts) {
  const [value, ...more] = texts.map(valueOf);
  return more.length ? [value, ...more] : value;
}

// Positions and what plays, as the teacher's page shows them now.
function play({ state, values, ahead, metPictures }, pictures) {
  const { playing, at } = state.move;
  for (const picture of pictures) {
    metPictures.add(picture);
    const { name } = picture.motion() ?? {}, motion = playing[name], secondsSince = (Date.now() + ahead - at) / 1000;
    if (motion) picture.move({ ...motion, position: motion.position + motion.speed * Math.max(secondsSince, 0) });
    else {
      if (picture.motion()?.playing) picture.move({ ...picture.motion(), playing: false });
      picture.show(values);
    }
  }
}

// ---- Going there.

function plan(view, address) {
  view.place = address;
  clearTimeout(view.goTimer);
  const wait = view.isLate ? 0 : Math.random() * SPREAD_MS;
  view.isLate = false;
  view.goTimer = setTimeout(() => open(view), wait);
}

function open(view) {
  const href = placeOf(view.place);
  view.goTimer = 0;
  if (href === location.href) return;
  view.destination = { href, at: Date.now(), runs: false };
  if (cardOf(href) !== cardOf(location.href)) document.querySelector(MAIN).scrollTo(0, 0);
  go(href, { replaces: true });
}

// Pictures that were drawn after the class was told of.
export function meet(view) {
  const { move, pace, ended } = view.state;
  const strangers = [...followedPictures()].filter((picture) => !view.metPictures.has(picture));
  if (strangers.length && move && !ended && view.follows && pace === "class") play(view, strangers);
}

// A run that is asked for while the line to the server is down is never drawn, so it is asked for again; if that fails
// too, the page is loaded anew.
export function keepUp(view) {
  const app = document.querySelector(RUNS), { destination } = view;
  if (!destination) return;
  const isConnected = app?.dataset.testConnectionState === "CONNECTED", waitedMs = Date.now() - destination.at;
  if (destination.runs && isConnected && app.dataset.testScriptState === "notRunning") {
    view.destination = null;
    setTimeout(() => showPicture(), SHOWN_MS);
  }
  else if (destination.runs && isConnected) return;
  else if (waitedMs > LATEST_MS && navigator.onLine) location.assign(destination.href);
  else if (isConnected && waitedMs > STARTS_MS && !destination.again) {
    destination.again = true;
    go(destination.href, { replaces: true });
  }
}

function cardOf(href) {
  return new URL(href).searchParams.get("card") ?? "";
}

// On a phone the picture comes into sight, unless the room keeps it there by itself; so does the one that settles a
// question.
function showPicture(left = LOOKS) {
  const main = document.querySelector(MAIN), card = cardOf(location.href), room = location.pathname + card;
  if (card && !location.search.includes("revealed=true")) return; // its picture is still the one before
  if (!matchMedia(SMALL).matches || room === showPicture.room || main.querySelector(".st-key-beside_lesson")) return;
  const parts = [...main.querySelectorAll(".stBidiComponent:not(.st-key-preview *, :has(.slider))")];
  const picture = parts.map((part) => part.getBoundingClientRect()).find(({ height }) => height);
  if (picture || !left) showPicture.room = room;
  else setTimeout(() => showPicture(left - 1), SHOWN_MS); // it may still be on its way
  if (picture) main.scrollBy({ top: picture.top - MARGIN_PX, behavior: "instant" });
}

export function watchRuns(view) {
  followRuns(() => view.destination && (view.destination.runs = true));
}

// A student who lets go is not taken along; one who comes back gets the whole state again.
export function leaveScene(view) {
  clearTimeout(view.goTimer);
  Object.assign(view, { place: null, destination: null, values: {}, inAddress: {} });
}
