/** Ways to damage bytes in a store. */
export const flipBit = (bytes: Buffer): Buffer => {
  const index = bytes.length >> 1
  bytes[index] = Number(bytes[index]) ^ 1
  return bytes
}

export const truncateBytes = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.length - 1)
