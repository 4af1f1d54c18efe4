/** Verifies data/ledger/log.jsonl in one pass, and rebuilds the tree from left to right. */
import { fromBase64 } from './bytes.ts'
import { canonicalText, isObject, isPrinted, type Json, type JsonObject, parseJson } from './canonical.ts'
import { disclosureDigest, readDisclosure } from './disclosure.ts'
import type { Erasures } from './erasures.ts'
import { eachLine, type Reading } from './lines.ts'
import { leafHash, levelAt, Tree } from './merkle.ts'
import { Rows } from './rows.ts'

const logFile = 'data/ledger/log.jsonl'

/** The fields that a leaf may contain only as a digest. */
const erasable = new Set(['reason', 'detail', 'beforeDigest', 'afterDigest', 'contentDigest'])

export interface LedgerPass {
  readonly size: number
  readonly root: Uint8Array
  readonly rows: Rows
  /** The roots at those requested sizes that the ledger reaches exactly. */
  readonly roots: ReadonlyMap<number, Uint8Array>
  readonly rowsLeftOut: number
  readonly fieldsShown: number
  /** The number of fields that have only a digest, including erased fields. */
  readonly fieldsHidden: number
}

interface PassOptions {
  readonly erasures: Erasures
  /** The published tree sizes, ascending; a range of omitted rows may not span one. */
  readonly published: readonly number[]
  /** Additional sizes at which the root is needed. */
  readonly extraSizes: ReadonlySet<number>
  /** The latest allowed time of a shown row. */
  readonly asOf?: string | undefined
}

interface ShownRow {
  readonly disclosures: readonly string[]
  readonly index: number
  readonly digests: Readonly<Record<string, string>>
  readonly event: JsonObject
  /** Canonical text of the leaf. */
  readonly leaf: string
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0
const hasNames = (value: JsonObject, names: string): boolean => Object.keys(value).join() === names
const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every(text => typeof text === 'string')

/** Reads the line of a shown row; undefined if it is not in canonical form. */
const readShown = (line: string, parsed: JsonObject): ShownRow | undefined => {
  const { disclosures, index, leaf } = parsed
  if (!hasNames(parsed, 'disclosures,index,leaf') || !isTexts(disclosures) || !isCount(index)) return undefined
  if (!isObject(leaf) || !hasNames(leaf, 'digests,event,v') || leaf.v !== 1) return undefined
  const { digests, event } = leaf
  if (!isObject(digests) || !isObject(event) || !isTexts(Object.values(digests))) return undefined
  const text = canonicalText(leaf)
  if (line !== `{"disclosures":${JSON.stringify(disclosures)},"index":${index},"leaf":${text}}`) return undefined
  return { disclosures, index, digests: digests as ShownRow['digests'], event, leaf: text as string }
}

interface LeftOutRange {
  readonly from: number
  readonly to: number
  readonly hashes: readonly (readonly [level: number, hash: string])[]
}

const isHash = (value: Json): value is readonly [number, string] =>
  Array.isArray(value) && value.length === 2 && isCount(value[0]) && typeof value[1] === 'string'

const readLeftOut = (line: string, parsed: JsonObject): LeftOutRange | undefined => {
  const { hashes, skip } = parsed
  if (!hasNames(parsed, 'hashes,skip') || !Array.isArray(hashes) || !Array.isArray(skip)) return undefined
  const [from, to, ...more] = skip
  if (!isCount(from) || !isCount(to) || more.length > 0 || to <= from || !hashes.every(isHash)) return undefined
  return isPrinted(line, { hashes, skip }) ? { from, to, hashes } : undefined
}

export const passLedger = async (
  reading: Reading,
  { erasures, published, extraSizes, asOf }: PassOptions,
): Promise<LedgerPass> => {
  const { primitives, addFinding } = reading
  const { sha256 } = primitives
  const tree = new Tree(sha256)
  const rows = new Rows()
  const roots = new Map<number, Uint8Array>()
  const counts = { rowsLeftOut: 0, fieldsShown: 0, fieldsHidden: 0 }
  const sizes = new Set([...published, ...extraSizes])
  let nextPublished = 0

  const recordRoot = () => {
    if (sizes.has(tree.size)) roots.set(tree.size, tree.root())
    while ((published[nextPublished] ?? Number.POSITIVE_INFINITY) <= tree.size) nextPublished++
  }

  const openFields = ({ index, disclosures, digests, event }: ShownRow): Readonly<Record<string, Json>> => {
    const fields: Record<string, Json> = { __proto__: null as never }
    for (const disclosure of disclosures) {
      const read = readDisclosure(disclosure)
      if (!read || !isPrinted(read.json, [read.salt, read.name, read.value])) {
        addFinding('ledger', 'disclosure-malformed', { row: index })
        continue
      }
      const { name, value } = read
      if (name in fields) addFinding('ledger', 'disclosure-twice', { row: index, what: name })
      if (!Object.hasOwn(digests, name) || digests[name] !== disclosureDigest(primitives, disclosure))
        addFinding('ledger', 'disclosure-wrong', { row: index, what: name })
      fields[name] = value
    }
    for (const [name, digest] of Object.entries(digests)) {
      if (!erasable.has(name) || Object.hasOwn(event, name))
        addFinding('ledger', 'hidden-field', { row: index, what: name })
      if (name in fields) counts.fieldsShown++
      else {
        counts.fieldsHidden++
        erasures.see(String(event.id), name, digest)
      }
    }
    return fields
  }

  const addShownRow = (row: ShownRow): void => {
    const { index, event, leaf } = row
    if (index !== tree.size) addFinding('ledger', 'row-misplaced', { row: tree.size, what: index })
    tree.append(leafHash(sha256, leaf))
    const fields = openFields(row)
    const { createdAt } = event
    if (asOf !== undefined && !(typeof createdAt === 'string' && createdAt <= asOf))
      addFinding('ledger', 'row-later', { row: index, what: String(createdAt) })
    const { afterDigest = fields.afterDigest, contentDigest = fields.contentDigest } = event
    rows.add(index, String(event.resourceId), afterDigest, contentDigest)
  }

  const addLeftOut = ({ from, to, hashes }: LeftOutRange): void => {
    const crossed = published[nextPublished] ?? to
    if (from !== tree.size) addFinding('ledger', 'row-misplaced', { row: tree.size, what: from })
    if (crossed < to) addFinding('ledger', 'skip-crosses', { row: from, what: to, other: crossed })
    counts.rowsLeftOut += to - from
    for (const [level, encoded] of hashes) {
      const hash = fromBase64(encoded)
      if (level !== levelAt(tree.size, to) || tree.size >= to || hash?.length !== 32) {
        addFinding('ledger', 'skip-malformed', { row: from, what: to })
        return
      }
      tree.append(hash, level)
    }
    if (tree.size !== to) addFinding('ledger', 'skip-malformed', { row: from, what: to })
  }

  const addLine = (line: string, number: number): void => {
    const parsed = parseJson(line)
    if (!isObject(parsed)) {
      addFinding('ledger', 'line-malformed', { file: logFile, line: number })
      return
    }
    const row = readShown(line, parsed)
    const leftOut = row ? undefined : readLeftOut(line, parsed)
    if (row) addShownRow(row)
    else if (leftOut) addLeftOut(leftOut)
    else addFinding('ledger', 'line-ambiguous', { file: logFile, line: number })
  }

  recordRoot()
  await eachLine(reading, 'ledger', logFile, (line, number) => {
    addLine(line, number)
    recordRoot()
  })
  return { size: tree.size, root: tree.root(), rows, roots, ...counts }
}
