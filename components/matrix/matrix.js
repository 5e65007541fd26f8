// The table of an encoding. Pixels arrive as bytes (127 is zero); single cells are evaluated here
// as sine or cosine of position × frequency, with the frequencies that arrive beside the pixels.

const SINE = 0, COSINE = 1, EMPTY = 2;
const TYPES = { uint8: Uint8Array, uint16: Uint16Array, float64: Float64Array };
const INSTANCES = new WeakMap();

export default function ({ data, parentElement, setStateValue }) {
  let view = INSTANCES.get(parentElement);
  if (!view) INSTANCES.set(parentElement, (view = open(parentElement)));
  view.report = (cell) => setStateValue("cell", cell);
  view.table = unpack(data);
  view.kept = { position: view.table.position, dimension: view.table.dimension };
  view.pointed = null;
  view.canvas.setAttribute("aria-label", view.table.alt);
  view.image = null;
  view.redraw();
  return () => {
    view.observer.disconnect();
    INSTANCES.delete(parentElement);
  };
}

// ---- numbers in, numbers out

export function unpack(bytes) {
  const size = new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0, true);
  const table = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + size)));
  let start = 4 + size;
  for (const [name, type, count] of table.arrays) {
    const end = start + count * TYPES[type].BYTES_PER_ELEMENT;
    table[name] = new TYPES[type](bytes.slice(start, end).buffer); // a copy starts aligned
    start = end;
  }
  return table;
}

export function cell(table, position, dimension) {
  const angle = ((position + table.firstPosition) / table.scale) * table.frequencies[dimension];
  return [Math.sin(angle), Math.cos(angle), 0][table.functions[dimension]];
}

export function formula(table, position, dimension) {
  if (table.functions[dimension] === EMPTY) return "0 (padding)";
  const name = table.functions[dimension] === COSINE ? "cos" : "sin";
  const shown = position + table.firstPosition;
  const scaled = table.scale === 1 ? `${shown}` : `(${shown} / ${table.scale})`;
  return `${name}(${scaled} / ${table.base}^(${table.numerators[dimension]}/${table.denominator}))`;
}

// Runs of `size` columns become their mean; the last run may be shorter. Returns the transpose,
// so that calling it twice treats rows and columns alike.
export function means(values, rows, columns, size) {
  const runs = Math.ceil(columns / size), out = new Float32Array(runs * rows);
  for (let run = 0; run < runs; run++) {
    const from = run * size, to = Math.min(from + size, columns);
    for (let row = 0; row < rows; row++) {
      let sum = 0;
      for (let i = from; i < to; i++) sum += values[row * columns + i];
      out[run * rows + row] = sum / (to - from);
    }
  }
  return out;
}

// Every one of `wide` pixels becomes the mean of what it covers of the columns, parts of columns
// included: no column is drawn wider than another. Returns the transpose.
export function spread(values, rows, columns, wide) {
  const out = new Float32Array(wide * rows), step = columns / wide;
  for (let x = 0; x < wide; x++) {
    const first = Math.floor(x * step), cut = Math.min(1, (first + 1 - x * step) / step);
    const second = Math.min(first + 1, columns - 1);
    for (let row = 0; row < rows; row++) {
      const at = row * columns;
      out[x * rows + row] = cut * values[at + first] + (1 - cut) * values[at + second];
    }
  }
  return out;
}

// How many neighbours share a pixel when `count` of them have `room` pixels: one, or whole pairs.
export function sharing(count, room) {
  const size = Math.ceil(count / room);
  return size > 1 ? size + (size % 2) : 1;
}

export function ticks(count, most) {
  // Round steps 1, 2, 5 × 10^n over 0 … count - 1.
  const rough = Math.max(1, count / Math.max(1, most));
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * [1, 2, 5, 10].find((m) => m * power >= rough);
  return Array.from({ length: Math.ceil(count / step) }, (_, i) => i * step);
}

function clamp(value, count) {
  return Math.max(0, Math.min(count - 1, value));
}

function signed(value) {
  return (value < 0 ? "−" : "") + Math.abs(value).toFixed(4);
}

function range(from, to) {
  return from === to ? `${from}` : `${from}–${to}`;
}

function readout(table, grid, { position, dimension }) {
  const exact = `${formula(table, position, dimension)} = ${signed(cell(table, position, dimension))}`;
  const place = `position ${position + table.firstPosition} · dimension ${dimension}`;
  if (grid.perRow * grid.perColumn === 1) return `${place}: ${exact}`;
  const row = Math.floor(position / grid.perRow), column = Math.floor(dimension / grid.perColumn);
  const mean = (grid.values[row * grid.columns + column] - 127) / 127;
  const lastRow = Math.min((row + 1) * grid.perRow, table.length) - 1 + table.firstPosition;
  const lastColumn = Math.min((column + 1) * grid.perColumn, table.functions.length) - 1;
  const rows = range(row * grid.perRow + table.firstPosition, lastRow);
  const columns = range(column * grid.perColumn, lastColumn);
  return `${place}: ${exact} · mean over positions ${rows}, dimensions ${columns}: ${mean.toFixed(2).replace("-", "−")}`;
}

function resolution(table, grid) {
  const size = `${table.length.toLocaleString("en")} × ${table.functions.length.toLocaleString("en")} table`;
  if (grid.perRow * grid.perColumn === 1) return `${size}, every cell drawn.`;
  const count = (n, unit) => `${n.toLocaleString("en")} ${unit}${n === 1 ? "" : "s"}`;
  const covered = `${count(grid.perRow, "position")} × ${count(grid.perColumn, "dimension")}`;
  return `${size}; a pixel covers ${covered} and shows their exact mean.`;
}

// ---- one instance

function open(root) {
  const [canvas, output, note] = ["canvas", "output", "p"].map((name) => root.querySelector(name));
  const view = { canvas, output, note, root };
  view.redraw = () => {
    cancelAnimationFrame(view.frame);
    view.frame = requestAnimationFrame(() => draw(view));
  };
  view.observer = new ResizeObserver(view.redraw);
  view.observer.observe(view.canvas);
  listen(view);
  return view;
}

function listen(view) {
  const { canvas } = view;
  const point = (event) => {
    view.pointed = cellAt(view, event);
    if (view.dragging && view.pointed) view.kept = view.pointed;
    view.redraw();
  };
  canvas.onpointermove = point;
  canvas.onpointerdown = (event) => {
    view.dragging = Boolean(cellAt(view, event));
    if (view.dragging) canvas.setPointerCapture(event.pointerId);
    point(event);
  };
  canvas.onpointerup = () => {
    if (view.dragging) keep(view, view.kept);
    view.dragging = false;
  };
  canvas.onpointercancel = () => (view.dragging = false);
  canvas.onpointerleave = () => {
    view.pointed = null;
    view.redraw();
  };
  canvas.onkeydown = (event) => move(view, event);
  canvas.onkeyup = (event) => {
    if (event.key.startsWith("Arrow") && view.moved) keep(view, view.kept);
    view.moved = false;
  };
}

function keep(view, { position, dimension }) {
  view.kept = { position, dimension };
  view.redraw();
  if (position !== view.table.position || dimension !== view.table.dimension) view.report([position, dimension]);
}

function move(view, event) {
  const step = event.shiftKey ? 10 : 1;
  const [down, right] = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key] ?? [];
  if (down === undefined) return;
  event.preventDefault();
  view.moved = true;
  view.pointed = null;
  view.kept = {
    position: clamp(view.kept.position + down * step * view.grid.perRow, view.table.length),
    dimension: clamp(view.kept.dimension + right * step * view.grid.perColumn, view.table.functions.length),
  };
  view.redraw();
}

function cellAt(view, event) {
  const { left, top, width, height } = view.plan.heat;
  const box = view.canvas.getBoundingClientRect();
  const x = (event.clientX - box.left - left) / width, y = (event.clientY - box.top - top) / height;
  const inside = x >= 0 && x < 1 && y >= 0 && y < 1;
  if (!inside && !view.dragging) return null;
  const { table, grid } = view;
  return {
    position: centre(y, grid.rows, grid.perRow, table.length),
    dimension: centre(x, grid.columns, grid.perColumn, table.functions.length),
  };
}

function centre(fraction, blocks, size, count) {
  const block = clamp(Math.floor(fraction * blocks), blocks);
  return clamp(block * size + Math.floor((size - 1) / 2), count);
}

// ---- drawing

function draw(view) {
  const { canvas, table } = view;
  const width = canvas.clientWidth, ratio = window.devicePixelRatio || 1;
  if (!width || !table) return;
  view.plan = plan(width, table);
  const room = [view.plan.heat.width, view.plan.heat.height].map((side) => Math.round(side * ratio));
  if (`${room}` !== view.room) view.image = null;
  view.room = `${room}`;
  canvas.style.height = `${view.plan.height}px`;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(view.plan.height * ratio);
  const pen = canvas.getContext("2d");
  pen.scale(ratio, ratio);
  const ink = inks(view);
  pen.font = `13px ${ink.font}`;
  if (!view.image) {
    view.grid = shared(table, ...room);
    view.image = picture(view.grid, ...room, ink);
  }
  const shown = view.pointed ?? view.kept;
  drawHeat(pen, view, ink);
  drawAxes(pen, view, ink);
  drawCross(pen, view, view.kept, ink, []);
  if (view.pointed) drawCross(pen, view, view.pointed, ink, [3, 3]);
  drawRow(pen, view, shown.position, ink);
  drawColumn(pen, view, shown.dimension, ink);
  drawBar(pen, view, ink);
  view.output.classList.toggle("long", view.grid.perRow * view.grid.perColumn > 1);
  say(view.output, readout(table, view.grid, shown));
  say(view.note, resolution(table, view.grid));
}

function say(element, words) {
  if (element.textContent !== words) element.textContent = words;
}

// Where everything stands, in CSS pixels. The row's curve shares the table's horizontal axis, the
// column's its vertical one; on a phone the column's curve lies below the row's.
function plan(width, table) {
  const narrow = width < 560;
  const side = narrow ? 0 : 150, left = 64, gap = 18;
  const heat = {
    left,
    top: 8,
    width: width - left - (narrow ? 6 : side + gap + 12),
    height: Math.min(narrow ? 300 : 340, Math.max(120, table.rows * 22)),
  };
  const below = heat.top + heat.height + 60;
  const row = { left, top: below, width: heat.width, height: 88 };
  const column = narrow
    ? { left, top: below + 88 + 34, width: heat.width, height: 88 }
    : { left: left + heat.width + gap, top: heat.top, width: side, height: heat.height };
  const bar = narrow
    ? { left, top: column.top + column.height + 34, width: heat.width, height: 10 }
    : { left: column.left, top: below + 36, width: side, height: 10 };
  return { narrow, heat, row, column, bar, height: (narrow ? bar.top + 30 : row.top + row.height + 10) };
}

function inks(view) {
  const style = getComputedStyle(view.root.host ?? view.canvas);
  const read = (name) => style.getPropertyValue(name).trim();
  const background = rgb(read("--st-background-color"));
  const theme = background[0] + background[1] + background[2] < 384 ? "dark" : "light";
  if (view.theme !== theme) view.image = null;
  view.theme = theme;
  const { sine, cosine } = view.table.colours;
  return {
    text: read("--st-text-color"), grid: read("--st-border-color"), font: read("--st-font"),
    map: view.table.colours[theme], curves: [sine, cosine, read("--st-border-color")],
  };
}

function rgb(colour) {
  const hex = colour.match(/^#(..)(..)(..)/);
  if (hex) return hex.slice(1).map((part) => parseInt(part, 16));
  return (colour.match(/[\d.]+/g) ?? [255, 255, 255]).slice(0, 3).map(Number);
}

function shades([negative, neutral, positive]) {
  // 255 colours, straight from one end over the middle to the other.
  const [low, middle, high] = [negative, neutral, positive].map(rgb);
  return Array.from({ length: 255 }, (_, i) => {
    const [from, to, t] = i < 127 ? [low, middle, i / 127] : [middle, high, (i - 127) / 127];
    return from.map((part, j) => Math.round(part + (to[j] - part) * t));
  });
}

// The cells that a screen of this size can show: means over neighbours where there are too many.
function shared(table, wide, tall) {
  const across = sharing(table.columns, wide), down = sharing(table.rows, tall);
  const columns = Math.ceil(table.columns / across), rows = Math.ceil(table.rows / down);
  const values = means(means(table.pixels, table.rows, table.columns, across), columns, table.rows, down);
  return { values, rows, columns, perRow: table.perRow * down, perColumn: table.perColumn * across };
}

function picture(grid, wide, tall, ink) {
  const values = spread(spread(grid.values, grid.rows, grid.columns, wide), wide, grid.rows, tall);
  const image = new ImageData(wide, tall), words = new Uint32Array(image.data.buffer);
  const colours = shades(ink.map).map(([r, g, b]) => (255 << 24) | (b << 16) | (g << 8) | r);
  values.forEach((value, i) => (words[i] = colours[Math.round(value)]));
  const canvas = new OffscreenCanvas(wide, tall);
  canvas.getContext("2d").putImageData(image, 0, 0);
  return canvas;
}

function drawHeat(pen, view, ink) {
  const { left, top, width, height } = view.plan.heat;
  pen.imageSmoothingEnabled = false;
  pen.drawImage(view.image, left, top, width, height);
  pen.strokeStyle = ink.grid;
  pen.strokeRect(left - 0.5, top - 0.5, width + 1, height + 1);
}

function along({ plan, grid }, position) {
  return plan.heat.top + ((position + 0.5) / (grid.rows * grid.perRow)) * plan.heat.height;
}

function across({ plan, grid }, dimension) {
  return plan.heat.left + ((dimension + 0.5) / (grid.columns * grid.perColumn)) * plan.heat.width;
}

function drawAxes(pen, view, ink) {
  const { plan, table } = view, { heat } = plan;
  pen.fillStyle = ink.text;
  pen.textAlign = "right";
  pen.textBaseline = "middle";
  for (const position of ticks(table.length, heat.height / 34)) {
    pen.fillText(short(position + table.firstPosition), heat.left - 6, along(view, position));
  }
  pen.textAlign = "center";
  pen.textBaseline = "top";
  for (const dimension of ticks(table.functions.length, heat.width / 70)) {
    pen.fillText(short(dimension), across(view, dimension), heat.top + heat.height + 5);
  }
  pen.fillText("dimension", heat.left + heat.width / 2, heat.top + heat.height + 22);
  pen.save();
  pen.translate(4, heat.top + heat.height / 2);
  pen.rotate(-Math.PI / 2);
  pen.fillText("position (tokens)", 0, 0);
  pen.restore();
}

function short(count) {
  return count >= 10000 && count % 1000 === 0 ? `${count / 1000}k` : `${count}`;
}

function drawCross(pen, view, { position, dimension }, ink, dash) {
  const { plan, table } = view, { heat } = plan;
  const x = across(view, dimension), y = along(view, position);
  pen.save();
  pen.setLineDash(dash);
  pen.strokeStyle = ink.text;
  pen.globalAlpha = dash.length ? 0.9 : 0.65;
  line(pen, [[heat.left, y], [heat.left + heat.width, y]]);
  line(pen, [[x, heat.top], [x, heat.top + heat.height]]);
  pen.restore();
  pen.strokeStyle = ink.text;
  pen.lineWidth = 1.5;
  pen.beginPath();
  pen.arc(x, y, 5, 0, 2 * Math.PI);
  pen.stroke();
  pen.lineWidth = 1;
}

function line(pen, points) {
  pen.beginPath();
  points.forEach(([x, y]) => pen.lineTo(x, y));
  pen.stroke();
}

function drawPanel(pen, box, ink) {
  pen.strokeStyle = ink.grid;
  pen.strokeRect(box.left - 0.5, box.top - 0.5, box.width + 1, box.height + 1);
}

// The vector of one position: sines and cosines as two curves over the dimensions.
function drawRow(pen, view, position, ink) {
  const { plan, table } = view, box = plan.row;
  drawPanel(pen, box, ink);
  valueAxis(pen, box, ink);
  for (const which of [SINE, COSINE]) {
    const points = [];
    table.functions.forEach((kind, dimension) => {
      if (kind === which) points.push([across(view, dimension), height(box, cell(table, position, dimension))]);
    });
    drawCurve(pen, points, ink.curves[which], box.width);
  }
  const names = [["sines ", ink.curves[SINE]], ["cosines", ink.curves[COSINE]]];
  caption(pen, box.left, box.top - 4, [[`row ${position + table.firstPosition}: `, ink.text], ...names]);
}

function caption(pen, left, bottom, parts) {
  let x = left;
  pen.textAlign = "left";
  pen.textBaseline = "bottom";
  for (const [words, colour] of parts) {
    pen.fillStyle = colour;
    pen.fillText(words, x, bottom);
    x += pen.measureText(words).width;
  }
}

function valueAxis(pen, box, ink) {
  pen.fillStyle = ink.text;
  pen.textAlign = "right";
  pen.textBaseline = "middle";
  for (const value of [-1, 0, 1]) pen.fillText(`${value}`.replace("-", "−"), box.left - 6, height(box, value));
  pen.strokeStyle = ink.grid;
  line(pen, [[box.left, height(box, 0)], [box.left + box.width, height(box, 0)]]);
}

function height(box, value) {
  return box.top + box.height / 2 - (value * (box.height - 10)) / 2;
}

// Points are dots as long as they can be told apart.
function drawCurve(pen, points, colour, width) {
  pen.strokeStyle = pen.fillStyle = colour;
  pen.lineWidth = 1.5;
  line(pen, points);
  if (points.length < width / 7) points.forEach(([x, y]) => pen.fillRect(x - 2, y - 2, 4, 4));
  pen.lineWidth = 1;
}

// The sinusoid of one dimension over the positions, at most 64 of them on every row of pixels.
function drawColumn(pen, view, dimension, ink) {
  const { plan, table } = view, box = plan.column;
  const step = Math.max(1, Math.floor(table.perRow / 64));
  const points = [];
  for (let position = 0; position < table.length; position += step) {
    const value = cell(table, position, dimension);
    points.push(plan.narrow
      ? [box.left + ((position + 0.5) / table.length) * box.width, height(box, value)]
      : [box.left + box.width / 2 + (value * (box.width - 12)) / 2, along(view, position)]);
  }
  drawPanel(pen, box, ink);
  if (plan.narrow) valueAxis(pen, box, ink);
  else line(pen, [[box.left + box.width / 2, box.top], [box.left + box.width / 2, box.top + box.height]]);
  const kind = table.functions[dimension];
  drawCurve(pen, points, ink.curves[kind], plan.narrow ? box.width : box.height);
  const words = [[`column ${dimension}: `, ink.text], [["sine", "cosine", "padding"][kind], ink.curves[kind]]];
  caption(pen, box.left, plan.narrow ? box.top - 4 : box.top + box.height + 20, words);
}

function drawBar(pen, view, ink) {
  const { left, top, width, height } = view.plan.bar;
  const colours = shades(ink.map);
  colours.forEach(([r, g, b], i) => {
    pen.fillStyle = `rgb(${r}, ${g}, ${b})`;
    pen.fillRect(left + (i / 255) * width, top, width / 255 + 1, height);
  });
  pen.strokeStyle = ink.grid;
  pen.strokeRect(left - 0.5, top - 0.5, width + 1, height + 1);
  pen.fillStyle = ink.text;
  pen.textBaseline = "top";
  for (const [label, x, align] of [["−1", 0, "left"], ["0", 0.5, "center"], ["1", 1, "right"]]) {
    pen.textAlign = align;
    pen.fillText(label, left + x * width, top + height + 5);
  }
}
