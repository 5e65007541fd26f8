// Runs of the server. Streamlit sets the page's title in each of them; the state of a short one it may never report.

export function followRuns(began) {
  new MutationObserver(began).observe(document.querySelector("title"), { childList: true });
}

export function isRunning() {
  return Boolean(document.querySelector("[data-test-script-state=running]"));
}
