// Colours as numbers, and images of signed values.

// Red, green and blue of "#rrggbb" or "rgb(…)".
export function rgb(colour) {
  const hex = colour.match(/^#(..)(..)(..)/);
  if (hex) return hex.slice(1).map((part) => parseInt(part, 16));
  return (colour.match(/[\d.]+/g) ?? [255, 255, 255]).slice(0, 3).map(Number);
}

// A pixel for each value, row by row, in colours from -limit over 0 to limit.
export function signedImage(values, width, colours, limit = 1) {
  const [low, middle, high] = colours.map(rgb), image = new ImageData(width, values.length / width);
  values.forEach((value, i) => {
    const share = Math.min(Math.abs(value) / limit, 1), end = value < 0 ? low : high;
    for (let c = 0; c < 3; c++) image.data[4 * i + c] = middle[c] + share * (end[c] - middle[c]);
    image.data[4 * i + 3] = 255;
  });
  return image;
}

// The canvas, as large as the image and covered with it.
export function paintImage(canvas, image) {
  Object.assign(canvas, { width: image.width, height: image.height }).getContext("2d").putImageData(image, 0, 0);
  return canvas;
}
