import type { Change } from '#http/call.ts'
import { Refusal } from '#http/errors.ts'
import { day, iso } from '#lib/clock.ts'
import { canonicalDigest } from '#lib/hash.ts'
import { type Sentence, sentence } from '#lib/sentence.ts'
import { abandonScans } from './abandon-scans.ts'
import type { ScanBody, ScanOutcome } from './scan-body.ts'
import { addPart, changeScan, findExcessScans, findParts, findScan, findTaken, startScan } from './scan-queries.ts'

/**
 * The maximum number of open scans of an account for one source and category: a broken pipeline starts a new scan with
 * each run.
 */
const maxOpen = 10

/** Milliseconds after which a scan is abandoned. */
const scanLifetime = day

/** The part of a scan that a call sends. */
export interface ScanPart {
  /** The id of the scan, or an empty string if it has no parts. */
  readonly scanId: string
  /** Findings that earlier parts matched or created. */
  readonly findingsOfOtherParts: ReadonlySet<string>
  /** Whether the scan is complete with this call. */
  readonly isLast: boolean
  readonly received: number
  readonly confirmed: number | undefined
  /** The original outcome, if this part was received before. */
  readonly repeated?: ScanOutcome
  /** Whether remediations of the scan were withheld when it was compared. */
  readonly isWithheld: boolean
}

const digestOf = ({ findings, untouched = [], part = 0, parts = 0 }: ScanBody): string =>
  canonicalDigest({ findings, untouched, part, parts })

const wholeScan = (confirmed: number | undefined): ScanPart => ({
  ...{ scanId: '', findingsOfOtherParts: new Set(), isLast: true, received: 0, confirmed, isWithheld: false },
})

const refusal = (about: Sentence): Refusal => new Refusal('unprocessable', about)

/** Reads the scan of this call, or creates it for the first part. Throws a 422 if the part does not fit the scan. */
export const readPart = async (change: Change, body: ScanBody): Promise<ScanPart> => {
  const { tx, actor, now, ids } = change
  const { scanId: scanKey, part = 0, parts = 0, confirmRemediations } = body
  if (scanKey === undefined) return wholeScan(confirmRemediations)
  const scope = { account: actor.id, source: body.sourceModuleKey, category: body.category ?? '', scanKey }
  tx.write(startScan, { ...scope, id: ids.next('scn', now), parts, now: iso(now) })
  const [scan] = await tx.query(findScan, scope)
  if (!scan) throw new Error('the scan is missing although it was just started')
  if (scan.started_at.getTime() <= now - scanLifetime)
    throw refusal(
      sentence`scan.abandoned: The scan ${{ scanKey }} began more than a day ago and is abandoned. Send it again with a new scanId.`,
    )
  if (scan.parts !== parts)
    throw refusal(
      sentence`scan.other_parts: The scan ${{ scanKey }} has ${{ known: scan.parts }} parts; this call names ${{ parts }}.`,
    )
  const received = await tx.query(findParts, { scanId: scan.id })
  const before = received.find(known => known.part === part)
  if (before && before.digest !== digestOf(body))
    throw refusal(
      sentence`scan.part_differs: Part ${{ part }} of the scan ${{ scanKey }} was received with other findings. Use a new scanId.`,
    )
  if (received.length === 0) await abandonScans(change, await tx.query(findExcessScans, { ...scope, keep: maxOpen }))
  const taken = before ? [] : await tx.query(findTaken, { scanId: scan.id })
  const count = received.length + (before ? 0 : 1)
  return {
    scanId: scan.id,
    findingsOfOtherParts: new Set(taken.map(({ id }) => id)),
    isLast: count === parts,
    received: count,
    confirmed: confirmRemediations ?? scan.confirmed ?? undefined,
    ...(before && { repeated: JSON.parse(before.outcome) }),
    isWithheld: scan.status === 'withheld',
  }
}

interface PartOutcome {
  readonly kept: readonly string[]
  readonly taken: readonly string[]
  readonly opened: readonly string[]
  readonly outcome: ScanOutcome
}

/** Stores a part with its outcome, and the status of its scan. */
export const keepPart = (
  { tx }: Change,
  body: ScanBody,
  scan: ScanPart,
  { kept, taken, opened, outcome }: PartOutcome,
): void => {
  if (scan.scanId === '') return
  const { scanId } = scan
  const { part = 0, confirmRemediations = null } = body
  tx.write(addPart, { scanId, part, digest: digestOf(body), kept, taken, opened, outcome: JSON.stringify(outcome) })
  const ended = outcome.withheld > 0 ? 'withheld' : 'compared'
  tx.write(changeScan, { scanId, status: scan.isLast ? ended : 'open', confirmed: confirmRemediations })
}
