// What is on the screen as an SVG drawing: what a canvas is told to draw, and the words and boxes around it.

const SPACE = Object.assign(document.createElement("p"), { innerHTML: "<svg></svg>" }).firstChild.namespaceURI;
const STATE = [
  "fillStyle", "strokeStyle", "lineWidth", "lineCap", "lineJoin", "font", "textAlign", "textBaseline", "globalAlpha",
  "imageSmoothingEnabled", "matrix", "dash", "clipped",
];
const ANCHORS = { left: "start", start: "start", center: "middle", right: "end", end: "end" };
const UNSHOWN = "input, button, label:has([type=checkbox]), style, script, option, .katex-mathml";

export function draw(name, attributes, ...children) {
  const made = document.createElementNS(SPACE, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

// ---- A pen for a canvas: the part of a 2D context that the pictures use, and what it was told as SVG.

export class Pen {
  constructor(canvas) {
    this.records = true;
    this.canvas = canvas;
    this.measure = document.createElement("canvas").getContext("2d");
    this.saved = [];
    this.defined = 0;
    this.mark = `c${Math.random().toString(36).slice(2, 8)}`; // names are shared by a whole page
    Object.assign(this, {
      fillStyle: "#000", strokeStyle: "#000", lineWidth: 1, lineCap: "butt", lineJoin: "miter", font: "10px sans-serif",
      textAlign: "start", textBaseline: "alphabetic", globalAlpha: 1, imageSmoothingEnabled: true,
      matrix: new DOMMatrix(), dash: [], clipped: null,
    });
    this.clear();
  }

  clear() {
    [this.definitions, this.drawn, this.path] = [draw("defs", {}), draw("g", {}), []];
  }

  // In the canvas' own pixels, shown as large as the canvas is.
  svg(left, top) {
    const { width, height, clientWidth, clientHeight } = this.canvas;
    const place = { x: left, y: top, width: clientWidth, height: clientHeight };
    return draw("svg", { ...place, viewBox: `0 0 ${width} ${height}` }, this.definitions, this.drawn);
  }

  // -- state

  save() {
    this.saved.push(STATE.map((name) => this[name]));
  }

  restore() {
    this.saved.pop()?.forEach((value, i) => (this[STATE[i]] = value));
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
    return Math.hypot(this.matrix.a, this.matrix.b); // of one unit
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
    this.clipped = this.define("clipPath", {}, draw("path", { d: this.path.join("") }));
  }

  // -- what is seen

  put(name, attributes, ...children) {
    const own = { ...attributes };
    if (this.globalAlpha < 1) own.opacity = this.globalAlpha;
    if (this.clipped) own["clip-path"] = `url(#${this.clipped})`;
    this.drawn.append(draw(name, own, ...children));
  }

  define(name, attributes, ...children) {
    const id = `${this.mark}-${(this.defined += 1)}`;
    this.definitions.append(draw(name, { id, ...attributes }, ...children));
    return id;
  }

  fill(d = this.path.join("")) {
    this.put("path", { d, fill: this.paint(this.fillStyle) });
  }

  stroke(d = this.path.join("")) {
    const { lineCap, lineJoin, size } = this;
    const dashes = this.dash.length ? { "stroke-dasharray": this.dash.map((length) => near(length * size)).join(" ") } : {};
    const line = { "stroke-width": near(this.lineWidth * size), "stroke-linecap": lineCap, "stroke-linejoin": lineJoin };
    this.put("path", { d, fill: "none", stroke: this.paint(this.strokeStyle), ...line, ...dashes });
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
    this.aside(() => this.fill(), box);
  }

  strokeRect(...box) {
    this.aside(() => this.stroke(), box);
  }

  aside(act, box) {
    const path = this.path;
    this.path = [];
    this.rect(...box);
    act();
    this.path = path;
  }

  clearRect() {
    this.clear(); // all of the sheet, before anything is drawn on it
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
    this.put("text", {
      x: near(x), y: near(y + down), transform: `matrix(${[a, b, c, d, e, f].map(near).join(" ")})`,
      style: `font: ${this.font}; white-space: pre`,
      "text-anchor": ANCHORS[this.textAlign], ...asWide(`${words}`, this.measureText(words).width), ...look,
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
    this.put("image", { ...place, preserveAspectRatio: "none", href: image.toDataURL(), ...sharp });
  }

  putImageData(image, x, y) {
    const sheet = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
    sheet.getContext("2d").putImageData(image, 0, 0);
    const place = { x, y, width: image.width, height: image.height }; // in the canvas' own pixels
    // Of a dense screen's pixels the nearest alone, on one that is less dense, would show waves that are not there.
    const sharp = window.devicePixelRatio > 1 ? {} : { style: "image-rendering: pixelated" };
    this.put("image", { ...place, href: sheet.toDataURL(), ...sharp });
  }
}

// Another font, where the page's own is not at hand, takes as much room.
export function asWide(words, width) {
  return words.trim().length > 1 ? { textLength: near(width), lengthAdjust: "spacingAndGlyphs" } : {};
}

function near(number) {
  return Math.round(number * 100) / 100;
}

// ---- The canvas, drawn once more by whoever owns it.

function recorded(canvas) {
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

// ---- Everything below an element: boxes, words, canvases. Controls are left out.

export function pictured(root, box) {
  const drawn = [];
  walk(root, box, drawn);
  return drawn;
}

function walk(element, box, drawn) {
  if (element instanceof Element && !showsItself(element, box, drawn)) return;
  for (const child of (element.shadowRoot ?? element).childNodes) {
    if (child.nodeType === Node.TEXT_NODE) words(child, box, drawn);
    else if (child.nodeType === Node.ELEMENT_NODE) walk(child, box, drawn);
  }
}

// Draws the element's own box; whether to go on to what is in it.
function showsItself(element, box, drawn) {
  const style = getComputedStyle(element), place = element.getBoundingClientRect();
  if (element.matches(UNSHOWN) || style.display === "none" || style.visibility === "hidden" || style.opacity === "0") return false;
  const [x, y] = [place.left - box.left, place.top - box.top];
  if (element instanceof HTMLCanvasElement) {
    if (element.redraw && element.clientWidth) drawn.push(recorded(element).svg(x + element.clientLeft, y + element.clientTop));
    return false;
  }
  if (element instanceof HTMLSelectElement) {
    writeLine(element.selectedOptions[0]?.textContent ?? "", { left: x + 12, top: y, height: place.height }, style, drawn);
    return false;
  }
  if (element instanceof SVGElement) return false;
  if (style.display !== "contents") drawBox(style, x, y, place, drawn);
  return true;
}

function drawBox(style, x, y, { width, height }, drawn) {
  if (!width || !height) return;
  const edges = ["Top", "Right", "Bottom", "Left"].map((side) => [parseFloat(style[`border${side}Width`]), style[`border${side}Color`]]);
  const whole = edges.every(([wide, colour]) => wide && wide === edges[0][0] && colour === edges[0][1]);
  const half = whole ? edges[0][0] / 2 : 0, rx = Math.min(parseFloat(style.borderTopLeftRadius) || 0, width / 2, height / 2);
  const round = style.borderTopLeftRadius.endsWith("%") ? Math.min(width, height) / 2 : rx;
  const stops = style.backgroundImage.match(/^linear-gradient\((?:to right|90deg), (.*)\)$/)?.[1].match(/rgba?\([^)]*\)/g);
  if (stops) drawn.push(graded(stops, { x: near(x), y: near(y), width: near(width), height: near(height) }));
  else if (visible(style.backgroundColor) || whole) {
    drawn.push(draw("rect", {
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
    const dashed = style[`border${["Top", "Right", "Bottom", "Left"][i]}Style`] === "dashed" ? { "stroke-dasharray": "5 4" } : {};
    drawn.push(draw("line", { x1, y1, x2, y2, stroke: colour, "stroke-width": wide, ...dashed }));
  });
}

// From left to right.
function graded(colours, box) {
  const id = `g${Math.random().toString(36).slice(2, 8)}`;
  const stops = colours.map((colour, i) => draw("stop", { offset: i / (colours.length - 1), "stop-color": colour }));
  return draw("g", {}, draw("linearGradient", { id }, ...stops), draw("rect", { ...box, fill: `url(#${id})` }));
}

function visible(colour) {
  return !/^transparent$|^rgba\(.*, 0\)$/.test(colour);
}

// Where words wrap, every line is a text of its own.
function words(node, box, drawn) {
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
    writeLine(line.trimEnd(), { left: left - box.left, top: top - box.top, width: right - left, height }, style, drawn);
  }
}

function writeLine(text, { left, top, width, height }, style, drawn) {
  const size = parseFloat(style.fontSize);
  const look = `font: ${style.fontStyle} ${style.fontWeight} ${size}px ${style.fontFamily}; font-variant-numeric: ${style.fontVariantNumeric}`;
  const wide = width ? asWide(text, width) : {};
  const place = { x: near(left), y: near(top + height / 2 + 0.34 * size), ...wide };
  drawn.push(draw("text", { ...place, style: look, fill: style.color, opacity: style.opacity }, text));
}
