// What the teacher's page shows: its address, the values under the hand, and pictures that play.

import { OF_STEP, pathHere, readable, readStep } from "../../kit/address.js";
import { followedPictures, previewValues } from "../../kit/preview.js";

const OWN_ROOM = "/class", QUESTIONS = "/questions";

export function addressHere() {
  const query = new URLSearchParams(location.search);
  return `/${pathHere()}${readable(query.has("go") ? `?${ofOneStep(query)}` : location.search)}`; // more fits into a move
}

// Of a link of several steps the class gets the one that is shown: all would be more than a move may hold.
function ofOneStep(query) {
  const steps = query.getAll("go"), { query: ofStep } = readStep(steps[query.get("at") - 1] ?? steps[0]);
  for (const name of ["go", "at"]) query.delete(name);
  for (const name of OF_STEP) for (const value of ofStep.getAll(name)) query.append(name, value);
  if (!ofStep.has("keep")) query.append("keep", "");
  return query;
}

// Where the teacher chooses what comes next, which the class does not see.
export function isPrivate(address) {
  const [room, query] = address.split("?");
  return room === OWN_ROOM || (room === QUESTIONS && new URLSearchParams(query).get("class_view") !== "true");
}

// null where the teacher is alone. Bounds are those of core.teach.live.move.
export function sceneHere({ most }) {
  const address = addressHere();
  if (isPrivate(address)) return null;
  const hand = { ...previewValues() }, playing = {};
  for (const picture of followedPictures()) {
    const { name, ...motion } = picture.motion() ?? {};
    if (motion.playing) playing[name] = motion;
    else Object.assign(hand, notInAddress(picture));
  }
  const soundValues = Object.entries(hand).filter(([, value]) => isSound(value, most.text)).slice(0, most.held);
  return { address, hand: Object.fromEntries(soundValues), playing };
}

export function fitsIntoMove({ address }, { most }) {
  return address.length <= most.address;
}

// Positions on their way; at rest the address has them.
function notInAddress(picture) {
  const inAddress = picture.inAddress();
  const entries = Object.entries(picture.rest());
  return Object.fromEntries(entries.filter(([name, value]) => inAddress[name] != null && value !== inAddress[name]));
}

function isSound(value, longest) {
  if (Array.isArray(value)) return value.length === 2 && value.every((each) => isSound(each, longest));
  return typeof value === "number" ? Number.isFinite(value) : typeof value === "string" && value.length <= longest;
}
