import { type Static, Type } from 'typebox'
import type { Change } from '#api/call.ts'
import { changing } from '#api/endpoint.ts'
import { Refusal } from '#api/errors.ts'
import { principalsOf } from '#api/four-eyes.ts'
import { NotNull } from '#api/schema.ts'
import { dueDaysOf } from './due-days.ts'
import { Finding, findingRecords, severities } from './finding.ts'
import { lockScanned, lockSource } from './queries.ts'
import { requireSource } from './require-source.ts'
import { seeAgain } from './see-again.ts'
import { changeFinding, type FoundFinding, recordFindings } from './write-finding.ts'

const fields = Finding.properties

/** The most findings of one scan. */
const maxResults = 2000

/** The most that one scan says to be gone. */
const maxGone = 10_000

const Line = (schema: typeof fields.sourceFingerprint) => Type.Unsafe<string>(NotNull(schema))

const ScanResult = Type.Object({
  sourceFingerprint: Line(fields.sourceFingerprint),
  title: fields.title,
  description: Type.Optional(fields.description),
  severity: fields.severity,
  subjectModuleKey: fields.subjectModuleKey,
  subjectResourceType: fields.subjectResourceType,
  subjectResourceId: fields.subjectResourceId,
})

type ScanResult = Static<typeof ScanResult>

const rank = (severity: Finding['severity']): number => severities.indexOf(severity)

/** By fingerprint: several results of one finding are one, as severe as the worst of them. */
const distinct = (results: readonly ScanResult[]): Map<string, ScanResult> => {
  const found = new Map<string, ScanResult>()
  for (const result of results) {
    const before = found.get(result.sourceFingerprint)
    if (!before) found.set(result.sourceFingerprint, result)
    else if (rank(result.severity) < rank(before.severity))
      found.set(result.sourceFingerprint, { ...before, severity: result.severity })
  }
  return found
}

/** What is gone is remediated and not resolved: people look at it, and none of those behind the source. */
const remediate = (change: Change, gone: readonly FoundFinding[]): void => {
  const hands = principalsOf(change.actor)
  for (const found of gone) {
    const remediators = [...new Set([...found.beside.remediators, ...hands])]
    const changed = { fields: { status: 'remediated' }, beside: { remediators } } as const
    changeFinding(change, found, changed, { action: 'finding.remediate', detail: 'absent from a complete scan' })
  }
}

const counted = (description: string) => Type.Integer({ minimum: 0, description })

/** Decision 076. */
export const recordScanResults = changing({
  name: 'recordScanResults',
  summary: 'Record what a source found: new findings, those seen again and, of a complete scan, those that are gone',
  tag: 'Findings',
  method: 'POST',
  v1: { path: '/governance/findings/scan-results', scope: 'governance.findings:write' },
  status: 200,
  action: 'finding.scan',
  maxBytes: 4 * 1024 * 1024,
  body: Type.Object({
    sourceModuleKey: Line(fields.sourceModuleKey),
    isComplete: Type.Boolean({
      description: 'Whether these are all findings of the source: what it found earlier and is not among them is gone.',
    }),
    findings: Type.Array(ScanResult, { maxItems: maxResults }),
  }),
  response: Type.Object(
    {
      created: counted('Findings that were not known.'),
      seenAgain: counted('Findings that were known, those that were reopened included.'),
      reopened: counted('Findings that had been remediated or resolved, and are open again.'),
      remediated: counted('Findings that a complete scan did not see again.'),
    },
    { title: 'ScanOutcome' },
  ),
  errors: ['unprocessable'],
  async run(change, { body: { sourceModuleKey: source, isComplete, findings } }) {
    const { tx } = change
    await requireSource(change, source)
    const results = distinct(findings)
    await tx.query(lockSource, { source })
    const days = await dueDaysOf(change)
    const scanned = { source, isComplete, fingerprints: [...results.keys()], limit: maxGone + 1 }
    const locked = (await tx.query(lockScanned, scanned)).map(findingRecords.read)
    const gone = locked.filter(({ fields }) => !results.has(fields.sourceFingerprint ?? ''))
    if (gone.length > maxGone)
      throw new Refusal('unprocessable', `More than ${maxGone} findings would be gone at once: is the scan complete?`)
    const outcome = { created: 0, seenAgain: 0, reopened: 0, remediated: gone.length }
    const unknown = new Map(results)
    for (const found of locked) {
      const result = results.get(found.fields.sourceFingerprint ?? '')
      if (!result) continue
      unknown.delete(result.sourceFingerprint)
      outcome.seenAgain++
      if (seeAgain(change, found, result.severity, days).reopened) outcome.reopened++
    }
    remediate(change, gone)
    const reported = [...unknown.values()].map(result => ({ ...result, sourceModuleKey: source }))
    outcome.created = (await recordFindings(change, reported, days)).length
    const { created, seenAgain, reopened, remediated } = outcome
    const counts = `${created} created, ${seenAgain} seen again, ${reopened} reopened, ${remediated} remediated`
    change.audit('', { detail: `${source}: ${counts}` })
    return outcome
  },
})
