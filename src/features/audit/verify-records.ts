import type { Bound, BoundRow, Digests } from '#family/bound.ts'
import { canonicalDigest, sha256Hex } from '#lib/hash.ts'
import type { RecordFinding, RecordPage, VerifyRecords } from '#shared/record-verifier.ts'

type RecordProblem = Pick<RecordFinding, 'what' | 'column'>

/**
 * Whether a record is in the final state of its changes: more changes lead to this state than away from it. Both are
 * counted, because the record may have had the same state before.
 */
const isFinalState = (digest: string, trail: readonly Digests[]): boolean => {
  const changes = trail.filter(({ before, after }) => before !== after)
  const leading = changes.filter(({ after }) => after === digest).length
  return leading > changes.filter(({ before }) => before === digest).length
}

/** Returns undefined if the value cannot be read, because then the program did not write it. */
const readOrUndefined = <T>(boundRow: () => T): T | undefined => {
  try {
    return boundRow()
  } catch {
    return undefined
  }
}

/**
 * Returns the problem with a record, if any. Returns `earlier` if only rows of earlier releases refer to it, because
 * those do not bind the record.
 */
const findProblem = (bound: Bound, { row, trail: allRows }: BoundRow): RecordProblem | 'earlier' | undefined => {
  if (!allRows) return { what: 'unbound' }
  const trail = allRows.filter(({ binds }) => binds)
  if (trail.length === 0) return 'earlier'
  const column = bound.differing(row)
  if (column !== undefined) return { what: 'column', column }
  // Erased digests prove nothing; the erasure itself is recorded in a row.
  if (trail.some(({ erased }) => erased)) return undefined
  const digest = bound.hasRecord ? sha256Hex(String(row.record)) : undefined
  if (digest !== undefined && !isFinalState(digest, trail)) return { what: 'record' }
  if (!bound.hasContent) return undefined
  const last = trail.findLast(({ after, content }) => content !== null && (digest === undefined || after === digest))
  const content = readOrUndefined(() => canonicalDigest(bound.contentOf(row)))
  return content !== undefined && last?.content === content ? undefined : { what: 'content' }
}

/** The number of records on one page: about 20 ms of work. */
const pageSize = 500

type Query = Parameters<VerifyRecords>[0]

/** A page of results, with the key of the last record. */
type Page = Omit<RecordPage, 'next'> & { readonly key: readonly string[] | undefined }

const checkRows = async (bound: Bound, query: Query, key: readonly string[]): Promise<Page> => {
  const after = Object.fromEntries(bound.key.map((_, i) => [`after${i}`, key[i] ?? '']))
  const page = await query(bound.page, { ...after, limit: pageSize })
  const findings: RecordFinding[] = []
  let earlier = 0
  for (const boundRow of page) {
    const problem = findProblem(bound, boundRow)
    if (problem === 'earlier') earlier++
    else if (problem) findings.push({ table: bound.table, resourceId: bound.resourceOf(boundRow.row), ...problem })
  }
  const last = page.length === pageSize ? page.at(-1) : undefined
  return { checked: page.length, earlier, findings, key: last && bound.keyOf(last.row) }
}

/** Checks that the records that audit rows refer to still exist. */
const checkNamedRecords = async ({ table, named }: Bound, query: Query, [after]: readonly string[]): Promise<Page> => {
  const page = await query(named.page, { after: after ?? named.first, limit: pageSize })
  const findings = page
    .filter(({ gone }) => gone)
    .map(({ id }): RecordFinding => ({ table, resourceId: id, what: 'missing' }))
  const last = page.length === pageSize ? page.at(-1) : undefined
  return { checked: 0, earlier: 0, findings, key: last && [last.id] }
}

const walkers = { rows: checkRows, trail: checkNamedRecords }

/**
 * Creates a verifier that walks through the tables in order: first each table's rows, then the records that audit rows
 * name for it.
 */
export const createRecordVerifier = (bounds: readonly Bound[]): VerifyRecords => {
  const steps = bounds.flatMap(bound => [
    { bound, table: bound.table, walk: 'rows' as const },
    { bound, table: bound.table, walk: 'trail' as const },
  ])
  return async (query, position): Promise<RecordPage> => {
    const index = position ? steps.findIndex(step => step.table === position.table && step.walk === position.walk) : 0
    const step = steps[index]
    if (!step) return { checked: 0, earlier: 0, findings: [], next: undefined }
    const { key, ...page } = await walkers[step.walk](step.bound, query, position?.key ?? [])
    const nextStep = steps[index + 1]
    const next = key ? { step, key } : nextStep && { step: nextStep, key: [] }
    return { ...page, next: next && { table: next.step.table, walk: next.step.walk, key: next.key } }
  }
}
