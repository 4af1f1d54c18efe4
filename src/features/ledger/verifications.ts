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
import { findCheckpoints, findEnded, insertVerification, updateVerification } from './verify-queries.ts'

/** The number of days within which every row is verified again. */
const everyDays = 30
/** The number of published checkpoints, counted from the newest, that a verification compares with the ledger. */
const mostCheckpoints = 1000

type Needs = Pick<Services, 'db' | 'ids' | 'clock' | 'log' | 'metrics'> & Provided<'verifyRecords'>

/** Reads the size and root of a checkpoint from its second and third lines. */
const headOfNote = (note: string): Pick<KnownHead, 'size' | 'root'> => {
  const [, size = '', root = ''] = note.split('\n')
  return { size: Number(size), root }
}

type Span = VerifyState['ranges'][number]
type Part = (generation: number, size: number) => Span[]

const whole: Part = (generation, size) => (size > 0 ? [[generation, 0, size]] : [])

const tileBelow = (index: number): number => index - (index % subtreeWidth)

/** Selects the rows added since the last verification, and a different thirtieth of the others each day. */
const dailyPart =
  (last: Pick<TreeHead, 'generation' | 'size'>, now: number): Part =>
  (generation, size) => {
    const seen = generation < last.generation ? size : generation === last.generation ? Math.min(last.size, size) : 0
    const turn = Math.floor(now / day) % everyDays
    const [from, to] = [turn, turn + 1].map(n => tileBelow(Math.floor((seen * n) / everyDays)))
    const old: Span = [generation, from ?? 0, turn + 1 === everyDays ? seen : (to ?? 0)]
    const spans: Span[] = [old, [generation, tileBelow(seen), size]]
    return spans.filter(([, start, end]) => start < end)
  }

/**
 * Creates the initial state of a verification. `known`: heads to compare with in addition to the published checkpoints.
 */
export const beginState = async (
  read: LedgerReader,
  part: Part = whole,
  known: readonly KnownHead[] = [],
): Promise<VerifyState> => {
  const heads = (await read(findHeads, { generation: null })).reverse().map(row => ({
    generation: row.generation,
    size: row.size,
    root: row.root.toString('base64'),
    firstKept: row.first_kept,
  }))
  const published = (await read(findCheckpoints, { limit: mostCheckpoints })).map(({ generation, note }) => ({
    generation,
    ...headOfNote(note),
  }))
  return {
    heads,
    known: [...known, ...published],
    ranges: heads.flatMap(({ generation, size }) => part(generation, size)),
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

interface Asked {
  readonly id: string
  readonly scope: Verification['scope']
  readonly requestedBy: string
  readonly now: number
}

/** Queues a verification for the job. @returns the rendered record */
export const requestVerification = async (
  tx: Pick<Transaction, 'query' | 'write'>,
  { id, scope, requestedBy, now }: Asked,
): Promise<string> => {
  const read: LedgerReader = (asked, values) => tx.query(asked, values)
  const [last] = scope === 'daily' ? await read(findEnded, { status: 'sound', limit: 1 }) : []
  const before: VerifyState | undefined = last && JSON.parse(last.state)
  const newest = before?.heads.at(-1) ?? { generation: 1, size: 0 }
  const state = await beginState(read, scope === 'daily' ? dailyPart(newest, now) : whole)
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

interface Stored {
  readonly id: string
  readonly record: string
  readonly state: string
}

const tell = async (needs: Needs, organizationId: string, { id, findings }: Verification): Promise<void> => {
  const [first] = findings
  if (!first) return
  const resourceId = first.eventId ?? first.recordId
  const context = { runId: id, code: first.kind, count: findings.length, ...(resourceId && { resourceId }) }
  await recordSecurityEvent(needs, organizationId, { type: 'ledgerRowAltered', context })
}

/** How long a verification runs before it stores its state. */
const keptEvery = second

/** Runs at least one step and returns the new state. Each step is a slice, so that requests are served in between. */
const someSteps = async (
  read: LedgerReader,
  from: VerifyState,
  verifyRecords: Needs['verifyRecords'],
  { signal, slice }: Pick<Running, 'signal' | 'slice'>,
): Promise<VerifyState> => {
  const began = performance.now()
  let state = from
  do state = await slice(() => verifyStep(read, state, verifyRecords))
  while (!state.isDone && !signal.aborted && performance.now() - began < keptEvery)
  return state
}

/**
 * Continues a verification until it ends, another node takes it over, or the signal aborts. @returns the number of
 * verified rows
 */
export const verifyOn = async (
  needs: Needs,
  organizationId: string,
  { id, record, state: stored }: Stored,
  running: Pick<Running, 'signal' | 'slice'>,
): Promise<number> => {
  const { db, clock, verifyRecords } = needs
  const read: LedgerReader = (asked, values) => db.read(organizationId, asked, values)
  let [verification, before] = [readRecord(Verification, record), stored]
  const start = verification.rows
  while (!running.signal.aborted && verification.status === 'running') {
    const next = await someSteps(read, JSON.parse(before), verifyRecords, running)
    const ended = next.findings.length > 0 ? 'altered' : 'sound'
    verification = {
      ...verification,
      status: next.isDone ? ended : 'running',
      rows: next.rows,
      pruned: next.pruned,
      records: next.records,
      unbound: next.unbound,
      findings: [...next.findings],
      finishedAt: next.isDone ? iso(clock.now()) : null,
    }
    const state = JSON.stringify(next)
    const values = { id, status: verification.status, record: renderVerification(verification), state, before }
    const [kept] = await db.transaction(organizationId, tx => tx.query(updateVerification, values))
    if (!kept) break
    before = state
    if (next.isDone) await tell(needs, organizationId, verification)
  }
  return verification.rows - start
}
