// In a frame a page tells its height to the page around it, so that the frame need not scroll; where it shows a picture
// alone, as on a slide, it hands on the keys of a presenter. See docs/deploy/frames.md.

const KEYS = { PageUp: 33, PageDown: 34, Escape: 27 };
let sizeObserver = null;

// May be called again, for another content or another kind of page.
export function tellFrame(content, showsPictureAlone) {
  if (parent === window) return;
  sizeObserver?.disconnect();
  sizeObserver = new ResizeObserver(() => tellHeight(Math.ceil(content.getBoundingClientRect().height)));
  sizeObserver.observe(content);
  if (showsPictureAlone) addEventListener("keydown", handOn, true);
  else removeEventListener("keydown", handOn, true);
}

// As learning platforms take it, and as H5P's resizer does.
function tellHeight(height) {
  parent.postMessage({ subject: "lti.frameResize", height }, "*");
  parent.postMessage({ context: "h5p", action: "resize", scrollHeight: height }, "*");
}

// As reveal.js takes it, and with it decker.
function handOn(event) {
  if (!(event.key in KEYS) || event.defaultPrevented) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  parent.postMessage(JSON.stringify({ method: "triggerKey", args: [KEYS[event.key]] }), "*");
  parent.focus(); // the next slide's frame is another one, and this one may be gone
}
