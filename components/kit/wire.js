// Unpacks the bytes of `wire.py`: the values of the JSON header, and every array under its name.

const TYPES = {
  int8: Int8Array, uint8: Uint8Array, int16: Int16Array, uint16: Uint16Array, int32: Int32Array, uint32: Uint32Array,
  float32: Float32Array, float64: Float64Array,
};

export function unpack(bytes) {
  const size = new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0, true);
  const content = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + size)));
  let start = 4 + size;
  for (const [name, type, count] of content.arrays) {
    const end = start + count * TYPES[type].BYTES_PER_ELEMENT;
    content[name] = new TYPES[type](bytes.slice(start, end).buffer); // copied, since typed arrays need an aligned start
    start = end;
  }
  return content;
}
