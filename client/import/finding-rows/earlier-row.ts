/**
 * Computes the fingerprint that versions before November 2026 sent for a row, so that existing findings are recognized.
 * They used one column per field: the first whose heading is in this list. Must never change, because that would lose
 * findings.
 */
import { normalizeHeading } from '#client/import/columns.ts'
import { lineOf } from '#client/import/text.ts'
import type { ChosenHeadings, FindingField } from './headings.ts'

const headings = {
  title: ['title', 'name', 'finding', 'summary', 'vulnerability', 'issue', 'titel', 'bezeichnung', 'feststellung'],
  id: ['id', 'findingid', 'issueid', 'key', 'issuekey', 'reference', 'ref', 'nr', 'number', 'kennung'],
  rule: ['rule', 'ruleid', 'cve', 'cwe', 'plugin', 'pluginid', 'check', 'checkid', 'control', 'regel'],
  place: [
    ...['place', 'location', 'file', 'path', 'host', 'hostname', 'asset', 'resource', 'component', 'url', 'target'],
    ...['system', 'ort', 'datei'],
  ],
} as const satisfies Partial<Record<FindingField, readonly string[]>>

type EarlierField = keyof typeof headings

const numbering = /^#?\d+[.)]?$/

/** @returns a function that computes the fingerprint of a row; `chosen` are headings that a person typed */
export const earlierFingerprints = (
  names: readonly string[],
  chosen: ChosenHeadings,
  digest: (text: string) => string,
): ((cells: readonly string[]) => string) => {
  const columnOf = (field: EarlierField): number => {
    const typed = chosen[field]
    const exact = typed === undefined ? -1 : names.findIndex(name => name.trim() === typed.trim())
    if (exact >= 0) return exact
    const accepted: readonly string[] = typed === undefined ? headings[field] : [normalizeHeading(typed)]
    return names.findIndex(name => accepted.includes(normalizeHeading(name)))
  }
  const [title, id, rule, place] = [columnOf('title'), columnOf('id'), columnOf('rule'), columnOf('place')]
  const isIdTrusted = chosen.id !== undefined
  return cells => {
    const text = (column: number): string => lineOf(cells[column] ?? '')
    const usableId = isIdTrusted || !numbering.test(text(id)) ? text(id) : ''
    return digest(
      JSON.stringify(usableId === '' ? ['row', text(rule), text(place), text(title)] : ['id', usableId, text(place)]),
    )
  }
}
