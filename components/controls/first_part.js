// Hands an uploader the first part of a large file; the page never reads the rest.

export default function ({ data, parentElement }) {
  const inside = `.st-key-${data.uploader}`;
  const controller = new AbortController(), options = { capture: true, signal: controller.signal };

  const isLarge = (file) => file.size > data.size && file.name.toLowerCase().endsWith(data.ending);

  function shortenFiles(files) {
    const shorter = new DataTransfer();
    for (const file of files) shorter.items.add(isLarge(file) ? new File([file.slice(0, data.size)], file.name) : file);
    return shorter.files;
  }

  // Before the uploader hears of it: listeners of the document come first while an event is captured.
  function onChange(event) {
    if (!parentElement.isConnected) return controller.abort();
    const field = event.target;
    if (field.matches?.(`${inside} input[type=file]`) && [...field.files].some(isLarge)) {
      field.files = shortenFiles(field.files);
    }
  }

  function onDrop(event) {
    if (!parentElement.isConnected) return controller.abort();
    const field = event.target.closest?.(inside)?.querySelector("input[type=file]");
    const files = event.dataTransfer?.files ?? [];
    if (!field || ![...files].some(isLarge)) return;
    event.preventDefault();
    event.stopPropagation();
    field.files = shortenFiles(files);
    field.dispatchEvent(new Event("change", { bubbles: true }));
  }

  document.addEventListener("change", onChange, options);
  document.addEventListener("drop", onDrop, options);
}
