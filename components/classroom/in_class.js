// In a browser that leads a class or follows one: loads the script that does it, once a page. All others load nothing.

import { loadScript } from "../kit/scripts.js";

const LEADS = "clockface-class", FOLLOWS = "clockface-in-class"; // in the storage of the browser, and of the tab
const CODE = /^[2-9A-HJKMNP-Z]{6}$/;

export default function ({ data }) {
  window.clockfaceAsks = data.asks;
  if (window.clockfaceClass) return;
  const role = roleOf(data.room);
  if (!role) return;
  window.clockfaceClass = role;
  loadScript(data[role], "module").catch(() => (window.clockfaceClass = null));
}

function roleOf(room) {
  try {
    const code = room && new URLSearchParams(location.search).get("code")?.toUpperCase().replace(/[\s-]/g, "");
    if (CODE.test(code || "")) sessionStorage.setItem(FOLLOWS, code);
    else if (code) return "teacher"; // whose script has the field for a code
    if (sessionStorage.getItem(FOLLOWS)) return "student";
    return room || localStorage.getItem(LEADS) ? "teacher" : null;
  } catch {
    return null; // a browser that keeps nothing
  }
}
