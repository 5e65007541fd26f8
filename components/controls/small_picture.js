// Decodes a reader's picture, makes it small, and hands its pixels to an uploader: the server decodes no format.

import { prepareFiles } from "../kit/uploads.js";

export default function ({ data, parentElement }) {
  const prepare = async (file) => new File(await pixels(file, data.longest), file.name);
  prepareFiles({ parentElement, uploader: data.uploader, isConcerned: () => true, prepare });
}

// Height and width as text, then red, green and blue of each pixel; nothing where the browser sees no picture.
async function pixels(file, longest) {
  const picture = await createImageBitmap(file).catch(() => null); // upright, the first frame of several
  if (!picture) return [];
  const share = Math.min(1, longest / Math.max(picture.width, picture.height));
  const [width, height] = [picture.width, picture.height].map((side) => Math.max(1, Math.round(share * side)));
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  pen.fillStyle = "white"; // behind what is transparent
  pen.fillRect(0, 0, width, height);
  pen.imageSmoothingQuality = "high";
  pen.drawImage(picture, 0, 0, width, height);
  picture.close();
  const { data } = pen.getImageData(0, 0, width, height);
  return [`${height} ${width}\n`, data.filter((_, index) => index % 4 < 3)];
}
