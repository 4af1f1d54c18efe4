/** Reads data/ledger/erasures.jsonl: the erased fields of rows that are shown. */
import { canonicalText, isObject, parseJson } from './canonical.ts'
import { eachLine, type Reading } from './lines.ts'

const erasuresFile = 'data/ledger/erasures.jsonl'

interface Erased {
  readonly line: number
  readonly digest: string
  seen: boolean
}

export class Erasures {
  readonly #erased = new Map<string, Erased>()

  add(eventId: string, field: string, digest: string, line: number): void {
    this.#erased.set(`${eventId} ${field}`, { line, digest, seen: false })
  }

  /** Records that a row hides this field. */
  see(eventId: string, field: string, digest: string): void {
    const erased = this.#erased.get(`${eventId} ${field}`)
    if (erased?.digest === digest) erased.seen = true
  }

  get count(): number {
    return this.#erased.size
  }

  /** Lines whose field no row hides. */
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
