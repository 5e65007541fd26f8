// Streamlit may call a component again for the same element before it ends the call before, so only the end of the last
// call ends the view.

export function endOfCall(view, end) {
  const call = (view.call = {});
  return () => view.call === call && end();
}
