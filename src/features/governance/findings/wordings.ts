import type { Change } from '#http/call.ts'
import { findingSubjectOf, type Wording, wordingDigest, wordingOf } from './scan-groups.ts'
import { addWordings, findWordings } from './scan-queries.ts'
import type { StoredFinding } from './write-finding.ts'

/** The maximum number of other wordings that are stored for a finding. */
const maxWordings = 50

export interface WordingRow {
  readonly id: string
  readonly digest: string
  readonly wording: string
}

export const wordingRow = (id: string, wording: Wording): WordingRow => ({
  ...{ id, digest: wordingDigest(wording), wording: JSON.stringify(wordingOf(wording)) },
})

const differsWholly = (first: Wording, second: Wording): boolean =>
  first.title !== second.title && findingSubjectOf(first) !== findingSubjectOf(second)

interface ReportedWordings {
  readonly finding: StoredFinding
  readonly wordings: readonly Wording[]
  /** Whether another part of the same scan reported the finding too. */
  readonly isRepeated?: boolean
}

/**
 * Finds wordings under a finding's fingerprint that its source has not reported before, by the finding's id; `rows` has
 * the rows to store. A single result is new only if both title and subject differ, because files move and rules are
 * reworded. If one scan has several results for a finding, each must match a known wording exactly.
 */
export const findUnseen = async ({ tx }: Pick<Change, 'tx'>, reported: readonly ReportedWordings[]) => {
  const differing = reported.filter(
    ({ finding, wordings, isRepeated }) =>
      wordings.length > 1 || isRepeated || wordings.some(wording => differsWholly(wording, finding.fields)),
  )
  const unseen = new Map<string, Wording>()
  const rows: WordingRow[] = []
  if (differing.length === 0) return { unseen, rows }
  const ids = differing.map(({ finding }) => finding.id)
  const storedWordings = Map.groupBy(await tx.query(findWordings, { ids }), row => row.finding_id)
  for (const { finding, wordings, isRepeated = false } of differing) {
    const before = storedWordings.get(finding.id) ?? []
    const knownWordings: Wording[] = [finding.fields, ...before.map(({ wording }): Wording => JSON.parse(wording))]
    const digests = new Set([wordingDigest(finding.fields), ...before.map(({ digest }) => digest)])
    const isOneOfSeveral = isRepeated || wordings.length > 1
    const isNew = (wording: Wording) =>
      isOneOfSeveral
        ? !digests.has(wordingDigest(wording))
        : knownWordings.every(known => differsWholly(wording, known))
    const added = wordings.filter(isNew)
    if (added[0]) unseen.set(finding.id, added[0])
    rows.push(...added.slice(0, maxWordings - before.length).map(wording => wordingRow(finding.id, wording)))
  }
  return { unseen, rows }
}

export const keepWordings = ({ tx }: Pick<Change, 'tx'>, rows: readonly WordingRow[]): void => {
  if (rows.length > 0) tx.write(addWordings, { rows: JSON.stringify(rows) })
}
