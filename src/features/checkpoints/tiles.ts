import type { LedgerReader, TreeHead } from '#http/ledger.ts'
import { readTile } from './queries.ts'

/** The number of hashes in a tile, each of which covers one tile of the level below (c2sp.org/tlog-tiles). */
const width = 256

const hashBytes = 32

/** Renders the number in a path, such as `x001/x234/067` for 1234067. */
const renderTileNumber = (n: number): string => {
  const groups: string[] = []
  for (let rest = n; ; rest = Math.floor(rest / 1000)) {
    groups.unshift(String(rest % 1000).padStart(3, '0'))
    if (rest < 1000) break
  }
  return groups.map((group, i) => (i < groups.length - 1 ? `x${group}` : group)).join('/')
}

/** Reads the number in the path of a tile; undefined for any other spelling. */
const readTileNumber = (path: string): number | undefined => {
  const n = Number(path.replaceAll(/[x/]/g, ''))
  return Number.isSafeInteger(n) && renderTileNumber(n) === path ? n : undefined
}

export interface Tile {
  readonly level: number
  readonly n: number
  /** The number of hashes: 256, or less at the right edge of the tree. */
  readonly width: number
}

export const tilePath = ({ level, n, width: hashCount }: Tile): string =>
  `tile/${level}/${renderTileNumber(n)}${hashCount < width ? `.p/${hashCount}` : ''}`

/** Reads the tile from a path below the prefix of a log; undefined if no tile has this path. */
export const parseTilePath = (path: string): Tile | undefined => {
  const [, level = '', number = '', partial] =
    /^tile\/(0|[1-9]\d?)\/((?:x\d{3}\/)*\d{3})(?:\.p\/([1-9]\d{0,2}))?$/.exec(path) ?? []
  const n = readTileNumber(number)
  const hashCount = partial === undefined ? width : Number(partial)
  if (n === undefined || level === '' || Number(level) > 6 || (partial !== undefined && hashCount >= width))
    return undefined
  return { level: Number(level), n, width: hashCount }
}

/** Yields the tiles that a tree has in addition to those of a smaller size, lowest level first. */
export function* tilesSince(from: number, size: number): Generator<Tile> {
  for (let level = 0, oldCount = from, newCount = size; newCount > 0; level++) {
    const [full, rest] = [Math.floor(newCount / width), newCount % width]
    for (let n = Math.floor(oldCount / width); n < full; n++) yield { level, n, width }
    if (rest > 0 && newCount > oldCount) yield { level, n: full, width: rest }
    oldCount = Math.floor(oldCount / width)
    newCount = full
  }
}

/** Reads the bytes of a tile; undefined if the tree does not have that many hashes. */
export const readTileBytes = async (
  read: LedgerReader,
  { generation }: Pick<TreeHead, 'generation'>,
  { level, n, width: hashCount }: Tile,
): Promise<Buffer | undefined> => {
  const from = n * width
  const rows = await read(readTile, { generation, level, from, to: from + hashCount })
  const bytes = Buffer.concat(rows.map(({ hash }) => hash))
  return bytes.length === hashCount * hashBytes ? bytes : undefined
}
