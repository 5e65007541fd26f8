// Records when a room's pictures and words change; loaded before any script of the page.
//
// A change counts as visible at the end of its frame, when this thread has done style, layout and paint. The
// compositor takes some milliseconds more, which are not measured.

(() => {
  const MAIN = "[data-testid=stMainBlockContainer]";
  const CHART = ".js-plotly-plot", PAPER = ".main-svg"; // class names of Plotly, in any app
  const QUIET_MS = 300, PATIENCE_MS = 3000;
  const STEP_MS = 20; // in a longer frame this thread was busy, so it does not count as quiet
  const DRAWING_METHODS = ["clearRect", "drawImage", "fill", "fillRect", "fillText", "putImageData", "stroke", "strokeRect"];
  const WATCH_OPTIONS = { subtree: true, childList: true, characterData: true, attributes: true };
  const meter = { pressedAt: 0, picture: null, anything: null, anew: new Set(), finishedAt: 0, quiet: 0, frames: [] };
  window.meter = meter;
  let canvases = new Set(), papers = new Set(), words = false, began = 0, endedAt = 0; // since the last frame

  // ---- Changes.

  for (const name of DRAWING_METHODS) {
    const draw = CanvasRenderingContext2D.prototype[name];
    CanvasRenderingContext2D.prototype[name] = function (...args) {
      canvases.add(this.canvas);
      return draw.apply(this, args);
    };
  }

  const observer = new MutationObserver((records) => records.forEach(note));
  observer.observe(document, WATCH_OPTIONS);
  const attach = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function (options) {
    const root = attach.call(this, options);
    observer.observe(root, WATCH_OPTIONS);
    return root;
  };

  // Attributes of HTML elements do not count, since Streamlit marks stale elements by them. The content of a canvas is
  // invisible: it is for screen readers, and is filled in later.
  function note({ type, target, removedNodes }) {
    const drawing = target instanceof SVGElement;
    if (!drawing) removedNodes.forEach((node) => noteRemoval(node, target));
    const paper = drawing ? (target.ownerSVGElement ?? target) : null;
    if (papers.has(paper)) return; // there may be thousands in a frame
    if (type === "attributes" && !drawing) return noteRun(target);
    const element = target instanceof Element ? target : (target.host ?? target.parentElement);
    if (element?.closest(CHART)) inRoom(element) && papers.add(paper ?? element);
    else if (element && !element.closest("canvas")) words ||= inRoom(element);
  }

  function noteRemoval(node, from) {
    if (!(node instanceof Element && (node.matches(PAPER) || node.querySelector(PAPER)))) return;
    meter.anew.add(from instanceof Element ? (from.closest(CHART) ?? node) : node);
  }

  function noteRun(target) {
    if (target.dataset?.testid === "stApp" && !isRunning()) meter.finishedAt = performance.now();
  }

  function isRunning() {
    return document.querySelector("[data-testid=stApp]")?.dataset.testScriptState !== "notRunning";
  }

  function inRoom(element) {
    for (let at = element; at; at = at.getRootNode().host) if (at.closest(MAIN)) return true;
    return false;
  }

  // ---- Frames.

  function frame() {
    requestAnimationFrame(frame);
    began = performance.now();
    scheduler.postTask(end, { priority: "user-blocking" }); // before other pending tasks
  }

  function end() {
    const now = performance.now(), pictures = [...papers, ...[...canvases].filter(inRoom)], hasPictures = pictures.length > 0;
    if (hasPictures) meter.frames.push(now);
    if (hasPictures) meter.picture = now;
    if (hasPictures || words) meter.anything = now;
    meter.quiet = hasPictures || words || isRunning() ? 0 : meter.quiet + Math.min(now - endedAt, STEP_MS);
    endedAt = now;
    canvases = new Set();
    papers = new Set();
    words = false;
    if (hasPictures) meter.noteFrame?.(pictures, began, now); // bench/drag.js
  }

  requestAnimationFrame(frame);

  function forget({ timeStamp }) {
    const nothing = { picture: null, anything: null, anew: new Set(), quiet: 0, frames: [] };
    Object.assign(meter, nothing, { pressedAt: timeStamp });
  }
  addEventListener("keydown", forget, true);

  // ---- Questions of bench/browser.py.

  // Milliseconds from the key press to the last change, once the server has run and nothing changes any more; and how
  // many charts have been removed or emptied meanwhile.
  meter.timesAtRest = async () => {
    while (!isSettled()) await new Promise(requestAnimationFrame);
    const since = (time) => (time === null ? null : time - meter.pressedAt);
    return { picture: since(meter.picture), anything: since(meter.anything), anew: meter.anew.size };
  };

  // A run so short that Streamlit never reported it is recognised by its changes.
  function isSettled() {
    const ran = Math.max(meter.finishedAt, meter.anything) > meter.pressedAt;
    return meter.quiet > (ran ? QUIET_MS : PATIENCE_MS);
  }

  // Times of the ends of all frames in which a picture was drawn, in milliseconds.
  meter.watch = async (seconds) => {
    meter.frames = [];
    await new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
    return meter.frames;
  };
})();
