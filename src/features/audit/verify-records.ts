import type { Bound, BoundRow, Digests } from '#api/bound.ts'
import type { RecordFinding, RecordPage, VerifyRecords } from '#api/record-verifier.ts'
import { canonicalDigest, sha256Hex } from '#lib/hash.ts'

type Found = Pick<RecordFinding, 'what' | 'column'>

/** A record is the end of a chain: some row led to it, and none leads from it to something else. */
const isEnd = (digest: string, trail: readonly Digests[]): boolean =>
  trail.some(({ after }) => after === digest) &&
  !trail.some(({ before, after }) => before === digest && after !== digest)

/** Undefined where it cannot be read: then it is not what the program wrote. */
const attempt = <T>(read: () => T): T | undefined => {
  try {
    return read()
  } catch {
    return undefined
  }
}

const finding = (bound: Bound, { row, trail }: BoundRow): Found | undefined => {
  if (!trail) return { what: 'unbound' }
  const digest = bound.hasRecord ? sha256Hex(String(row.record)) : undefined
  if (digest !== undefined && !isEnd(digest, trail)) return { what: 'record' }
  const column = bound.differing(row)
  if (column !== undefined) return { what: 'column', column }
  if (!bound.hasContent) return undefined
  const last = trail.findLast(({ after, content }) => content !== null && (digest === undefined || after === digest))
  const content = attempt(() => canonicalDigest(bound.contentOf(row)))
  return content !== undefined && last?.content === content ? undefined : { what: 'content' }
}

const size = 5000

const look = async (bound: Bound, query: Parameters<VerifyRecords>[0], key: readonly string[]): Promise<BoundRow[]> => {
  const after = Object.fromEntries(bound.key.map((_, i) => [`after${i}`, key[i] ?? '']))
  return query(bound.page, { ...after, limit: size })
}

const findingsOf = (bound: Bound, page: readonly BoundRow[]): RecordFinding[] =>
  page.flatMap(read => {
    const found = finding(bound, read)
    return found ? [{ table: bound.table, resourceId: bound.resourceOf(read.row), ...found }] : []
  })

/** Walks through the tables in their order. */
export const createRecordVerifier =
  (bounds: readonly Bound[]): VerifyRecords =>
  async (query, position): Promise<RecordPage> => {
    const at = position ? bounds.findIndex(({ table }) => table === position.table) : 0
    const bound = bounds[at]
    if (!bound) return { checked: 0, findings: [], next: undefined }
    const page = await look(bound, query, position?.key ?? [])
    const last = page.at(-1)
    const following = bounds[at + 1]
    const there = last && page.length === size ? { table: bound.table, key: bound.keyOf(last.row) } : undefined
    const next = there ?? (following && { table: following.table, key: [] })
    return { checked: page.length, findings: findingsOf(bound, page), next }
  }
