// Hands an uploader other files than the reader chose or dropped, before it hears of them.

// `prepare` gives a promise of the file to hand on. Files that are not concerned go on as they are.
export function prepareFiles({ parentElement, uploader, isConcerned, prepare }) {
  const inside = `.st-key-${uploader}`, prepared = new WeakSet();
  const controller = new AbortController(), options = { capture: true, signal: controller.signal };
  const isWaiting = (files) => [...files].some((file) => isConcerned(file) && !prepared.has(file));

  // Listeners of the document come first while an event is captured.
  function take(event, field, files) {
    if (!parentElement.isConnected) return controller.abort();
    if (!field || !isWaiting(files)) return;
    event.preventDefault();
    event.stopPropagation();
    handOn(field, [...files]);
  }

  async function handOn(field, files) {
    const ready = new DataTransfer();
    for (const file of files) ready.items.add(isConcerned(file) ? await prepare(file) : file);
    field.files = ready.files;
    for (const file of field.files) prepared.add(file);
    field.dispatchEvent(new Event("change", { bubbles: true }));
  }

  const chosen = ({ target }) => (target.matches?.(`${inside} input[type=file]`) ? target : null);
  const beneath = ({ target }) => target.closest?.(inside)?.querySelector("input[type=file]");
  const onChange = (event) => take(event, chosen(event), event.target.files ?? []);
  const onDrop = (event) => take(event, beneath(event), event.dataTransfer?.files ?? []);
  document.addEventListener("change", onChange, options);
  document.addEventListener("drop", onDrop, options);
}
