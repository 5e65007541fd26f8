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
// and `refuse` with an error after which no attempt helps. Returns a function that ends it.
export function keepLine(does) {
  const line = { ...does, source: null, heardAt: Date.now(), lastAliveAt: 0, attempts: 0, retry: 0, silence: 0, isOver: false };
  const wakes = () => wake(line), listens = {
    online: () => connect(line), offline: () => cut(line), pageshow: wakes, visibilitychange: wakes,
    pagehide: () => line.source?.close(),
  };
  const watch = setInterval(() => line.source && Date.now() - line.heardAt > DEAD_MS && cut(line), 1000);
  for (const type in listens) addEventListener(type, listens[type], true);
  connect(line);
  return () => {
    line.isOver = true;
    [line.retry, line.silence].forEach(clearTimeout);
    clearInterval(watch);
    for (const type in listens) removeEventListener(type, listens[type], true);
    line.source?.close();
  };
}

async function connect(line) {
  stopTrying(line);
  const attempt = (line.attempt = {});
  const address = await line.enter().catch((error) => error);
  if (line.isOver || line.attempt !== attempt) return;
  if (address instanceof Error) return isFinal(address) && !mayComeBack(line, address) ? line.refuse(address) : cut(line);
  const source = (line.source = new EventSource(addressOf(address)));
  source.onopen = () => alive(line);
  source.onmessage = (event) => {
    alive(line);
    line.state(JSON.parse(event.data));
  };
  source.addEventListener("beat", () => alive(line));
  source.addEventListener("gone", () => line.gone?.());
  source.onerror = () => cut(line);
}

function stopTrying(line) {
  clearTimeout(line.retry);
  line.source?.close();
  line.source = null;
}

function alive(line) {
  line.heardAt = line.lastAliveAt = Date.now();
  line.attempts = 0;
  clearTimeout(line.silence);
  line.silence = 0;
  line.down(false);
}

function cut(line) {
  stopTrying(line);
  line.silence ||= setTimeout(() => line.down(true), navigator.onLine ? UNNOTICED_MS : 0);
  const most = Math.min(300 * 2 ** line.attempts++, 1500); // ms; browsers do not come back in step
  if (!line.isOver) line.retry = setTimeout(() => connect(line), most * (0.5 + Math.random() / 2));
}

// A server that was started anew has no classes until the teachers' browsers have told them again.
function mayComeBack({ lastAliveAt }, { kind }) {
  return kind === "code" && Date.now() - lastAliveAt < FORGOTTEN_MS;
}

// A browser that has slept or changed its network may not notice by itself that the line is dead.
function wake(line) {
  if (line.isOver || document.visibilityState === "hidden") return;
  if (!line.source || Date.now() - line.heardAt > SLEPT_MS) connect(line);
}
