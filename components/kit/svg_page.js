// The part of the page below an element as SVG: its boxes and texts, and its canvases.

import { draw } from "./svg.js";
import { near, Pen, textWidth } from "./svg_pen.js";

const SKIPPED_ELEMENTS = "input, button, .announcement, label:has([type=checkbox]), style, script, option, .katex-mathml";
const INKS = ["fill", "stroke", "stroke-width", "stroke-linecap", "opacity"];

// ---- A canvas, drawn again by its picture on the SVG pen.

function redrawOnPen(canvas) {
  const pen = new Pen(canvas);
  canvas.getContext = () => pen;
  try {
    canvas.redraw();
  } finally {
    delete canvas.getContext;
    canvas.redraw();
  }
  return pen;
}

// ---- A drawing, with what the page's style gives it.

function copyWithStyle(drawing, x, y, { width, height }) {
  const copy = drawing.cloneNode(true), parts = drawing.querySelectorAll("*");
  copy.querySelectorAll("*").forEach((part, i) => {
    const style = getComputedStyle(parts[i]);
    for (const ink of INKS) part.setAttribute(ink, style.getPropertyValue(ink));
  });
  for (const [name, value] of Object.entries({ x, y, width, height })) copy.setAttribute(name, near(value));
  copy.setAttribute("overflow", "visible");
  return copy;
}

// ---- All boxes, texts, drawings and canvases below an element, without controls.

export function pictureNodes(root, box) {
  const nodes = [], take = () => walk(root, box, nodes);
  const inside = [root, ...root.querySelectorAll("*")].map((each) => (each.shadowRoot ?? each).querySelector("canvas"));
  const canvas = inside.find((each) => each?.actAtRest);
  if (canvas) canvas.actAtRest(take);
  else take();
  return nodes;
}

function walk(element, box, nodes) {
  if (element instanceof Element && !drawElement(element, box, nodes)) return;
  for (const child of (element.shadowRoot ?? element).childNodes) {
    if (child.nodeType === Node.TEXT_NODE) words(child, box, nodes);
    else if (child.nodeType === Node.ELEMENT_NODE) walk(child, box, nodes);
  }
}

// Draws the element's box; returns whether to draw its children as well.
function drawElement(element, box, nodes) {
  const style = getComputedStyle(element), place = element.getBoundingClientRect();
  if (element.matches(SKIPPED_ELEMENTS) || style.display === "none" || style.visibility === "hidden" || style.opacity === "0") return false;
  const [x, y] = [place.left - box.left, place.top - box.top];
  if (element instanceof HTMLCanvasElement) {
    if (element.redraw && element.clientWidth) nodes.push(redrawOnPen(element).svg(x + element.clientLeft, y + element.clientTop));
    return false;
  }
  if (element instanceof HTMLSelectElement) {
    writeLine(element.selectedOptions[0]?.textContent ?? "", { left: x + 12, top: y, height: place.height }, style, nodes);
    return false;
  }
  if (element instanceof SVGElement) {
    nodes.push(copyWithStyle(element, x, y, place));
    return false;
  }
  if (style.display !== "contents") drawBox(style, x, y, place, nodes);
  return true;
}

function drawBox(style, x, y, { width, height }, nodes) {
  if (!width || !height) return;
  const edges = ["Top", "Right", "Bottom", "Left"].map((side) => [parseFloat(style[`border${side}Width`]), style[`border${side}Color`]]);
  const whole = edges.every(([wide, colour]) => wide && wide === edges[0][0] && colour === edges[0][1]);
  const half = whole ? edges[0][0] / 2 : 0, rx = Math.min(parseFloat(style.borderTopLeftRadius) || 0, width / 2, height / 2);
  const round = style.borderTopLeftRadius.endsWith("%") ? Math.min(width, height) / 2 : rx;
  const stops = style.backgroundImage.match(/^linear-gradient\((?:to right|90deg), (.*)\)$/)?.[1].match(/rgba?\([^)]*\)/g);
  if (stops) nodes.push(gradientBox(stops, { x: near(x), y: near(y), width: near(width), height: near(height) }));
  else if (visible(style.backgroundColor) || whole) {
    nodes.push(draw("rect", {
      x: near(x + half), y: near(y + half), width: near(width - 2 * half), height: near(height - 2 * half), rx: near(round),
      fill: visible(style.backgroundColor) ? style.backgroundColor : "none", opacity: style.opacity,
      ...(whole && visible(edges[0][1]) ? { stroke: edges[0][1], "stroke-width": 2 * half } : {}),
    }));
  }
  if (whole) return;
  const corners = [[x, y], [x + width, y], [x + width, y + height], [x, y + height]];
  edges.forEach(([wide, colour], i) => {
    if (!wide || !visible(colour)) return;
    const [[x1, y1], [x2, y2]] = [corners[i], corners[(i + 1) % 4]].map((corner) => corner.map(near));
    const dashes = style[`border${["Top", "Right", "Bottom", "Left"][i]}Style`] === "dashed" ? { "stroke-dasharray": "5 4" } : {};
    nodes.push(draw("line", { x1, y1, x2, y2, stroke: colour, "stroke-width": wide, ...dashes }));
  });
}

// A gradient from left to right.
function gradientBox(colours, box) {
  const id = `g${Math.random().toString(36).slice(2, 8)}`;
  const stops = colours.map((colour, i) => draw("stop", { offset: i / (colours.length - 1), "stop-color": colour }));
  return draw("g", {}, draw("linearGradient", { id }, ...stops), draw("rect", { ...box, fill: `url(#${id})` }));
}

function visible(colour) {
  return !/^transparent$|^rgba\(.*, 0\)$/.test(colour);
}

// Each line of wrapped text becomes a text element.
function words(node, box, nodes) {
  if (!node.data.trim()) return;
  const style = getComputedStyle(node.parentElement ?? node.parentNode.host), range = document.createRange();
  const lines = [];
  for (const { index, 0: word } of node.data.matchAll(/\S+\s*/g)) {
    range.setStart(node, index);
    range.setEnd(node, index + word.trimEnd().length);
    const { left, right, top, height } = range.getBoundingClientRect();
    if (right === left) continue;
    const line = lines.at(-1);
    if (line && Math.abs(line.top - top) < height / 2) Object.assign(line, { right, words: line.words + word });
    else lines.push({ left, right, top, height, words: word });
  }
  for (const { left, right, top, height, words: line } of lines) {
    writeLine(line.trimEnd(), { left: left - box.left, top: top - box.top, width: right - left, height }, style, nodes);
  }
}

function writeLine(text, { left, top, width, height }, style, nodes) {
  const size = parseFloat(style.fontSize);
  const look = `font: ${style.fontStyle} ${style.fontWeight} ${size}px ${style.fontFamily}; font-variant-numeric: ${style.fontVariantNumeric}`;
  const wide = width ? textWidth(text, width) : {};
  const place = { x: near(left), y: near(top + height / 2 + 0.34 * size), ...wide };
  nodes.push(draw("text", { ...place, style: look, fill: style.color, opacity: style.opacity }, text));
}
