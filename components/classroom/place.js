// The address under which phones come to a class. The browser on the machine that serves knows it as "localhost"; the
// server names addresses for all others, and the teacher may know a better one, which this browser keeps.

import { addressOf } from "../kit/address.js";

const PLACE = "clockface-address", WHOLE = /^https?:\/\/[\w.:[\]-]{1,100}(\/[\w-]{1,40}){0,4}\/$/;

// As typed, with or without scheme, or with the end that a class's address has; "" where it is no such address.
export function readPlace(text) {
  const typedText = text.trim(), whole = /^\w+:\/\//.test(typedText) ? typedText : `${location.protocol}//${typedText}`;
  try {
    const { origin, pathname } = new URL(whole);
    const address = `${origin}${pathname.replace(/(^|\/)(class|c\/\w*)?\/?$/, "/")}`;
    return typedText && WHOLE.test(address) ? address : "";
  } catch {
    return "";
  }
}

export function keptPlace() {
  return readPlace(localStorage.getItem(PLACE) ?? "");
}

export function keepPlace(place) {
  if (place) localStorage.setItem(PLACE, place);
  else localStorage.removeItem(PLACE);
}

// Addresses of this app that the server knows, the likeliest first; this page's own where it knows none.
export async function fetchPlaces() {
  const here = addressOf("");
  try {
    const { addresses } = await (await fetch(addressOf("live"), { cache: "no-store" })).json();
    return addresses.length ? addresses.map((each) => `${each}${new URL(here).pathname}`) : [here];
  } catch {
    return [here];
  }
}
