import type { Change } from '#http/call.ts'
import type { Match } from './match-results.ts'
import type { ResultGroup } from './scan-groups.ts'
import { addFingerprints, forgetFingerprints, retireCurrentFingerprints, writeSightings } from './scan-queries.ts'

/** The maximum number of fingerprints of a finding. Above it, a scan removes the fingerprints that it did not name. */
const maxFingerprints = 64

/** A result, and the finding that it created or matched. */
export interface PlacedResult {
  readonly group: ResultGroup
  readonly id: string
  /** Undefined for a new finding, which already has its own fingerprint. */
  readonly match: Match | undefined
}

/** Stores the fingerprints by which results identify their findings. */
export const keepFingerprints = ({ tx }: Pick<Change, 'tx'>, source: string, placed: readonly PlacedResult[]): void => {
  const renamed = placed.filter(({ group, match }) => match && !match.names.has(group.fingerprint))
  const added = placed.flatMap(({ group: { fingerprint, formerFingerprints }, id, match }) => {
    const names = match?.names ?? new Set([fingerprint])
    const own = names.has(fingerprint) ? [] : [{ source, fingerprint, id, is_current: true }]
    const former = formerFingerprints.filter(name => name !== fingerprint && !names.has(name))
    return [...own, ...former.map(name => ({ source, fingerprint: name, id, is_current: false }))]
  })
  if (renamed.length > 0) tx.write(retireCurrentFingerprints, { ids: renamed.map(({ id }) => id) })
  if (added.length === 0) return
  tx.write(addFingerprints, { rows: JSON.stringify(added) })
  const extended = new Set(added.map(({ id }) => id))
  const changed = placed.filter(({ match, id }) => match && extended.has(id))
  if (changed.length === 0) return
  const names = changed.flatMap(({ group: { fingerprint, formerFingerprints } }) => [
    fingerprint,
    ...formerFingerprints,
  ])
  tx.write(forgetFingerprints, { ids: changed.map(({ id }) => id), names, most: maxFingerprints })
}

/**
 * Stores the lines of findings, without a version, audit row or event, because lines move with each change of a file.
 */
export const keepSightings = ({ tx }: Pick<Change, 'tx'>, now: string, placed: readonly PlacedResult[]): void => {
  const rows = placed.flatMap(({ group: { result }, id }) => {
    if (!result.sighting) return []
    const { startLine, endLine, snippet } = result.sighting
    return [{ id, start_line: startLine, end_line: endLine ?? null, snippet: snippet ?? null }]
  })
  if (rows.length > 0) tx.write(writeSightings, { rows: JSON.stringify(rows), now })
}
