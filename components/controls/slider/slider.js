// A slider of the app: the address holds its value. While it moves, its value is under the hand, where pictures read it;
// once it is let go, or a key has rested, it is reported, which changes the address.

import { endOfCall } from "../../kit/calls.js";
import { ANSWER_EVENT, followPreview, heldTexts, holdText, previewValues } from "../../kit/preview.js";
import { report, take, unwatch, watch } from "../../kit/report.js";
import { openSlider, showSlider } from "../../kit/slider.js";

const VIEWS = new WeakMap();

export default function ({ data, parentElement, setStateValue }) {
  const view = VIEWS.get(parentElement) ?? open(parentElement);
  Object.assign(view, { data: { ...data, stops: data.stops.split(" ") }, tell: setStateValue });
  take(view, data.view);
  draw(view);
  return endOfCall(view, () => {
    unwatch(view);
    view.unfollow();
    removeEventListener(ANSWER_EVENT, view.letGo);
    if (heldTexts()[view.data.name]) holdText(view.data.name, null);
    VIEWS.delete(parentElement);
  });
}

function open(root) {
  const view = { rest: () => ({ text: view.text }) };
  view.slider = openSlider(root.querySelector(".slider"), {
    move: (texts) => {
      view.text = texts.length === 1 ? texts[0] : texts;
      holdText(view.data.name, isAtRest(view) && isSame(view) ? null : view.text);
    },
    rest: (texts, isByKey) => {
      view.text = texts.length === 1 ? texts[0] : texts;
      report(view, isByKey ? undefined : 0);
    },
    release: () => isSame(view) && letGo(view), // the answer may have come while it was held
  });
  watch(view, () => {
    letGo(view);
    draw(view);
  });
  view.unfollow = followPreview(() => draw(view));
  view.letGo = () => letGo(view);
  addEventListener(ANSWER_EVENT, view.letGo);
  VIEWS.set(root, view);
  return view;
}

function isAtRest({ timer, reports }) {
  return !timer && !reports.length;
}

function isSame({ text, inAddress }) {
  return `${text}` === `${inAddress.text}`;
}

// The pictures follow the address again once they have the data of the value that was let go, which come after its own.
function letGo(view) {
  if (isAtRest(view) && !view.slider.isHeld) holdText(view.data.name, null);
}

// In a class the hand may be the teacher's, who sends the value alone.
function draw(view) {
  const { name } = view.data, led = name in heldTexts() ? null : previewValues()[name];
  showSlider(view.slider, view.data, [led ?? view.text].flat().map(String));
}
