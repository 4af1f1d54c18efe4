/** The reporter's records for `npm test -- --map`: the outcome and the duration of each test file. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const variable = 'PROBATA_TEST_REACH'

const fileIn = (folder: string): string => join(folder, 'outcomes.tsv')

/** Returns the path of the file with the outcomes. Undefined in a run that does not record. */
export const outcomesFile = (): string | undefined => {
  const folder = process.env[variable]
  return folder && fileIn(folder)
}

interface Outcome {
  readonly passed: boolean
  readonly seconds: number
}

export const readOutcomes = (folder: string): ReadonlyMap<string, Outcome> => {
  const file = fileIn(folder)
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : []
  return new Map(
    lines.map(line => {
      const [type, milliseconds, name = ''] = line.split('\t')
      return [name, { passed: type === 'test:pass', seconds: Number(milliseconds) / 1000 }]
    }),
  )
}
