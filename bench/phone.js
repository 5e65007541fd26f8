// Records which value of `base` each frame of a student's picture shows; loaded after bench/meter.js, whose frames these
// are. What is under the hand cannot change between the beginning of a frame and what is drawn in it.

(() => {
  let base;
  window.paintedFrames = []; // [base, ms since 1970]
  const begin = () => {
    requestAnimationFrame(begin);
    base = window.clockfaceHand?.base;
  };
  requestAnimationFrame(begin);
  meter.noteFrame = (pictures, began, at) => base && paintedFrames.push([base, performance.timeOrigin + at]);
})();
