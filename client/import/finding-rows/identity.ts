/** The parts of a row that identify its finding across scans and distinguish it from other findings of the table. */
import type { Place } from './place.ts'

export interface RowIdentity {
  /** The id of the finding; empty if the table has no usable one. */
  readonly id: string
  readonly rules: readonly string[]
  readonly title: string
  readonly place: Place
  /** The fingerprint that earlier versions of the command sent. */
  readonly earlier: string
  /** All cells of the row, as JSON. */
  readonly cells: string
}

export interface Fingerprints {
  readonly sourceFingerprint: string
  readonly formerFingerprints: readonly string[]
  /** Whether all parts of the identity equal those of an earlier row. */
  readonly isRepeat: boolean
}

const groupBy = <T>(all: readonly T[], keyOf: (one: T) => string): ReadonlyMap<string, readonly T[]> => {
  const groups = new Map<string, T[]>()
  for (const one of all) {
    const group = groups.get(keyOf(one))
    if (group) group.push(one)
    else groups.set(keyOf(one), [one])
  }
  return groups
}

/**
 * Computes a fingerprint for each row, from its id and place or, without an id, from rule, place and title. Rows that
 * share these are distinguished by all names of their hosts, then by their order. The fingerprints that a row would
 * have with or without similar rows become former fingerprints, so that it stays the same finding when similar rows
 * appear or disappear.
 */
export const fingerprintRows = <Row extends RowIdentity>(
  rows: readonly Row[],
  digest: (text: string) => string,
): ReadonlyMap<Row, Fingerprints> => {
  const fingerprints = new Map<Row, Fingerprints>()
  const key = (row: Row, place: readonly string[], extraParts: readonly (string | number)[] = []): string => {
    const { id, rules, title } = row
    return digest(
      JSON.stringify([...(id === '' ? ['row 2', rules, place, title] : ['id 2', id, place]), ...extraParts]),
    )
  }
  for (const [main, group] of groupBy(rows, row => key(row, row.place.main)))
    for (const [whole, similar] of groupBy(group, row => key(row, row.place.whole, ['whole'])))
      for (const [n, row] of similar.entries()) {
        const isAlone = similar.length === group.length
        const plainKey = isAlone ? main : whole
        const fingerprint = n === 0 ? plainKey : key(row, row.place.whole, ['whole', n])
        const alternatives = n === 0 ? [main, whole, row.earlier] : [row.earlier]
        const formerFingerprints = [...new Set(alternatives)].filter(one => one !== fingerprint)
        fingerprints.set(row, { sourceFingerprint: fingerprint, formerFingerprints, isRepeat: n > 0 })
      }
  return fingerprints
}
