// Buttons that save a picture as it stands on the page, as PNG or SVG.

import { download } from "../../kit/download.js";
import { pictureNodes } from "../../kit/svg_page.js";
import { draw } from "../../kit/svg.js";
import { textWidth } from "../../kit/svg_pen.js";

const DENSITY = 2; // pixels of a PNG per CSS pixel; on denser screens as many as the screen has
const EDGE = 16; // CSS pixels around the picture
const HEAD = 50; // CSS pixels for heading and settings above it
const FOOT = 26; // CSS pixels for the link below it

export default function ({ data, parentElement }) {
  const find = (selector) => parentElement.querySelector(selector);
  const status = find("output");
  const tell = (words) => (status.textContent = words);
  const make = (kind) => async () => {
    try {
      download(await MAKERS[kind](await asSvg(data)), `${data.name}.${kind}`);
      tell("");
    } catch (error) {
      tell(error instanceof NotOnPage ? data.words.missing : data.words.failed);
    }
  };
  for (const kind of ["png", "svg"]) {
    const button = find(`.${kind}`);
    button.hidden = !placeOf(data.key); // a table may have no picture
    button.onclick = make(kind);
  }
}

class NotOnPage extends Error {}

const MAKERS = { svg: asText, png: asPixels };

// ---- The drawing

function placeOf(key) {
  return document.querySelector(`.st-key-${CSS.escape(key)}`);
}

// The picture on the page's background between its settings and the link, titled and described as on the page.
async function asSvg({ key, title, heading, settings, alt }) {
  const picture = placeOf(key);
  if (!picture?.clientWidth) throw new NotOnPage(key);
  const chart = await picture.querySelector("figure")?.whole?.(); // it may be off the screen
  const { width, height } = (chart ? picture.querySelector(".js-plotly-plot") : picture).getBoundingClientRect();
  const head = heading ? HEAD : EDGE;
  const inside = draw("g", { transform: `translate(${EDGE} ${head})` });
  inside.append(...(chart ? [await plotDrawing(chart, width, height)] : pictureNodes(picture, picture.getBoundingClientRect())));
  const [wide, high] = [Math.ceil(width) + 2 * EDGE, Math.ceil(height) + head + FOOT];
  const style = getComputedStyle(document.querySelector("[data-testid=stApp]"));
  return draw("svg", { width: wide, height: high, viewBox: `0 0 ${wide} ${high}`, role: "img" },
    draw("title", {}, title), draw("desc", {}, alt), draw("metadata", {}, location.href),
    draw("rect", { width: wide, height: high, fill: style.backgroundColor }), inside,
    caption(heading, wide, 22, 16, style), caption(settings, wide, 40, 12, style),
    caption(decodeURI(location.href), wide, high - 9, 11, style));
}

async function plotDrawing(chart, width, height) {
  const text = await window.Plotly.toImage(chart, { format: "svg", width, height, imageDataOnly: true });
  const drawing = document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
  fixWidths(drawing);
  return drawing;
}

// Plotly has measured the texts in the page's font; another font has to take the same room.
function fixWidths(drawing) {
  const pen = document.createElement("canvas").getContext("2d");
  for (const words of drawing.querySelectorAll("text, tspan")) {
    const { fontStyle, fontWeight, fontSize, fontFamily } = words.closest("text").style;
    if (words.childElementCount || words.style.fontSize.endsWith("%")) continue; // of %: superscripts and subscripts
    pen.font = `${fontStyle} ${words.style.fontWeight || fontWeight} ${fontSize} ${fontFamily}`;
    const attributes = textWidth(words.textContent, pen.measureText(words.textContent).width);
    for (const [name, value] of Object.entries(attributes)) words.setAttribute(name, value);
  }
}

function caption(text, wide, y, size, { color, fontFamily }) {
  const most = Math.floor((wide - 2 * EDGE) / (0.55 * size)); // characters that fit
  const words = text.length > most ? `${text.slice(0, most - 1)}…` : text;
  const [weight, opacity] = size > 12 ? [600, 1] : [400, 0.7];
  return draw("text", { x: EDGE, y, fill: color, opacity, style: `font: ${weight} ${size}px ${fontFamily}` }, words);
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
  return new Promise((resolve) => sheet.toBlob(resolve, "image/png"));
}
