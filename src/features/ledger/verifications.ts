import type { Transaction } from '#db/database.ts'
import type { Provided, Services } from '#http/call.ts'
import type { LedgerReader, TreeHead } from '#http/ledger.ts'
import { readRecord } from '#http/record.ts'
import type { Running } from '#jobs/job.ts'
import { day, iso, second } from '#lib/clock.ts'
import { recordSecurityEvent } from '#shared/security-event.ts'
import { findHeads } from './queries.ts'
import { subtreeWidth } from './tree.ts'
import { renderVerification, Verification } from './verification.ts'
import { type KnownHead, type VerifyState, verifyStep } from './verify.ts'
import { findCheckpoints, findEndedVerifications, insertVerification, updateVerification } from './verify-queries.ts'

/** The number of days within which every row is verified again. */
const fullCycleDays = 30
/** The number of published checkpoints, counted from the newest, that a verification compares with the ledger. */
const maxCheckpoints = 1000

type NeededServices = Pick<Services, 'db' | 'ids' | 'clock' | 'log' | 'metrics'> & Provided<'verifyRecords'>

/** Reads the size and root of a checkpoint from its second and third lines. */
const readHeadOfNote = (note: string): Pick<KnownHead, 'size' | 'root'> => {
  const [, size = '', root = ''] = note.split('\n')
  return { size: Number(size), root }
}

type Span = VerifyState['ranges'][number]
type RangeSelector = (generation: number, size: number) => Span[]

const allRows: RangeSelector = (generation, size) => (size > 0 ? [[generation, 0, size]] : [])

const tileStart = (index: number): number => index - (index % subtreeWidth)

/** Selects the rows added since the last verification, and each day another thirtieth of the earlier rows. */
const dailyRows =
  (last: Pick<TreeHead, 'generation' | 'size'>, now: number): RangeSelector =>
  (generation, size) => {
    const verifiedSize =
      generation < last.generation ? size : generation === last.generation ? Math.min(last.size, size) : 0
    const dayOfCycle = Math.floor(now / day) % fullCycleDays
    const [from, to] = [dayOfCycle, dayOfCycle + 1].map(n => tileStart(Math.floor((verifiedSize * n) / fullCycleDays)))
    const dailyShare: Span = [generation, from ?? 0, dayOfCycle + 1 === fullCycleDays ? verifiedSize : (to ?? 0)]
    const spans: Span[] = [dailyShare, [generation, tileStart(verifiedSize), size]]
    return spans.filter(([, start, end]) => start < end)
  }

/**
 * Creates the initial state of a verification. `known` contains heads to compare with, besides the published
 * checkpoints.
 */
export const beginState = async (
  read: LedgerReader,
  selectRanges: RangeSelector = allRows,
  known: readonly KnownHead[] = [],
): Promise<VerifyState> => {
  const heads = (await read(findHeads, { generation: null })).reverse().map(row => ({
    generation: row.generation,
    size: row.size,
    root: row.root.toString('base64'),
    firstKept: row.first_kept,
  }))
  const publishedHeads = (await read(findCheckpoints, { limit: maxCheckpoints })).map(({ generation, note }) => ({
    generation,
    ...readHeadOfNote(note),
  }))
  return {
    heads,
    known: [...known, ...publishedHeads],
    ranges: heads.flatMap(({ generation, size }) => selectRanges(generation, size)),
    after: '',
    recordsFrom: 'start',
    rows: 0,
    pruned: 0,
    records: 0,
    unbound: 0,
    findings: [],
    isDone: false,
  }
}

interface VerificationRequest {
  readonly id: string
  readonly scope: Verification['scope']
  readonly requestedBy: string
  readonly now: number
}

/** Queues a verification for the job. @returns the rendered record */
export const requestVerification = async (
  tx: Pick<Transaction, 'query' | 'write'>,
  { id, scope, requestedBy, now }: VerificationRequest,
): Promise<string> => {
  const read: LedgerReader = (statement, values) => tx.query(statement, values)
  const [last] = scope === 'daily' ? await read(findEndedVerifications, { status: 'sound', limit: 1 }) : []
  const before: VerifyState | undefined = last && JSON.parse(last.state)
  const newest = before?.heads.at(-1) ?? { generation: 1, size: 0 }
  const state = await beginState(read, scope === 'daily' ? dailyRows(newest, now) : allRows)
  const record = renderVerification({
    id,
    status: 'running',
    scope,
    size: state.heads.reduce((sum, { size }) => sum + size, 0),
    rows: 0,
    pruned: 0,
    records: 0,
    unbound: 0,
    checkpoints: state.known.length,
    findings: [],
    requestedBy,
    startedAt: iso(now),
    finishedAt: null,
  })
  tx.write(insertVerification, { id, record, state: JSON.stringify(state) })
  return record
}

interface StoredVerification {
  readonly id: string
  readonly record: string
  readonly state: string
}

const reportFindings = async (
  services: NeededServices,
  organizationId: string,
  { id, findings }: Verification,
): Promise<void> => {
  const [first] = findings
  if (!first) return
  const resourceId = first.eventId ?? first.recordId
  const context = { runId: id, code: first.kind, count: findings.length, ...(resourceId && { resourceId }) }
  await recordSecurityEvent(services, organizationId, { type: 'ledgerRowAltered', context })
}

/** How long a verification runs before it stores its state. */
const saveInterval = second

/** Runs at least one step and returns the new state. Each step is a slice, so that requests have priority. */
const runSteps = async (
  read: LedgerReader,
  from: VerifyState,
  verifyRecords: NeededServices['verifyRecords'],
  { signal, slice }: Pick<Running, 'signal' | 'slice'>,
): Promise<VerifyState> => {
  const startedAt = performance.now()
  let state = from
  do state = await slice(() => verifyStep(read, state, verifyRecords))
  while (!state.isDone && !signal.aborted && performance.now() - startedAt < saveInterval)
  return state
}

/**
 * Continues a verification until it ends, another node takes it over, or the signal aborts. @returns the number of
 * verified rows
 */
export const continueVerification = async (
  services: NeededServices,
  organizationId: string,
  { id, record, state: storedState }: StoredVerification,
  running: Pick<Running, 'signal' | 'slice'>,
): Promise<number> => {
  const { db, clock, verifyRecords } = services
  const read: LedgerReader = (statement, values) => db.read(organizationId, statement, values)
  let [verification, before] = [readRecord(Verification, record), storedState]
  const start = verification.rows
  while (!running.signal.aborted && verification.status === 'running') {
    const next = await runSteps(read, JSON.parse(before), verifyRecords, running)
    const verdict = next.findings.length > 0 ? 'altered' : 'sound'
    verification = {
      ...verification,
      status: next.isDone ? verdict : 'running',
      rows: next.rows,
      pruned: next.pruned,
      records: next.records,
      unbound: next.unbound,
      findings: [...next.findings],
      finishedAt: next.isDone ? iso(clock.now()) : null,
    }
    const state = JSON.stringify(next)
    const values = { id, status: verification.status, record: renderVerification(verification), state, before }
    const [updated] = await db.transaction(organizationId, tx => tx.query(updateVerification, values))
    if (!updated) break
    before = state
    if (next.isDone) await reportFindings(services, organizationId, verification)
  }
  return verification.rows - start
}
