import { setTimeout as delay } from 'node:timers/promises'
import type { LeafPlace, Ledger, LedgerReader } from '#http/ledger.ts'
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

/** Reports that rows are not sealed within the time that proving waits for them. */
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
  readonly isOlder: boolean
  /** The part that changed after the time of the bundle: the record or its contents. */
  readonly changed?: 'record' | 'content' | undefined
}

interface Needs {
  readonly ledger: Ledger
  readonly read: LedgerReader
  readonly generation: number
  /** Rows from this id on prove nothing, because they were logged after the time of the bundle. */
  readonly until?: string | undefined
}

const placesAtOnce = 5000
const patience = 30 * second
const between = 200

/**
 * Returns the positions of rows in the ledger. Waits for rows that were just committed, which are sealed within a
 * second.
 */
export const placesOf = async ({ ledger, read }: Needs, ids: readonly string[]): Promise<Map<string, LeafPlace>> => {
  const places = new Map<string, LeafPlace>()
  const began = performance.now()
  for (let at = 0; at < ids.length; ) {
    const part = ids.slice(at, at + placesAtOnce)
    const found = await ledger.places(read, part)
    if (found.size === part.length) {
      for (const [id, place] of found) places.set(id, place)
      at += part.length
    } else if (performance.now() - began > patience) throw new LedgerBehind()
    else {
      ledger.wake()
      await delay(between)
    }
  }
  return places
}

interface Binding {
  readonly id: string
  readonly before: string | null
  readonly after: string | null
  readonly content: string | null
  readonly place: LeafPlace
}

/** The audit rows of a resource that contain one of the digests. */
interface Trail {
  readonly rows: readonly Binding[]
  /** Whether rows bind the contents of the resource; rows of earlier releases do not. */
  readonly bindsContent: boolean
}

const isAfter = ({ place: one }: Binding, { place: other }: Binding): boolean =>
  one.generation === other.generation ? one.index > other.index : one.generation > other.generation

const last = (rows: readonly Binding[], fits: (row: Binding) => boolean): Binding | undefined =>
  rows.reduce<Binding | undefined>(
    (found, row) => (fits(row) && (!found || isAfter(row, found)) ? row : found),
    undefined,
  )

/**
 * Finds the row that gave the record its current state. Returns undefined if no such row exists, or if a later row
 * changes the record to a different state, because then an older record was restored.
 */
const findRowOfRecord = ({ rows }: Trail, digest: string): Binding | undefined => {
  const row = last(rows, ({ after }) => after === digest)
  const left = row && last(rows, ({ before, after }) => before === digest && after !== digest)
  return left && isAfter(left, row) ? undefined : row
}

const rowOfRecord = (trail: Trail, digest: string, resourceId: string): Binding => {
  const row = findRowOfRecord(trail, digest)
  if (!row) throw new Unproved(resourceId)
  return row
}

const rowOfContent = ({ rows, bindsContent }: Trail, digest: string, resourceId: string): Binding | undefined => {
  const row = last(rows, ({ content }) => content === digest)
  if (!row && bindsContent) throw new Unproved(resourceId)
  return row
}

const indexIn = (generation: number, row: Binding | undefined): number | undefined =>
  row?.place.generation === generation ? row.place.index : undefined

type Proving = Omit<ProvedRecord, keyof ProofRecord>

interface Wanted {
  readonly one: ProofRecord
  /** The SHA-256 of the record's text, in hexadecimal. */
  readonly record: string | undefined
  /** The SHA-256 of the contents' text, in hexadecimal. */
  readonly content: string | undefined
}

const proveNow = ({ generation }: Needs, trail: Trail, { one, record, content }: Wanted): Proving => {
  const ofRecord = record === undefined ? undefined : rowOfRecord(trail, record, one.resourceId)
  const ofContent = content === undefined ? undefined : rowOfContent(trail, content, one.resourceId)
  return {
    leaf: indexIn(generation, ofRecord),
    contentLeaf: indexIn(generation, ofContent),
    isOlder: content !== undefined && ofContent === undefined,
  }
}

/**
 * Proves a record as of the time of the bundle, from the rows up to then. If only later rows contain its state, it had
 * a different state then; if no row contains it, it was altered. The last row that binds contents binds those of the
 * record.
 */
const proveThen = ({ generation, until = '' }: Needs, trail: Trail, { one, record, content }: Wanted): Proving => {
  const rows = trail.rows.filter(({ id }) => id < until)
  const ofRecord = record === undefined ? undefined : findRowOfRecord({ ...trail, rows }, record)
  if (record !== undefined && !ofRecord) {
    rowOfRecord(one.stood ? { ...trail, rows } : trail, record, one.resourceId)
    return { isOlder: false, changed: 'record' }
  }
  const binding = last(rows, row => row.content !== null)
  const isOlder = content !== undefined && (!rowOfContent(trail, content, one.resourceId) || !binding)
  const ofContent = binding?.content === content ? binding : undefined
  return {
    leaf: indexIn(generation, ofRecord),
    contentLeaf: indexIn(generation, ofContent),
    isOlder,
    changed: content === undefined || isOlder || ofContent ? undefined : 'content',
  }
}

const digestOf = (text: string | undefined): string | undefined => (text === undefined ? undefined : sha256Hex(text))

const trailsOf = async (
  needs: Needs,
  { query }: DatabaseSnapshot,
  resources: readonly string[],
  digests: readonly string[],
) => {
  const { until = '' } = needs
  const found = await query(findBindingRows, { resources, digests, until })
  const naming = found.filter(({ names, content, id }) => names || (content !== null && id < until))
  const places = await placesOf(
    needs,
    naming.map(({ id }) => id),
  )
  const rows = Map.groupBy(
    naming.flatMap(row => {
      const place = places.get(row.id)
      return place ? [{ ...row, place }] : []
    }),
    row => row.resource_id,
  )
  return new Map(
    found.map(row => [row.resource_id, { rows: rows.get(row.resource_id) ?? [], bindsContent: row.binds_content }]),
  )
}

/**
 * Finds the rows that prove records. Nothing proves a record without any row, which a release that wrote no rows
 * created.
 * @throws Unproved, LedgerBehind
 */
export const prove = async (
  needs: Needs,
  snapshot: DatabaseSnapshot,
  records: readonly ProofRecord[],
): Promise<ProvedRecord[]> => {
  const wanted = records.map(one => ({ one, record: digestOf(one.record), content: digestOf(one.content) }))
  const digests = wanted.flatMap(({ record, content }) => [record, content].filter(digest => digest !== undefined))
  const resources = [...new Set(records.map(({ resourceId }) => resourceId))]
  const trails = await trailsOf(needs, snapshot, resources, digests)
  return wanted.map(each => {
    const { one } = each
    const trail = trails.get(one.resourceId)
    if (one.stood === 'differs') throw new Unproved(one.resourceId)
    if (!trail) return { ...one, isOlder: true }
    return { ...one, ...(needs.until === undefined ? proveNow : proveThen)(needs, trail, each) }
  })
}
