// How many times the usual 16 pixels the page's type is: a projector's is larger, and pictures grow with it.
export function magnified() {
  return parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
}
