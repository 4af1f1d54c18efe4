/** Reads data/left-out.jsonl: the omissions of the bundle and their reasons. */
import { canonicalText, isObject, parseJson } from './canonical.ts'
import { eachLine, type Reading } from './lines.ts'

const leftOutFile = 'data/left-out.jsonl'

export interface LeftOut {
  readonly kind: string
  readonly reason: string
  readonly count: number
}

/** The maximum number of different kinds and reasons. */
const maxSums = 200
const validFieldSets = new Set(['count,kind,reason', 'count,kind,reason,resourceId'])

/** Reads the omissions, and adds them up by kind and reason. */
export const readLeftOut = async (reading: Reading): Promise<readonly LeftOut[]> => {
  const sums = new Map<string, LeftOut>()
  await eachLine(reading, 'left out', leftOutFile, (text, line) => {
    const read = parseJson(text)
    if (!isObject(read) || !validFieldSets.has(Object.keys(read).join()) || canonicalText(read) !== text)
      return reading.addFinding('left out', 'line-malformed', { file: leftOutFile, line })
    const { count, kind, reason } = read
    const isCount = Number.isSafeInteger(count) && Number(count) >= 0
    if (!isCount || typeof kind !== 'string' || typeof reason !== 'string' || sums.size >= maxSums)
      return reading.addFinding('left out', 'line-malformed', { file: leftOutFile, line })
    const sum = sums.get(`${kind}\n${reason}`)?.count ?? 0
    sums.set(`${kind}\n${reason}`, { kind, reason, count: sum + Number(count) })
    return undefined
  })
  return [...sums.values()]
}

/** Checks that the number of omitted ledger rows matches the list. */
export const checkLeftOut = ({ addFinding }: Reading, items: readonly LeftOut[], rowsLeftOut: number): void => {
  const declared = items.filter(({ kind }) => kind === 'ledger rows').reduce((sum, { count }) => sum + count, 0)
  if (declared !== rowsLeftOut) addFinding('left out', 'left-out-wrong', { what: declared, other: rowsLeftOut })
}
