import type { Change } from '#api/call.ts'
import { digestOf, subjectOf, type Wording, wordingOf } from './scan-groups.ts'
import { addWordings, findWordings } from './scan-queries.ts'
import type { FoundFinding } from './write-finding.ts'

/** The most other wordings that are kept of a finding. */
const maxKept = 50

export interface WordingRow {
  readonly id: string
  readonly digest: string
  readonly wording: string
}

export const wordingRow = (id: string, wording: Wording): WordingRow => ({
  ...{ id, digest: digestOf(wording), wording: JSON.stringify(wordingOf(wording)) },
})

const differsWholly = (one: Wording, other: Wording): boolean =>
  one.title !== other.title && subjectOf(one) !== subjectOf(other)

interface Reported {
  readonly found: FoundFinding
  readonly wordings: readonly Wording[]
}

/**
 * What a source reports under the fingerprint of a finding although title and subject both differ from everything that
 * it reported before, by the finding's id; `rows` keeps it. So do results that were merged, if they differ at all.
 */
export const findUnseen = async ({ tx }: Pick<Change, 'tx'>, reported: readonly Reported[]) => {
  const differing = reported.filter(
    ({ found, wordings }) => wordings.length > 1 || wordings.some(one => differsWholly(one, found.fields)),
  )
  const unseen = new Map<string, Wording>()
  const rows: WordingRow[] = []
  if (differing.length === 0) return { unseen, rows }
  const ids = differing.map(({ found }) => found.id)
  const kept = Map.groupBy(await tx.query(findWordings, { ids }), row => row.finding_id)
  for (const { found, wordings } of differing) {
    const before = kept.get(found.id) ?? []
    const known: Wording[] = [found.fields, ...before.map(({ wording }): Wording => JSON.parse(wording))]
    const digests = new Set([digestOf(found.fields), ...before.map(({ digest }) => digest)])
    const isNew = (one: Wording) => known.every(other => differsWholly(one, other))
    const first = wordings.find(isNew)
    if (first) unseen.set(found.id, first)
    const added = wordings.filter(one => !digests.has(digestOf(one)) && (wordings.length > 1 || isNew(one)))
    rows.push(...added.slice(0, maxKept - before.length).map(one => wordingRow(found.id, one)))
  }
  return { unseen, rows }
}

export const keepWordings = ({ tx }: Pick<Change, 'tx'>, rows: readonly WordingRow[]): void => {
  if (rows.length > 0) tx.write(addWordings, { rows: JSON.stringify(rows) })
}
