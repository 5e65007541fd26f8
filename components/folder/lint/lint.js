// The page that checks configs. Python comes in parts, as scripts; a worker runs the command on what the reader gives it.

import { element } from "../../kit/element.js";

const REST_MS = 200; // after the last key

export default function ({ parts, sizes }) {
  const find = (selector) => document.querySelector(`.lint ${selector}`);
  const view = {
    root: find("form").parentElement, text: find("textarea"), files: find("[type=file]"), target: find("[name=target]"),
    notes: find("[name=notes]"), state: find("[role=status]"), progress: find("progress"), findings: find(".findings"),
    sources: [], name: "", number: 0, worker: null,
  };
  view.texts = JSON.parse(view.root.dataset.said);
  listen(view);
  takeText(view);
  view.state.textContent = view.texts.loading;
  start(view, parts, sizes).catch((error) => showFailure(view, error));
}

function showFailure(view, { message }) {
  view.progress.hidden = true;
  view.state.textContent = `${view.texts.failed} ${message}`;
}

// ---- Python.

async function start(view, parts, sizes) {
  const python = sliceFiles(await gunzip(await loadParts(view, parts)), sizes);
  const programs = ["pyodide.asm.js", "pyodide.js", "worker.js"].map((name) => python[name]);
  const worker = new Worker(URL.createObjectURL(new Blob(programs, { type: "text/javascript" })));
  worker.onerror = (error) => showFailure(view, error);
  worker.onmessage = ({ data }) => {
    view.progress.hidden = true;
    if (data.failure) showFailure(view, { message: data.failure });
    else if (data.number === undefined) check(Object.assign(view, { worker }));
    else if (data.number === view.number) show(view, data.text);
  };
  worker.postMessage({ python });
}

// All parts, as bytes.
async function loadParts(view, parts) {
  Object.assign(view.progress, { max: parts, value: 0 });
  await Promise.all(Array.from({ length: parts }, (_, number) => new Promise((resolve, reject) => {
    const src = `scripts/lint-${number}.js`, onload = () => resolve((view.progress.value += 1));
    document.head.append(element("script", { src, onload, onerror: () => reject(new Error(src)) }));
  })));
  view.progress.removeAttribute("value"); // how long the rest takes is not known
  return window.clockfaceParts.splice(0).map((part) => Uint8Array.from(atob(part), (letter) => letter.charCodeAt(0)));
}

async function gunzip(parts) {
  return new Response(new Blob(parts).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

function sliceFiles(bytes, sizes) {
  let end = 0;
  return Object.fromEntries(Object.entries(sizes).map(([name, size]) => [name, bytes.slice(end, (end += size))]));
}

// ---- What the reader gives: a text, or files, of which the worker reads no more than the command does.

function listen(view) {
  const { root, text, files, target, notes } = view;
  root.querySelector("form").onsubmit = (event) => event.preventDefault();
  text.addEventListener("focus", () => text.select(), { once: true });
  text.addEventListener("input", () => takeText(view));
  for (const control of [target, notes]) control.addEventListener("input", () => ask(view));
  files.addEventListener("change", () => take(view, [...files.files]));
  addEventListener("dragover", (event) => {
    event.preventDefault();
    root.classList.add("over");
  });
  for (const kind of ["dragleave", "drop"]) addEventListener(kind, () => root.classList.remove("over"));
  addEventListener("drop", (event) => {
    event.preventDefault();
    if (event.dataTransfer.files.length) take(view, [...event.dataTransfer.files]);
  });
}

function takeText(view) {
  view.sources = [new File([view.text.value], view.name || view.texts.name)];
  ask(view);
}

// A single short text file is shown in the text field, where it can be edited.
async function take(view, files) {
  Object.assign(view, { sources: files, name: "" });
  view.text.value = "";
  ask(view);
  const [file] = files, short = files.length === 1 && file.size < 1e6;
  const text = short ? await file.text().catch(() => "GGUF") : "GGUF";
  if (view.sources !== files || text.startsWith("GGUF")) return;
  view.text.value = text;
  view.name = file.name;
}

function ask(view) {
  clearTimeout(view.timer);
  view.timer = setTimeout(check, REST_MS, view);
}

function check(view) {
  const { worker, sources, target, notes } = view, tokens = target.value.trim();
  const options = [...(tokens ? [`--target=${tokens}`] : []), ...(notes.checked ? ["--notes"] : [])];
  worker?.postMessage({ number: ++view.number, sources, options });
}

// ---- What the command prints: a block for each finding, and last its summary.

function show(view, text) {
  const lines = text.trimEnd().split("\n"), blocks = lines.slice(0, -1).join("\n").split(/\n(?! )/);
  view.state.textContent = lines.at(-1);
  view.findings.replaceChildren(...blocks.filter((each) => each && !each.startsWith("usage: ")).map(block));
}

function block(text) {
  const severity = /: (error|warning|info|not read): /.exec(text)?.[1] ?? "", parts = text.split(/(https:\S+)/);
  const link = (href) => element("a", { href, target: "_blank", rel: "noopener" }, href);
  return element("pre", { class: severity }, ...parts.map((part, i) => (i % 2 ? link(part) : part)));
}
