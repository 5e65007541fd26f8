// Words, formulas and pictures of a part of the page, without the app around them: formulas as MathML, which
// browsers draw by themselves, and pictures within the file.
const STYLE = `
  :root { color-scheme: light; }
  body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; font: 11pt/1.5 system-ui, sans-serif; color: #1c2430; }
  h2 { font-size: 1.8em; line-height: 1.2; }
  h3 { margin: 1.6em 0 0.4em; font-size: 1.25em; break-after: avoid; }
  figure { margin: 0.8em 0; break-inside: avoid; }
  img { max-width: 100%; border: 1px solid #d9dee6; }
  figcaption, footer { font-size: 0.85em; color: #5b6573; }
  code { font-family: ui-monospace, monospace; }
  @page { margin: 18mm; }`;

export default function ({ data, parentElement }) {
  const [save, print] = parentElement.querySelectorAll("button");
  save.textContent = data.save;
  print.textContent = data.print;
  const made = () => page(document.querySelector(`.st-key-${data.part}`));
  save.onclick = async () => download(await made(), `${data.name}.html`);
  print.onclick = async () => show(await made());
}

async function page(part) {
  const body = document.createElement("body");
  for (const element of part.querySelectorAll("h2, h3, p, ul, ol, table, pre, blockquote, img")) {
    const above = element.parentElement.closest("p, ul, ol, table, pre, blockquote");
    if (above && part.contains(above)) continue;
    body.append(element.tagName === "IMG" ? await figure(element) : plain(element));
  }
  const title = body.querySelector("h2")?.textContent ?? "";
  const foot = document.createElement("footer");
  foot.textContent = location.href;
  body.append(foot);
  const escaped = title.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>${escaped}</title>` +
    `<style>${STYLE}</style></head>${body.outerHTML}</html>\n`;
}

function plain(element) {
  const copy = element.cloneNode(true);
  for (const formula of copy.querySelectorAll(".katex")) formula.replaceWith(formula.querySelector("math"));
  for (const extra of copy.querySelectorAll("svg, button, [data-testid=stHeaderActionElements]")) extra.remove();
  for (const inner of [copy, ...copy.querySelectorAll("*")]) {
    for (const { name } of [...inner.attributes]) {
      if (!["href", "mathvariant", "display", "stretchy", "encoding"].includes(name)) inner.removeAttribute(name);
    }
  }
  return copy;
}

async function figure(image) {
  const made = document.createElement("figure"), copy = document.createElement("img");
  const caption = document.createElement("figcaption");
  copy.src = await inside(image);
  copy.alt = image.alt;
  caption.textContent = image.closest("[data-testid=stImageContainer], figure")?.textContent.trim() ?? "";
  made.append(copy, caption);
  return made;
}

// The picture as it stands on the page, at its own size.
async function inside(image) {
  await image.decode();
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: image.naturalWidth, height: image.naturalHeight });
  canvas.getContext("2d").drawImage(image, 0, 0);
  return canvas.toDataURL("image/png");
}

function download(text, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/html" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

function show(text) {
  const frame = document.createElement("iframe");
  frame.style.cssText = "position: fixed; width: 0; height: 0; border: 0";
  frame.srcdoc = text;
  frame.onload = () => {
    frame.contentWindow.onafterprint = () => frame.remove();
    frame.contentWindow.print();
  };
  document.body.append(frame);
}
