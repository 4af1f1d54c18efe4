/** Computes the CRC-32 of ZIP, eight bytes at a time, because browsers have no function for it. */

const tables = Array.from({ length: 8 }, () => new Uint32Array(256))
const [first = new Uint32Array()] = tables
for (let byte = 0; byte < 256; byte++) {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  first[byte] = value
}
for (let n = 1; n < 8; n++)
  for (let byte = 0; byte < 256; byte++) {
    const previous = tables[n - 1]?.[byte] ?? 0
    ;(tables[n] as Uint32Array)[byte] = (previous >>> 8) ^ (first[previous & 255] ?? 0)
  }
const [t0, t1, t2, t3, t4, t5, t6, t7] = tables as [
  Uint32Array,
  Uint32Array,
  Uint32Array,
  Uint32Array,
  Uint32Array,
  Uint32Array,
  Uint32Array,
  Uint32Array,
]
const tableValue = (table: Uint32Array, byte: number): number => table[byte & 255] as number

/** Returns the CRC-32 of bytes; `initial` is the CRC-32 of the preceding bytes. */
export const crc32 = (bytes: Uint8Array, initial = 0): number => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const eights = bytes.length - (bytes.length % 8)
  let crc = ~initial
  let offset = 0
  for (; offset < eights; offset += 8) {
    const low = crc ^ view.getInt32(offset, true)
    const high = view.getInt32(offset + 4, true)
    const firstHalf =
      tableValue(t7, low) ^ tableValue(t6, low >>> 8) ^ tableValue(t5, low >>> 16) ^ tableValue(t4, low >>> 24)
    crc =
      firstHalf ^
      tableValue(t3, high) ^
      tableValue(t2, high >>> 8) ^
      tableValue(t1, high >>> 16) ^
      tableValue(t0, high >>> 24)
  }
  for (; offset < bytes.length; offset++) crc = tableValue(t0, crc ^ (bytes[offset] as number)) ^ (crc >>> 8)
  return ~crc >>> 0
}
