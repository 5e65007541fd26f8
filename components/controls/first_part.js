// Hands an uploader the first part of a large file; the page never reads the rest.

import { prepareFiles } from "../kit/uploads.js";

export default function ({ data, parentElement }) {
  const isConcerned = (file) => file.size > data.size && file.name.toLowerCase().endsWith(data.ending);
  const prepare = async (file) => new File([file.slice(0, data.size)], file.name);
  prepareFiles({ parentElement, uploader: data.uploader, isConcerned, prepare });
}
