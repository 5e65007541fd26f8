// The way to a live class and back: messages by POST, and the stream of its state. deploy/live answers.

import { addressOf } from "../kit/address.js";

const PATIENCE_MS = 8000; // for an answer
const DEAD_MS = 20_000; // without a beat, which comes every 15 s
const SLEPT_MS = 3000; // a page that was hidden for longer asks anew
const FORGOTTEN_MS = 120_000; // a class that was here is looked for that long
const UNNOTICED_MS = 800; // a line that breaks for less is not reported
const FINAL = ["code", "ended", "secret"]; // refusals after which no further attempt helps

export async function send(route, body, secret) {
  const headers = { "Content-Type": "application/json", ...(secret && { Authorization: `Bearer ${secret}` }) };
  const options = { method: "POST", headers, body: JSON.stringify(body), cache: "no-store" };
  const response = await fetch(addressOf(`live/${route}`), { ...options, signal: AbortSignal.timeout(PATIENCE_MS) });
  const json = response.headers.get("content-type")?.includes("json");
  const answer = json ? await response.json() : await response.text();
  if (response.ok) return answer;
  throw Object.assign(new Error(answer.message ?? response.statusText), { kind: answer.error ?? "line" });
}

export function isFinal(error) {
  return FINAL.includes(error.kind);
}

// Keeps a stream open. `enter` is a request that must succeed before the stream is opened and returns its address;
// `state` gets each state, `gone` is called when the server has lost the class, `down` with whether the line is down,
// and `refused` with an error after which no attempt helps. Returns a function that ends it.
export function keepLine({ enter, state, gone, down, refused }) {
  const line = { source: null, heard: 0, attempts: 0, retry: 0, telling: 0, lasted: 0, over: false };

  function heard() {
    line.heard = line.lasted = Date.now();
    line.attempts = 0;
    clearTimeout(line.telling);
    line.telling = 0;
    down(false);
  }

  function broken() {
    line.source?.close();
    line.source = null;
    line.telling ||= setTimeout(() => down(true), navigator.onLine ? UNNOTICED_MS : 0);
    clearTimeout(line.retry);
    const most = Math.min(300 * 2 ** line.attempts++, 1500); // ms; browsers do not come back in step
    if (!line.over) line.retry = setTimeout(open, most * (0.5 + Math.random() / 2));
  }

  async function open() {
    clearTimeout(line.retry);
    line.source?.close();
    line.source = null;
    const attempt = (line.attempt = {});
    const address = await enter().catch((error) => error);
    if (line.over || line.attempt !== attempt) return;
    if (address instanceof Error) return isFinal(address) && !mayComeBack(address) ? refused(address) : broken();
    const source = (line.source = new EventSource(addressOf(address)));
    source.onopen = heard;
    source.onmessage = (event) => {
      heard();
      state(JSON.parse(event.data));
    };
    source.addEventListener("beat", heard);
    source.addEventListener("gone", () => gone?.());
    source.onerror = broken;
  }

  // A server that was started anew has no classes until the teachers' browsers have told them again.
  function mayComeBack({ kind }) {
    return kind === "code" && Date.now() - line.lasted < FORGOTTEN_MS;
  }

  // A browser that has slept or changed its network may not notice by itself that the line is dead.
  function wake() {
    if (line.over || document.visibilityState === "hidden") return;
    if (!line.source || Date.now() - line.heard > SLEPT_MS) open();
  }

  const listens = {
    online: () => open(), offline: () => broken(), pageshow: wake, visibilitychange: wake,
    pagehide: () => line.source?.close(),
  };
  const watch = setInterval(() => line.source && Date.now() - line.heard > DEAD_MS && broken(), 1000);
  line.heard = Date.now();
  for (const type in listens) addEventListener(type, listens[type], true);
  open();
  return () => {
    line.over = true;
    [line.retry, line.telling].forEach(clearTimeout);
    clearInterval(watch);
    for (const type in listens) removeEventListener(type, listens[type], true);
    line.source?.close();
  };
}
