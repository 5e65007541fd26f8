// Keeps what the browser's Back and Forward buttons lead to. A run that the reader interrupts by going back still tells
// the page its room and its widgets' values; Streamlit would then write that room's address over what lies ahead, and
// those values into the address that the reader went back to. Where that run ends last, the address is followed again.
// The address of an answer for the right room, which comes before that room is drawn, is refused as well, until the server
// has told the settings of what it drew. A room of the menu and the settings that the server brings along to it are one step.

import { addressOf } from "../kit/address.js";
import { followRuns, isRunning } from "../kit/runs.js";

const AGAIN_MS = 1000;
const DRAWER = "[data-testid=stSidebar][data-collapsed=false] [data-testid=stSidebarCollapseButton] button";

let lastRoom = null; // path of the room that was drawn last
let origin = null; // the address from which the reader went back, until the room that lies there is drawn
let refused = null; // the last address of this path that was refused while another room was drawn
let step = null; // the last step in the history, until a run that began after it has drawn its room
let isFollowed = false; // whether a left room's answer was refused since the last step: its run may yet draw that room
let again = 0; // a timer while the room that is drawn is not the one that the address names

export function showRoom(room) {
  lastRoom = pathOf(addressOf(room));
  if (isHere()) origin = null; // its own settings may be the same as those that were left
  else if (isFollowed) followLater();
  closeDrawer(room);
}

// Whether the room that was drawn last is the one that the address names.
export function isHere() {
  return lastRoom === pathOf(location.href);
}

// Opens the address that was refused if it was this room's after all: if its settings, unlike those of the page's address,
// are the ones with which the server drew the room. `committed` has the server's texts by name.
export function takeUp(committed, room) {
  const path = pathOf(addressOf(room));
  if (step?.hasRun) step = null;
  if (!refused || path !== pathOf(location.href)) return;
  const [there, here] = [refused, location.href].map((url) => new URL(url).searchParams), names = Object.keys(committed);
  const agrees = (query, name) => !query.has(name) || `${query.getAll(name)}` === `${committed[name]}`;
  const isNew = (name) => !agrees(here, name) || (there.has(name) && !here.has(name));
  if (!names.every((name) => agrees(there, name)) || !names.some(isNew)) return;
  lastRoom = path; // which `showRoom` may be told only after this
  history.pushState(history.state, "", refused);
}

// Asks once more for the room that the address names, as Back does, unless it is drawn once the server rests.
function followLater() {
  isFollowed = true;
  clearTimeout(again);
  again = setTimeout(() => {
    if (isRunning()) followLater();
    else if (!isHere()) stepAgain();
  }, AGAIN_MS);
}

// Has Streamlit follow the address, as it does after a step in the history.
function stepAgain() {
  dispatchEvent(new PopStateEvent("popstate"));
}

export function keepHistory() {
  const { navigation } = window; // older browsers have none
  let wentBack = false; // true after Back or Forward, until the next click or the next room that is opened
  let isRepeated = false; // true after Back or Forward, until another address: the server may push the same one again
  const leftRooms = new Set(); // paths of rooms that Back and Forward have left since then
  let isLeaving = false; // true once a link to another room is clicked, until the address names that room
  let awaited = null; // path of that room, also when the reader goes on in the room that is left, until another step
  let isOvertaken = false; // true if the last step, Back or Forward, came before that room
  let isSecond = false; // true if the step before it was not answered yet, until the reader acts in the room
  let hasArrived = false; // true in another room, until the server brings the settings along or the reader acts

  // The settings that were left, written over those of another room, or of the same room by the step that was overtaken.
  function isOfRoomLeft({ pathname, search }) {
    const isElsewhere = isOvertaken || isSecond || pathname !== origin?.pathname;
    return origin && isElsewhere && search === origin.search && search !== location.search;
  }

  if (!navigation) return;
  followRuns(() => step && (step.hasRun = true));
  const { activation, currentEntry } = navigation;
  if (activation && activation.entry.key !== currentEntry.key) stepAgain(); // while Streamlit loaded, unheard
  addEventListener("click", ({ target, ctrlKey, metaKey, shiftKey }) => {
    const link = target.closest?.("a[href]:not([target=_blank])");
    wentBack = false;
    isLeaving = Boolean(link) && !ctrlKey && !metaKey && !shiftKey && pathOf(link.href) !== pathOf(location.href);
    if (isLeaving) awaited = pathOf(link.href);
  }, true);
  for (const type of ["pointerdown", "keydown"]) {
    addEventListener(type, ({ altKey }) => {
      hasArrived = isLeaving = false;
      isSecond = isSecond && altKey === true; // Alt and an arrow are a step in the history
    }, true);
  }
  navigation.addEventListener("currententrychange", ({ navigationType, from }) => {
    if (navigationType === "replace") return;
    const isStep = navigationType === "traverse";
    const staysInRoom = Boolean(from.url) && pathOf(from.url) === pathOf(location.href);
    refused = null;
    isFollowed = false;
    if (isStep || !staysInRoom) wentBack = isStep; // settings of the room may come from a run that goes on to the room left
    isRepeated = isStep;
    isSecond = isStep && step !== null;
    step = isStep ? { hasRun: false } : null;
    isOvertaken = isStep && awaited !== null;
    if (isStep && from.url) leftRooms.add(pathOf(from.url));
    else if (!staysInRoom) leftRooms.clear();
    if (isOvertaken) leftRooms.add(awaited);
    hasArrived = navigationType === "push" && from.url && !staysInRoom;
    if (hasArrived) isLeaving = false;
    if (hasArrived || isStep) awaited = null;
    origin = isStep && from.url ? new URL(from.url) : null;
  });
  navigation.addEventListener("navigate", (event) => {
    const { navigationType, destination: { url, sameDocument } } = event;
    if (!sameDocument) return;
    const isOfRoom = navigationType === "push" && url !== location.href && pathOf(url) === pathOf(location.href);
    if (isLeaving && isOfRoom) event.preventDefault(); // the settings of the room that comes, which its step has as well
    if (hasArrived && isOfRoom) {
      event.preventDefault();
      hasArrived = false;
      history.replaceState(history.state, "", url); // one step with the room
    }
    if (!wentBack) return;
    // Of a room that was left, as an answer that comes late; then, over it, the address that stands there already.
    const isOfAnother = pathOf(url) !== pathOf(location.href) && leftRooms.has(pathOf(url)), isLate = !isHere() || isOfAnother;
    if (navigationType === "replace") {
      if (isLate || isOfRoomLeft(new URL(url))) event.preventDefault();
      if (isOfAnother) followLater();
    } else if (navigationType === "push") {
      if (isLate && pathOf(url) === pathOf(location.href)) refused = url;
      if (isLate || (isRepeated && url === location.href)) event.preventDefault();
      if (isLate) followLater();
    }
  });
}

// On a phone Streamlit leaves the drawer open over the room that was chosen in it.
function closeDrawer(room) {
  if (window.clockfaceRoom !== room && matchMedia("(max-width: 768px)").matches) document.querySelector(DRAWER)?.click();
  window.clockfaceRoom = room;
}

function pathOf(address) {
  return new URL(address).pathname.replace(/\/$/, "");
}
