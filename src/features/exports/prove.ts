import { setTimeout as delay } from 'node:timers/promises'
import type { LeafPosition, Ledger, LedgerReader } from '#http/ledger.ts'
import { second } from '#lib/clock.ts'
import { sha256Hex } from '#lib/hash.ts'
import type { DatabaseSnapshot, ProofRecord } from '#shared/exportable.ts'
import { findBindingRows } from './trail-queries.ts'

/** Reports a record that no audit row proves: either the record or the row was altered. */
export class Unproved extends Error {
  override readonly name = 'Unproved'
  readonly resourceId: string

  constructor(resourceId: string) {
    super('a record does not match its audit rows')
    this.resourceId = resourceId
  }
}

/** Reports that rows of the audit trail were not sealed within 30 seconds. */
export class LedgerBehind extends Error {
  override readonly name = 'LedgerBehind'

  constructor() {
    super('rows of the trail are not sealed yet')
  }
}

/** A record with the leaves of the rows that prove it in the newest generation of the ledger. */
export interface ProvedRecord extends ProofRecord {
  readonly leaf?: number | undefined
  readonly contentLeaf?: number | undefined
  /** Whether no row binds the record or its contents, because an earlier release without such rows created it. */
  readonly isFromEarlierRelease: boolean
  /** The part that changed after the time of the bundle: the record or its contents. */
  readonly changed?: 'record' | 'content' | undefined
}

interface ProofContext {
  readonly ledger: Ledger
  readonly read: LedgerReader
  readonly generation: number
  /** Rows from this id on prove nothing, because they were logged after the time of the bundle. */
  readonly until?: string | undefined
}

const pageSize = 5000
const maxWaitMs = 30 * second
const retryMs = 200

/**
 * Returns the positions of rows in the ledger. Waits for rows that were just committed, which are sealed within a
 * second.
 */
export const waitForPositions = async (
  { ledger, read }: ProofContext,
  ids: readonly string[],
): Promise<Map<string, LeafPosition>> => {
  const places = new Map<string, LeafPosition>()
  const startedAt = performance.now()
  for (let offset = 0; offset < ids.length; ) {
    const page = ids.slice(offset, offset + pageSize)
    const foundPlaces = await ledger.positions(read, page)
    if (foundPlaces.size === page.length) {
      for (const [id, place] of foundPlaces) places.set(id, place)
      offset += page.length
    } else if (performance.now() - startedAt > maxWaitMs) throw new LedgerBehind()
    else {
      ledger.wake()
      await delay(retryMs)
    }
  }
  return places
}

interface Binding {
  readonly id: string
  readonly before: string | null
  readonly after: string | null
  readonly content: string | null
  readonly place: LeafPosition
}

/** The audit rows of a resource that contain one of the digests. */
interface Trail {
  readonly rows: readonly Binding[]
  /** Whether rows bind the contents of the resource; rows of earlier releases do not. */
  readonly bindsContent: boolean
}

const isAfter = ({ place: one }: Binding, { place: other }: Binding): boolean =>
  one.generation === other.generation ? one.index > other.index : one.generation > other.generation

const findLast = (rows: readonly Binding[], matches: (row: Binding) => boolean): Binding | undefined =>
  rows.reduce<Binding | undefined>(
    (latest, row) => (matches(row) && (!latest || isAfter(row, latest)) ? row : latest),
    undefined,
  )

/**
 * Finds the row that gave the record its current state. Returns undefined if no such row exists, or if a later row
 * changes the record to a different state, because then an older record was restored.
 */
const findRowOfRecord = ({ rows }: Trail, digest: string): Binding | undefined => {
  const row = findLast(rows, ({ after }) => after === digest)
  const laterChange = row && findLast(rows, ({ before, after }) => before === digest && after !== digest)
  return laterChange && isAfter(laterChange, row) ? undefined : row
}

const requireRowOfRecord = (trail: Trail, digest: string, resourceId: string): Binding => {
  const row = findRowOfRecord(trail, digest)
  if (!row) throw new Unproved(resourceId)
  return row
}

const findRowOfContent = ({ rows, bindsContent }: Trail, digest: string, resourceId: string): Binding | undefined => {
  const row = findLast(rows, ({ content }) => content === digest)
  if (!row && bindsContent) throw new Unproved(resourceId)
  return row
}

const indexIn = (generation: number, row: Binding | undefined): number | undefined =>
  row?.place.generation === generation ? row.place.index : undefined

type ProofResult = Omit<ProvedRecord, keyof ProofRecord>

interface DigestedRecord {
  readonly subject: ProofRecord
  /** The SHA-256 of the record's text, in hexadecimal. */
  readonly record: string | undefined
  /** The SHA-256 of the contents' text, in hexadecimal. */
  readonly content: string | undefined
}

const proveCurrentState = (
  { generation }: ProofContext,
  trail: Trail,
  { subject, record, content }: DigestedRecord,
): ProofResult => {
  const recordRow = record === undefined ? undefined : requireRowOfRecord(trail, record, subject.resourceId)
  const contentRow = content === undefined ? undefined : findRowOfContent(trail, content, subject.resourceId)
  return {
    leaf: indexIn(generation, recordRow),
    contentLeaf: indexIn(generation, contentRow),
    isFromEarlierRelease: content !== undefined && contentRow === undefined,
  }
}

/**
 * Proves a record as of the time of the bundle, from the rows up to then. If only later rows contain the record's
 * state, the record changed after that time. If no row contains it, the record was altered. The last row that binds any
 * contents must bind the contents of the record.
 */
const proveEarlierState = (
  { generation, until = '' }: ProofContext,
  trail: Trail,
  { subject, record, content }: DigestedRecord,
): ProofResult => {
  const rows = trail.rows.filter(({ id }) => id < until)
  const recordRow = record === undefined ? undefined : findRowOfRecord({ ...trail, rows }, record)
  if (record !== undefined && !recordRow) {
    requireRowOfRecord(subject.stood ? { ...trail, rows } : trail, record, subject.resourceId)
    return { isFromEarlierRelease: false, changed: 'record' }
  }
  const binding = findLast(rows, row => row.content !== null)
  const isFromEarlierRelease =
    content !== undefined && (!findRowOfContent(trail, content, subject.resourceId) || !binding)
  const contentRow = binding?.content === content ? binding : undefined
  return {
    leaf: indexIn(generation, recordRow),
    contentLeaf: indexIn(generation, contentRow),
    isFromEarlierRelease,
    changed: content === undefined || isFromEarlierRelease || contentRow ? undefined : 'content',
  }
}

const digestOf = (text: string | undefined): string | undefined => (text === undefined ? undefined : sha256Hex(text))

const findTrails = async (
  context: ProofContext,
  { query }: DatabaseSnapshot,
  resources: readonly string[],
  digests: readonly string[],
) => {
  const { until = '' } = context
  const rowsFound = await query(findBindingRows, { resources, digests, until })
  const relevant = rowsFound.filter(({ names, content, id }) => names || (content !== null && id < until))
  const places = await waitForPositions(
    context,
    relevant.map(({ id }) => id),
  )
  const rows = Map.groupBy(
    relevant.flatMap(row => {
      const place = places.get(row.id)
      return place ? [{ ...row, place }] : []
    }),
    row => row.resource_id,
  )
  return new Map(
    rowsFound.map(row => [row.resource_id, { rows: rows.get(row.resource_id) ?? [], bindsContent: row.binds_content }]),
  )
}

/**
 * Finds the rows that prove records. A record without any row stays unproved: an earlier release that wrote no audit
 * rows created it.
 * @throws Unproved, LedgerBehind
 */
export const prove = async (
  context: ProofContext,
  snapshot: DatabaseSnapshot,
  records: readonly ProofRecord[],
): Promise<ProvedRecord[]> => {
  const digested = records.map(subject => ({
    subject,
    record: digestOf(subject.record),
    content: digestOf(subject.content),
  }))
  const digests = digested.flatMap(({ record, content }) => [record, content].filter(digest => digest !== undefined))
  const resources = [...new Set(records.map(({ resourceId }) => resourceId))]
  const trails = await findTrails(context, snapshot, resources, digests)
  return digested.map(item => {
    const { subject } = item
    const trail = trails.get(subject.resourceId)
    if (subject.stood === 'differs') throw new Unproved(subject.resourceId)
    if (!trail) return { ...subject, isFromEarlierRelease: true }
    return {
      ...subject,
      ...(context.until === undefined ? proveCurrentState : proveEarlierState)(context, trail, item),
    }
  })
}
