// Records the steps of a slider under the hand, and the frames in which a picture differs from the one before. Loaded
// after bench/meter.js, whose frames these are.

(() => {
  const MAIN = "[data-testid=stMainBlockContainer]";
  const CHART = ".js-plotly-plot", PAPER = ".main-svg"; // class names of Plotly
  const MOVES = ["pointermove", "keydown"]; // a finger's moves are pointer moves too
  let drag = null, movedAt = 0; // time of the last move, ms

  for (const name of MOVES) addEventListener(name, ({ timeStamp }) => (movedAt = timeStamp), true);

  // ---- The slider. A step belongs to the last move before it.

  new MutationObserver((records) => records.filter(({ target }) => target === drag?.input).forEach(noteStep)).observe(
    document, { subtree: true, attributeFilter: ["data-text"] });

  function noteStep({ target }) {
    const text = target.getAttribute("data-text");
    if (text !== drag.text) drag.steps.push({ moved: movedAt, at: performance.now(), place: +target.value, text });
    drag.text = text;
  }

  // ---- The server. What it draws has the value of the last request whose answer has begun.

  const send = WebSocket.prototype.send, heardSockets = new WeakSet();
  WebSocket.prototype.send = function (...args) {
    if (!heardSockets.has(this)) this.addEventListener("message", () => drag?.pending && Object.assign(drag, { answeredAt: drag.pending, pending: 0 }));
    heardSockets.add(this);
    if (drag) drag.pending = performance.now();
    return send.apply(this, args);
  };

  // ---- The pictures: pixels of a canvas, content of a chart's SVG. Compared after the frame's end has been noted.

  function sign(picture) {
    if (!(picture instanceof HTMLCanvasElement)) return [...picture.querySelectorAll(PAPER)].map(({ innerHTML }) => innerHTML).join();
    const { width, height } = picture;
    if (!width || !height) return 0;
    const pixels = new Uint32Array(picture.getContext("2d").getImageData(0, 0, width, height).data.buffer);
    let sum = 0;
    for (const pixel of pixels) sum = (Math.imul(sum, 31) + pixel) | 0;
    return sum;
  }

  function differs(picture) {
    const before = drag.signs.get(picture), now = sign(picture);
    drag.signs.set(picture, now);
    return before !== now;
  }

  function pictures(root = document.querySelector(MAIN)) {
    const elements = [...root.querySelectorAll(`canvas, ${CHART}`)];
    const inside = [...root.querySelectorAll("*")].flatMap(({ shadowRoot }) => (shadowRoot ? pictures(shadowRoot) : []));
    return [...elements, ...inside];
  }

  meter.noteFrame = (pictures, began, at) => {
    const hosts = new Set(pictures.map((one) => one.closest(`canvas, ${CHART}`)));
    hosts.delete(null); // removed meanwhile
    if (drag && [...hosts].map(differs).includes(true)) drag.frames.push({ began, at, known: drag.answeredAt });
  };

  // ---- Questions of bench/drag.py.

  meter.follow = (input) => {
    drag = { input, text: input.getAttribute("data-text"), steps: [], frames: [], pending: 0, answeredAt: 0 };
    drag.signs = new Map(pictures().map((picture) => [picture, sign(picture)]));
    drag.before = new Map(drag.signs);
  };

  // Whether any picture differs from what it was at `follow`, with all steps and all frames since then.
  meter.report = () => {
    const { steps, frames, before } = drag, now = pictures();
    const hasChanged = now.length !== before.size || now.some((picture) => sign(picture) !== before.get(picture));
    return { steps, frames, hasChanged };
  };
})();
