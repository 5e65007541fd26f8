// Copies text. Where the clipboard is refused, as on plain http on another host, a field shows the text selected,
// ready for Ctrl+C. Returns whether it was copied.
export async function copyText(text, field) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    field.hidden = false;
    field.value = text;
    field.select();
    return false;
  }
}
