"""Texts inside pictures: which of them touch, are cut off, or have a rule or a dashed line through their letters.

A text is the quadrilateral of its ink, in CSS pixels of the page; a rotated one stays as narrow as it is.
"""

_CORNERS = """(matrix, left, top, right, bottom) => [[left, top], [right, top], [right, bottom], [left, bottom]]
  .map(([x, y]) => [matrix.a * x + matrix.c * y + matrix.e, matrix.b * x + matrix.d * y + matrix.f])"""
# A canvas keeps the texts drawn on it since it was cleared, and those of a canvas that is copied onto it.
_RECORD = f"""() => {{
  const pen = CanvasRenderingContext2D.prototype, {{ fillText, clearRect, drawImage }} = pen;
  const size = Object.getOwnPropertyDescriptor(HTMLCanvasElement.prototype, "width"), corners = {_CORNERS};
  pen.fillText = function (text, x, y, ...most) {{
    const box = this.measureText(text);
    const [left, right] = [x - box.actualBoundingBoxLeft, x + box.actualBoundingBoxRight];
    const [top, bottom] = [y - box.actualBoundingBoxAscent, y + box.actualBoundingBoxDescent];
    const quad = corners(this.getTransform(), left, top, right, bottom);
    const isSeen = `${{text}}`.trim() && this.globalAlpha > 0.05;
    if (isSeen) (this.canvas.texts ??= []).push({{ text: `${{text}}`, quad }});
    return fillText.call(this, text, x, y, ...most);
  }};
  pen.clearRect = function (...box) {{
    this.canvas.texts = [];
    return clearRect.apply(this, box);
  }};
  pen.drawImage = function (image, x, y, wide, ...more) {{
    const {{ a, b }} = this.getTransform(), scale = (wide * Math.hypot(a, b)) / image.width;
    const moved = (quad) => quad.map((point) => point.map((value) => value * scale));
    const texts = (image.texts ?? []).map(({{ text, quad }}) => ({{ text, quad: moved(quad) }}));
    if (texts.length) (this.canvas.texts ??= []).push(...texts);
    return drawImage.call(this, image, x, y, wide, ...more);
  }};
  const set = function (value) {{
    this.texts = [];
    size.set.call(this, value);
  }};
  Object.defineProperty(HTMLCanvasElement.prototype, "width", {{ ...size, set }});
}}"""
_FAULTS = f"""(main) => {{
  const corners = {_CORNERS}, faults = [];
  const inside = ({{ shadowRoot }}) => (shadowRoot ? under(shadowRoot) : []);
  const under = (root) => [...root.querySelectorAll("*")].flatMap((one) => [one, ...inside(one)]);
  const visible = under(document.querySelector(main)).filter((one) => one.checkVisibility());

  // Two convex shapes are apart if a line along an edge of one of them is between them.
  const extent = (points, [x, y]) => {{
    const along = points.map(([px, py]) => px * x + py * y);
    return [Math.min(...along), Math.max(...along)];
  }};
  const isBetween = (one, other, [x, y], [nextX, nextY]) => {{
    const normal = [nextY - y, x - nextX], [low, high] = extent(one, normal), [from, to] = extent(other, normal);
    return high <= from || to <= low;
  }};
  const touch = (one, other) => ![one, other].some((quad) =>
    quad.some((point, i) => isBetween(one, other, point, quad[(i + 1) % 4])));
  const around = ({{ left, top, right, bottom }}, by) =>
    corners(new DOMMatrix(), left - by, top - by, right + by, bottom + by);
  const isWithin = (quad, {{ left, top, right, bottom }}) =>
    quad.every(([x, y]) => x >= left - 2 && x <= right + 2 && y >= top - 2 && y <= bottom + 2);

  const check = (texts, frame, lines) => texts.forEach(({{ text, quad, isClear }}, i) => {{
    if (!isWithin(quad, frame)) faults.push(`“${{text}}” is cut off`);
    const touched = texts.slice(0, i).filter((other) => touch(quad, other.quad));
    faults.push(...touched.map((other) => `“${{other.text}}” touches “${{text}}”`));
    if (!isClear && lines.some((line) => touch(quad, line))) faults.push(`“${{text}}” lies on a line`);
  }});

  for (const canvas of visible.filter((one) => one.texts?.length && !one.closest("[data-testid=stDataFrame]"))) {{
    const frame = canvas.getBoundingClientRect(), scale = frame.width / canvas.width;
    const place = ([x, y]) => [frame.left + x * scale, frame.top + y * scale];
    check(canvas.texts.map(({{ text, quad }}) => ({{ text, quad: quad.map(place) }})), frame, []);
  }}

  const isSeen = (text) => text.textContent.trim() && !text.closest(".hoverlayer") && text.getBBox().width
    && text.checkVisibility({{ opacityProperty: true, visibilityProperty: true }});
  // The ink in the box of a line, which has room for accents and descenders; two words of a line are a pixel apart.
  const inked = (element) => {{
    const {{ fontSize, paintOrder, stroke }} = getComputedStyle(element), size = parseFloat(fontSize);
    const {{ x, y, width, height }} = element.getBBox(), text = element.textContent.trim();
    const [above, below] = [0.25 * size, (/[gjpqyQ,;()]/.test(text) ? 0.07 : 0.25) * size];
    const quad = corners(element.getScreenCTM(), x - 0.75, y + above, x + width + 0.75, y + height - below);
    return {{ text, quad, isClear: paintOrder.startsWith("stroke") && stroke !== "none" }};
  }};
  const isRule = (path) => {{
    const {{ width, height }} = path.getBoundingClientRect();
    return Math.min(width, height) < 4 && getComputedStyle(path).stroke !== "none";
  }};
  const pointsOf = (path) => {{
    const matrix = path.getScreenCTM(), count = Math.min(path.getTotalLength() / 5, 3000);
    return Array.from({{ length: count }}, (_, i) => path.getPointAtLength(5 * i).matrixTransform(matrix));
  }};
  for (const chart of visible.filter((one) => one.matches(".js-plotly-plot"))) {{
    const all = (selector) => [...chart.querySelectorAll(selector)], frame = chart.getBoundingClientRect();
    const panels = all(".nsewdrag").map((panel) => panel.getBoundingClientRect());
    const isIn = ({{ x, y }}, {{ left, top, right, bottom }}) => x > left && x < right && y > top && y < bottom;
    const isShown = (point) => panels.some((panel) => isIn(point, panel));
    const dashed = all(".scatterlayer .js-line").filter((one) => getComputedStyle(one).strokeDasharray !== "none");
    const dots = dashed.flatMap(pointsOf).filter(isShown);
    const lines = [
      ...all(".shapelayer path").filter(isRule).map((path) => around(path.getBoundingClientRect(), 0.5)),
      ...dots.map(({{ x, y }}) => around({{ left: x, top: y, right: x, bottom: y }}, 0.5)),
    ];
    check(all(".main-svg text").filter(isSeen).map(inked), frame, lines);
  }}
  return [...new Set(faults)];
}}"""


def record_texts(page):
    """Before the app is loaded: record texts drawn on canvases, for `faults`."""
    page.add_init_script(f"({_RECORD})()")


def faults(page, main):
    """Texts in pictures that touch another one, are cut off, or have a rule or a dashed line through them.

    A text that is drawn over a ground of its own stays clear of lines.
    """
    return page.evaluate(_FAULTS, main)
