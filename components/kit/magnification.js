// The size of the page's type relative to the usual 16 pixels; a projector's is larger, and pictures grow with it.
export function magnification() {
  return parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
}
