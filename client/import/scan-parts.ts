/** Sends a scan to the API, in several calls if it is large. */
import { randomUUID } from 'node:crypto'
import type { Api } from '#client/export/api.ts'
import type { Scan, ScanFinding } from './scan-finding.ts'

/** The limits of one call; the API accepts bodies of at most 4 MiB. */
const maxFindings = 2000
const maxBytes = 3.5 * 1024 * 1024
const maxUntouched = 10_000
const maxParts = 50

/** The response of the API to a scan. */
export interface Outcome {
  readonly created: number
  readonly seenAgain: number
  readonly reopened: number
  readonly remediated: number
  /** Remediations that were not applied because they cover most of the source. */
  readonly withheld: number
  /** Accepted or invalidated findings that were returned for a decision because they are more severe now. */
  readonly returned: number
  /** Results that the install merged with another one in the same call. */
  readonly merged: number
  /** Results whose finding is in a unit that the account cannot see. */
  readonly otherUnits: number
}

export type Totals = { -readonly [Name in keyof Outcome]: number }

export const noOutcome: Outcome = {
  created: 0,
  seenAgain: 0,
  reopened: 0,
  remediated: 0,
  withheld: 0,
  returned: 0,
  merged: 0,
  otherUnits: 0,
}

export const addOutcome = (total: Totals, outcome: Partial<Outcome>): void => {
  for (const name of Object.keys(noOutcome) as (keyof Outcome)[]) total[name] += outcome[name] ?? 0
}

/** Counts that are printed only if they are above zero. */
const optionalCounts: readonly (readonly [name: keyof Outcome, words: string])[] = [
  ['withheld', 'remediations withheld'],
  ['returned', 'returned for a decision'],
  ['merged', 'merged with others'],
  ['otherUnits', 'in units that the account cannot see'],
]

export const outcomeText = (outcome: Outcome): string => {
  const { created, seenAgain, reopened, remediated } = outcome
  const mainCounts = [
    `${created} created`,
    `${seenAgain} seen again`,
    `${reopened} reopened`,
    `${remediated} remediated`,
  ]
  const nonzeroCounts = optionalCounts.flatMap(([name, words]) =>
    outcome[name] > 0 ? [`${outcome[name]} ${words}`] : [],
  )
  return [...mainCounts, ...nonzeroCounts].join(', ')
}

interface ScanPart {
  readonly category?: string
  readonly findings: readonly ScanFinding[]
  readonly untouched?: readonly string[]
  readonly scanId?: string
  readonly part?: number
  readonly parts?: number
}

/** Splits items into chunks with limited count and size. */
const splitItems = <T>(items: readonly T[], maxItems: number): T[][] => {
  const chunks: T[][] = []
  let bytes = 0
  for (const item of items) {
    const size = Buffer.byteLength(JSON.stringify(item)) + 1
    const last = chunks.at(-1)
    if (last && last.length < maxItems && bytes + size <= maxBytes) last.push(item)
    else chunks.push([item])
    bytes = last === chunks.at(-1) ? bytes + size : size
  }
  return chunks
}

/** Splits a scan into calls. @throws Error if a complete scan needs more calls than the API accepts */
export const partsOf = ({ category, findings, untouched }: Scan, complete: boolean): ScanPart[] => {
  const categoryField = category ? { category } : {}
  const chunks = splitItems(findings, maxFindings)
  if (!complete) return (chunks.length > 0 ? chunks : [[]]).map(chunk => ({ ...categoryField, findings: chunk }))
  const untouchedChunks = splitItems(untouched, maxUntouched)
  // Fingerprints are sent in separate calls, so that no body exceeds the limit with both.
  const bodies: ScanPart[] = [
    ...chunks.map(chunk => ({ ...categoryField, findings: chunk })),
    ...untouchedChunks.map(chunk => ({ ...categoryField, findings: [], untouched: chunk })),
  ]
  const [first = [], ...moreFindings] = chunks
  const [fingerprints = [], ...moreFingerprints] = untouchedChunks
  if (moreFindings.length === 0 && moreFingerprints.length === 0)
    return [{ ...categoryField, findings: first, ...(fingerprints.length > 0 && { untouched: fingerprints }) }]
  if (bodies.length > maxParts)
    throw new Error(
      `The scan needs ${bodies.length} calls; a complete scan may have at most ${maxParts}. Split it with --category.`,
    )
  const scanId = randomUUID()
  return bodies.map((body, i) => ({ ...body, scanId, part: i + 1, parts: bodies.length }))
}

interface Base {
  readonly sourceModuleKey: string
  readonly isComplete: boolean
  readonly reason: string
  readonly confirmRemediations: number | undefined
}

/**
 * Sends the parts one after the other; sending a part twice has no effect.
 * @throws Error with the message of the server
 */
export const sendParts = async (api: Api, base: Base, parts: readonly ScanPart[]): Promise<Outcome> => {
  const total: Totals = { ...noOutcome }
  for (const part of parts) {
    const headers = { 'idempotency-key': `scan-${randomUUID()}` }
    const body = { ...base, ...part }
    const outcome = await api.askJson('POST', '/governance/findings/scan-results', { body, headers })
    addOutcome(total, outcome as Partial<Outcome>)
  }
  return total
}
