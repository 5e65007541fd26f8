// The address of a path below the app's root. The address of Streamlit's script shows below which path the app is
// served: see streamlit_internals.py.
export function addressOf(path) {
  return new URL(`../../${path}`, document.querySelector("script[type=module][src]").src).href;
}
