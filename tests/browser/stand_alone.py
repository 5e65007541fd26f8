"""Pictures outside the app: in a page of the folder, in a notebook."""

GRAPHICS = """() => [...document.querySelectorAll(".picture")].flatMap((host) => {
  const root = host.shadowRoot ?? host;
  const pixels = [...root.querySelectorAll("canvas")].map((canvas) => canvas.toDataURL());
  return [...pixels, ...[...root.querySelectorAll("svg path")].map((path) => path.getAttribute("d"))];
})"""
VISIBLE_HOSTS = '[...document.querySelectorAll(".picture")].filter((host) => host.checkVisibility())'
PICTURES_READY = f"""() => {VISIBLE_HOSTS}.every((host) => {{
  const root = host.shadowRoot ?? host, busy = "[aria-busy=true], figure.clockface-plot:not([aria-busy=false])";
  return root.querySelector("svg, canvas") && !root.querySelector(busy);
}})"""
