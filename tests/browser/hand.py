"""The store of `components/kit/preview.js`, which no slider writes into while a test holds it."""

HOLD_HAND = """(values) => {
  window.handValues = values;
  Object.defineProperty(window, "clockfaceHand", { get: () => handValues, set: () => {} });
}"""
MOVE_HAND = """(values) => {
  window.handValues = window.clockfaceHand = values;
  dispatchEvent(new CustomEvent("clockface-hand"));
}"""
