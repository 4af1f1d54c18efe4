import canonicalize from 'canonicalize'
import type { LedgerReader, LogPiece, SealedRow, TreeHead } from '#http/ledger.ts'
import { iso } from '#lib/clock.ts'
import type { LeftOut } from '#shared/exportable.ts'
import type { LeasedExport } from './lease.ts'
import type { Omissions } from './omissions.ts'
import type { ScratchFile } from './scratch.ts'
import { erasuresOf } from './trail-queries.ts'

const omissionKind = (field: string): LeftOut['kind'] =>
  field === 'reason' ? 'reasons' : field === 'detail' ? 'details' : 'digests'

/** Returns the field that a disclosure reveals (RFC 9901). */
const readField = (disclosure: string): string => JSON.parse(Buffer.from(disclosure, 'base64url').toString())[1]

const renderSkip = ({ skip, subtrees }: Exclude<LogPiece, { readonly row: SealedRow }>): string =>
  canonicalize({ hashes: subtrees.map(({ level, hash }) => [level, hash.toString('base64')]), skip }) ?? ''

interface LogOptions {
  readonly head: TreeHead
  readonly shown: Iterable<number>
  /** The sizes of published checkpoints; no line may span one. */
  readonly boundaries: readonly number[]
  /** Fields whose text is shown. */
  readonly disclose: readonly string[]
}

/** Writes `data/ledger/log.jsonl`, and the erased fields of its rows. */
export const writeLog = async (
  { services, signal, progressed }: LeasedExport,
  read: LedgerReader,
  { head, shown, boundaries, disclose }: LogOptions,
  files: { readonly log: ScratchFile; readonly erasures: ScratchFile },
  omissions: Omissions,
): Promise<void> => {
  let rows = 0
  const renderRow = ({ row }: { readonly row: SealedRow }): string => {
    rows++
    const disclosed = row.disclosures.map(disclosure => ({ disclosure, field: readField(disclosure) }))
    const visible = disclosed.filter(({ field }) => disclose.includes(field))
    for (const { field } of disclosed)
      if (!disclose.includes(field)) omissions.add({ kind: omissionKind(field), reason: 'withheld', count: 1 })
    return `{"disclosures":${JSON.stringify(visible.map(({ disclosure }) => disclosure))},"index":${row.index},"leaf":${row.leaf}}`
  }
  const writeErasures = async (eventIds: readonly string[]): Promise<void> => {
    for (const { event_id: eventId, field, digest, erased_at: erasedAt } of await read(erasuresOf, { eventIds })) {
      await files.erasures.appendLine(canonicalize({ digest, erasedAt: iso(erasedAt.getTime()), eventId, field }) ?? '')
      omissions.add({ kind: omissionKind(field), reason: 'erased', count: 1 })
    }
  }
  let eventIds: string[] = []
  for await (const piece of services.ledger.pass(read, { head, shown, boundaries })) {
    signal.throwIfAborted()
    progressed()
    await files.log.appendLine('row' in piece ? renderRow(piece) : renderSkip(piece))
    if ('row' in piece) eventIds.push(piece.row.eventId)
    if (eventIds.length < 1000) continue
    await writeErasures(eventIds)
    eventIds = []
  }
  await writeErasures(eventIds)
  omissions.add({ kind: 'ledger rows', reason: 'outside the scope', count: head.size - rows })
}
