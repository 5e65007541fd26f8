// A stand-in for a canvas' 2D context that draws SVG; docs/decisions/0017 says why.

import { paintImage } from "./colours.js";
import { draw } from "./svg.js";

const START = { // the state of a new context
  fillStyle: "#000", strokeStyle: "#000", lineWidth: 1, lineCap: "butt", lineJoin: "miter", font: "10px sans-serif",
  textAlign: "start", textBaseline: "alphabetic", globalAlpha: 1, imageSmoothingEnabled: true, dash: [], clipId: null,
};
const ANCHORS = { left: "start", start: "start", center: "middle", right: "end", end: "end" };

// ---- The part of a 2D context that the pictures use.

export class Pen {
  constructor(canvas) {
    this.records = true;
    this.canvas = canvas;
    this.measure = document.createElement("canvas").getContext("2d");
    this.savedStates = [];
    this.definitionCount = 0;
    this.mark = `c${Math.random().toString(36).slice(2, 8)}`; // ids have to be unique in the whole page
    Object.assign(this, START, { matrix: new DOMMatrix() });
    this.clear();
  }

  clear() {
    [this.definitions, this.group, this.path] = [draw("defs", {}), draw("g", {}), []];
  }

  // The drawing, in the canvas' pixels, scaled to the size of the canvas on the page.
  svg(left, top) {
    const { width, height, clientWidth, clientHeight } = this.canvas;
    const place = { x: left, y: top, width: clientWidth, height: clientHeight };
    return draw("svg", { ...place, viewBox: `0 0 ${width} ${height}` }, this.definitions, this.group);
  }

  // -- state

  save() {
    this.savedStates.push(["matrix", ...Object.keys(START)].map((name) => [name, this[name]]));
  }

  restore() {
    Object.assign(this, Object.fromEntries(this.savedStates.pop() ?? []));
  }

  setTransform(...numbers) {
    this.matrix = new DOMMatrix(numbers);
  }

  translate(x, y) {
    this.matrix = this.matrix.translate(x, y);
  }

  scale(x, y) {
    this.matrix = this.matrix.scale(x, y);
  }

  rotate(angle) {
    this.matrix = this.matrix.rotate((angle * 180) / Math.PI);
  }

  setLineDash(lengths) {
    this.dash = lengths;
  }

  get size() {
    return Math.hypot(this.matrix.a, this.matrix.b); // of one unit, in pixels of the canvas
  }

  at(x, y) {
    const point = this.matrix.transformPoint({ x, y });
    return `${near(point.x)} ${near(point.y)}`;
  }

  // -- paths

  beginPath() {
    this.path = [];
  }

  moveTo(x, y) {
    this.path.push(`M${this.at(x, y)}`);
  }

  lineTo(x, y) {
    this.path.push(`${this.path.length ? "L" : "M"}${this.at(x, y)}`);
  }

  closePath() {
    this.path.push("Z");
  }

  rect(x, y, wide, high) {
    this.path.push(`M${this.at(x, y)}L${this.at(x + wide, y)}L${this.at(x + wide, y + high)}L${this.at(x, y + high)}Z`);
  }

  roundRect(x, y, wide, high, radius) {
    const r = Math.min(radius, wide / 2, high / 2), turn = (px, py) => `A${near(r * this.size)} ${near(r * this.size)} 0 0 1 ${this.at(px, py)}`;
    this.path.push(
      `M${this.at(x + r, y)}L${this.at(x + wide - r, y)}${turn(x + wide, y + r)}L${this.at(x + wide, y + high - r)}`,
      `${turn(x + wide - r, y + high)}L${this.at(x + r, y + high)}${turn(x, y + high - r)}L${this.at(x, y + r)}${turn(x + r, y)}Z`,
    );
  }

  arc(x, y, radius, from, to, back = false) {
    const turn = 2 * Math.PI;
    let by = to - from;
    if (Math.abs(by) >= turn) by = back ? -turn : turn;
    else if (back && by > 0) by -= turn;
    else if (!back && by < 0) by += turn;
    const point = (angle) => this.at(x + radius * Math.cos(angle), y + radius * Math.sin(angle));
    const step = (angle) => `A${near(radius * this.size)} ${near(radius * this.size)} 0 0 ${by < 0 ? 0 : 1} ${point(angle)}`;
    this.path.push(`${this.path.length ? "L" : "M"}${point(from)}${[1, 2, 3].map((i) => step(from + (by * i) / 3)).join("")}`);
  }

  clip() {
    this.clipId = this.define("clipPath", {}, draw("path", { d: this.path.join("") }));
  }

  // -- shapes and text

  add(name, attributes, ...children) {
    const all = { ...attributes };
    if (this.globalAlpha < 1) all.opacity = this.globalAlpha;
    if (this.clipId) all["clip-path"] = `url(#${this.clipId})`;
    this.group.append(draw(name, all, ...children));
  }

  define(name, attributes, ...children) {
    const id = `${this.mark}-${(this.definitionCount += 1)}`;
    this.definitions.append(draw(name, { id, ...attributes }, ...children));
    return id;
  }

  fill(d = this.path.join("")) {
    this.add("path", { d, fill: this.paint(this.fillStyle) });
  }

  stroke(d = this.path.join("")) {
    const { lineCap, lineJoin, size } = this;
    const dashes = this.dash.length ? { "stroke-dasharray": this.dash.map((length) => near(length * size)).join(" ") } : {};
    const line = { "stroke-width": near(this.lineWidth * size), "stroke-linecap": lineCap, "stroke-linejoin": lineJoin };
    this.add("path", { d, fill: "none", stroke: this.paint(this.strokeStyle), ...line, ...dashes });
  }

  paint(style) {
    if (typeof style === "string") return style;
    const stops = style.stops.map(([offset, colour]) => draw("stop", { offset, "stop-color": colour }));
    return `url(#${this.define("linearGradient", { gradientUnits: "userSpaceOnUse", ...style.ends }, ...stops)})`;
  }

  createLinearGradient(...numbers) {
    const [[x1, y1], [x2, y2]] = [numbers.slice(0, 2), numbers.slice(2)].map((end) => this.at(...end).split(" "));
    const stops = [];
    return { ends: { x1, y1, x2, y2 }, stops, addColorStop: (...stop) => stops.push(stop) };
  }

  fillRect(...box) {
    this.withBox(() => this.fill(), box);
  }

  strokeRect(...box) {
    this.withBox(() => this.stroke(), box);
  }

  withBox(act, box) {
    const path = this.path;
    this.path = [];
    this.rect(...box);
    act();
    this.path = path;
  }

  clearRect() {
    this.clear(); // pictures only clear the whole canvas, before they draw
  }

  fillText(words, x, y) {
    this.write(words, x, y, { fill: this.paint(this.fillStyle) });
  }

  strokeText(words, x, y) {
    this.write(words, x, y, { fill: "none", stroke: this.strokeStyle, "stroke-width": this.lineWidth });
  }

  write(words, x, y, look) {
    const { ascent, descent } = this.heights();
    const down = { middle: (ascent - descent) / 2, top: ascent, bottom: -descent }[this.textBaseline] ?? 0;
    const { a, b, c, d, e, f } = this.matrix;
    this.add("text", {
      x: near(x), y: near(y + down), transform: `matrix(${[a, b, c, d, e, f].map(near).join(" ")})`,
      style: `font: ${this.font}; white-space: pre`,
      "text-anchor": ANCHORS[this.textAlign], ...textWidth(`${words}`, this.measureText(words).width), ...look,
    }, `${words}`);
  }

  heights() {
    this.measure.font = this.font;
    const { fontBoundingBoxAscent: ascent, fontBoundingBoxDescent: descent } = this.measure.measureText("x");
    return { ascent, descent };
  }

  measureText(words) {
    this.measure.font = this.font;
    return this.measure.measureText(words);
  }

  drawImage(image, x, y, width = image.width, height = image.height) {
    const { a, b, c, d, e, f } = this.matrix;
    const sharp = this.imageSmoothingEnabled ? {} : { style: "image-rendering: pixelated" };
    const place = { x, y, width, height, transform: `matrix(${[a, b, c, d, e, f].join(" ")})` };
    this.add("image", { ...place, preserveAspectRatio: "none", href: image.toDataURL(), ...sharp });
  }

  putImageData(image, x, y) {
    const sheet = paintImage(document.createElement("canvas"), image);
    const place = { x, y, width: image.width, height: image.height }; // in the canvas' own pixels
    // Shown on a less dense screen, nearest-neighbour scaling of a dense one's pixels would show aliases.
    const sharp = devicePixelRatio > 1 ? {} : { style: "image-rendering: pixelated" };
    this.add("image", { ...place, href: sheet.toDataURL(), ...sharp });
  }
}

// Attributes that keep the width of a text where another font takes the place of the page's.
export function textWidth(words, width) {
  return words.trim().length > 1 ? { textLength: near(width), lengthAdjust: "spacingAndGlyphs" } : {};
}

// Two decimals are enough for coordinates.
export function near(number) {
  return Math.round(number * 100) / 100;
}
