/** Reads data/ledger/erasures.jsonl, which lists the erased fields of the rows in the bundle. */
import { canonicalText, isObject, parseJson } from './canonical.ts'
import { eachLine, type Reading } from './lines.ts'

const erasuresFile = 'data/ledger/erasures.jsonl'

interface ErasedField {
  readonly line: number
  readonly digest: string
  seen: boolean
}

export class Erasures {
  readonly #erased = new Map<string, ErasedField>()

  add(eventId: string, field: string, digest: string, line: number): void {
    this.#erased.set(`${eventId} ${field}`, { line, digest, seen: false })
  }

  /** Records that a row does not show this field. */
  see(eventId: string, field: string, digest: string): void {
    const erased = this.#erased.get(`${eventId} ${field}`)
    if (erased?.digest === digest) erased.seen = true
  }

  get count(): number {
    return this.#erased.size
  }

  /** The lines about fields that no row hides. */
  unmatched(): readonly number[] {
    return [...this.#erased.values()].filter(({ seen }) => !seen).map(({ line }) => line)
  }
}

const isText = (value: unknown): boolean => typeof value === 'string'
const names = 'digest,erasedAt,eventId,field'

export const readErasures = async (reading: Reading): Promise<Erasures> => {
  const erasures = new Erasures()
  await eachLine(reading, 'ledger', erasuresFile, (text, line) => {
    const read = parseJson(text)
    if (!isObject(read) || Object.keys(read).join() !== names || !Object.values(read).every(isText))
      return reading.addFinding('ledger', 'line-malformed', { file: erasuresFile, line })
    if (canonicalText(read) !== text)
      return reading.addFinding('ledger', 'line-ambiguous', { file: erasuresFile, line })
    erasures.add(String(read.eventId), String(read.field), String(read.digest), line)
    return undefined
  })
  return erasures
}
