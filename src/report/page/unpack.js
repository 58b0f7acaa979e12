// Bytes that stand in a page as text.

/** The bytes of base64 of a zlib stream. */
async function unpacked(data) {
  const packed = Uint8Array.from(atob(data), (char) => char.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
