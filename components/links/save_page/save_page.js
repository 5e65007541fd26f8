// Text, formulas and images of a part of the page as one HTML document: formulas as MathML, images as data URLs.
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

const DOCTYPE = "\u003c!doctype html>"; // escaped, since Streamlit drops a script that seems to hold a tag

export default function ({ data, parentElement }) {
  const [save, print] = parentElement.querySelectorAll("button");
  save.textContent = data.save;
  print.textContent = data.print;
  const made = () => page(document.querySelector(`.st-key-${data.part}`));
  save.onclick = async () => download(await made(), `${data.name}.html`);
  print.onclick = async () => show(await made());
}

async function page(part) {
  const made = document.implementation.createHTMLDocument(part.querySelector("h2")?.textContent);
  made.documentElement.lang = "en";
  made.head.append(child(made, "style", STYLE));
  made.head.querySelector("title").before(child(made, "meta", "", { charset: "utf-8" }));
  for (const element of part.querySelectorAll("h2, h3, p, ul, ol, table, pre, blockquote, img")) {
    const above = element.parentElement.closest("p, ul, ol, table, pre, blockquote");
    const caption = element.tagName !== "IMG" && element.closest("[data-testid=stImage]");
    if (caption || (above && part.contains(above))) continue;
    made.body.append(element.tagName === "IMG" ? await figure(element) : plain(element));
  }
  made.body.append(child(made, "footer", location.href));
  return `${DOCTYPE}\n${made.documentElement.outerHTML}\n`;
}

function child(page, name, text, attributes = {}) {
  const made = page.createElement(name);
  made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
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

// The image at its natural size, as a data URL.
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
