// Buttons that make a file of a picture in the page, as it is drawn there: PNG, SVG, and the page's link.

import { asWide, draw, pictured } from "../../kit/record.js";

const DENSITY = 2; // pixels of a PNG for one of the page, at least: no fewer than the screen has
const EDGE = 16; // around the picture
const FOOT = 26; // for the link below it

export default function ({ data, parentElement }) {
  const find = (selector) => parentElement.querySelector(selector);
  const said = find("output");
  const tell = (words) => (said.textContent = words);
  const make = (kind) => async () => {
    try {
      save(await MAKERS[kind](await asSvg(data)), `${data.name}.${kind}`);
      tell("");
    } catch (error) {
      tell(error instanceof NotShown ? data.words.missing : data.words.failed);
    }
  };
  for (const kind of ["png", "svg"]) {
    const button = find(`.${kind}`);
    button.hidden = !placeOf(data.key); // a table may have no picture
    button.onclick = make(kind);
  }
  const link = find(".link");
  link.textContent = data.words.link;
  link.onclick = () => copyLink(link, find("input"), data.words);
}

class NotShown extends Error {}

const MAKERS = { svg: asText, png: asPixels };

// ---- The drawing

function placeOf(key) {
  return document.querySelector(`.st-key-${CSS.escape(key)}`);
}

// A picture with the page's ground behind it and its link below; title and description are those of the page.
async function asSvg({ key, title, alt }) {
  const shown = placeOf(key);
  if (!shown?.clientWidth) throw new NotShown(key);
  const chart = shown.querySelector(".js-plotly-plot");
  const { width, height } = (chart ?? shown).getBoundingClientRect();
  const inside = draw("g", { transform: `translate(${EDGE} ${EDGE})` });
  inside.append(...(chart ? [await plotted(chart, width, height)] : pictured(shown, shown.getBoundingClientRect())));
  const [wide, high] = [Math.ceil(width) + 2 * EDGE, Math.ceil(height) + EDGE + FOOT];
  const style = getComputedStyle(document.querySelector("[data-testid=stApp]"));
  return draw("svg", { width: wide, height: high, viewBox: `0 0 ${wide} ${high}`, role: "img" },
    draw("title", {}, title), draw("desc", {}, alt), draw("metadata", {}, location.href),
    draw("rect", { width: wide, height: high, fill: style.backgroundColor }), inside,
    caption(wide, high, style));
}

async function plotted(chart, width, height) {
  const text = await window.Plotly.toImage(chart, { format: "svg", width, height, imageDataOnly: true });
  const drawing = document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
  keepWidths(drawing);
  return drawing;
}

// Plotly cuts a legend off where the page's font ends.
function keepWidths(drawing) {
  const pen = document.createElement("canvas").getContext("2d");
  for (const words of drawing.querySelectorAll("text, tspan")) {
    const { fontStyle, fontWeight, fontSize, fontFamily } = words.closest("text").style;
    if (words.childElementCount || words.style.fontSize.endsWith("%")) continue; // the latter: raised or lowered
    pen.font = `${fontStyle} ${words.style.fontWeight || fontWeight} ${fontSize} ${fontFamily}`;
    const kept = asWide(words.textContent, pen.measureText(words.textContent).width);
    for (const [name, value] of Object.entries(kept)) words.setAttribute(name, value);
  }
}

function caption(wide, high, { color, fontFamily }) {
  const link = decodeURI(location.href), most = Math.floor((wide - 2 * EDGE) / 6); // letters that have room
  const words = link.length > most ? `${link.slice(0, most - 1)}…` : link;
  const look = { x: EDGE, y: high - 9, fill: color, opacity: 0.7, style: `font: 11px ${fontFamily}` };
  return draw("text", look, words);
}

// ---- Files

function asText(svg) {
  return new Blob([new XMLSerializer().serializeToString(svg)], { type: "image/svg+xml" });
}

async function asPixels(svg) {
  const address = URL.createObjectURL(asText(svg)), image = new Image();
  image.src = address;
  await image.decode();
  const density = Math.max(DENSITY, Math.ceil(window.devicePixelRatio));
  const [width, height] = ["width", "height"].map((side) => density * svg.getAttribute(side));
  const sheet = Object.assign(document.createElement("canvas"), { width, height });
  sheet.getContext("2d").drawImage(image, 0, 0, width, height);
  URL.revokeObjectURL(address);
  return new Promise((done) => sheet.toBlob(done, "image/png"));
}

function save(blob, name) {
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // not before the browser has it
}

// ---- The link; where the clipboard is refused, it is shown selected instead.

async function copyLink(button, field, words) {
  try {
    await navigator.clipboard.writeText(location.href);
    button.textContent = words.copied;
    setTimeout(() => (button.textContent = words.link), 2000);
  } catch {
    field.hidden = false;
    field.value = location.href;
    field.select();
  }
}
