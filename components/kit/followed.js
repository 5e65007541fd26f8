// Pictures of the page that a class follows: { rest(), said(), show(values), motion(), move(motion) }. Every component has
// a copy of this module, so they stand on `window`. Pictures enter themselves, the scripts of a class read them.

export function followed() {
  return (window.clockfaceFollowed ??= new Set());
}
