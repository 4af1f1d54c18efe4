import { createHash } from 'node:crypto'

const sha256 = (...parts: Uint8Array[]): Buffer => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** Computes MTH of RFC 6962 section 2.1 over leaf hashes. Written from its definition and without our code. */
const rootOf = (leaves: readonly Buffer[]): Buffer => {
  const [onlyLeaf] = leaves
  if (onlyLeaf && leaves.length === 1) return onlyLeaf
  let split = 1
  while (split * 2 < leaves.length) split *= 2
  return sha256(Buffer.of(1), rootOf(leaves.slice(0, split)), rootOf(leaves.slice(split)))
}

/** Computes the root over the level-0 tiles of a log of up to 256,000 rows (c2sp.org/tlog-tiles). */
export const rootFromTiles = async (size: number, read: (path: string) => Promise<Buffer>): Promise<Buffer> => {
  const leaves: Buffer[] = []
  for (let n = 0; n * 256 < size; n++) {
    const width = Math.min(256, size - n * 256)
    const tile = await read(`tile/0/${String(n).padStart(3, '0')}${width < 256 ? `.p/${width}` : ''}`)
    for (let offset = 0; offset < tile.length; offset += 32) leaves.push(tile.subarray(offset, offset + 32))
  }
  return rootOf(leaves)
}
