// The address bar holds all state, so the link is the address. Where the clipboard is refused
// (plain http on another host), the link is shown selected instead, ready for Ctrl+C.
export default function ({ data, parentElement }) {
  const button = parentElement.querySelector("button");
  const field = parentElement.querySelector("input");
  button.textContent = data.label;
  button.onclick = async () => {
    const link = window.location.href;
    try {
      await navigator.clipboard.writeText(link);
      button.textContent = data.copied;
      setTimeout(() => (button.textContent = data.label), 2000);
    } catch {
      field.hidden = false;
      field.value = link;
      field.select();
    }
  };
}
