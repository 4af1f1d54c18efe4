import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { diff } from 'node:util'
import { digestOfFunctions, type FunctionsRelease } from '#db/functions.ts'
import { openapi } from '#http/openapi.ts'
import { operationsOf } from '#http/operation.ts'
import { endpoints, families } from '#src/features.ts'
import { createTestDatabase } from '#test/postgres.ts'
import { statementRows } from '#test/rows/generate.ts'
import { generateAuditActionsModule } from './audit-actions.ts'
import { dumpCatalog } from './catalog.ts'
import { endpointFiles } from './endpoint-files.ts'
import { familyLines } from './family-lines.ts'
import { accessOf, operationLines } from './operation-lines.ts'
import { submissionStates } from './submission-states.ts'
import { webActs, webEnums, webFields, webOperations, webRegisters, webSentences } from './web-client.ts'

/** A generated text that is committed to the repository, because a change to it changes a contract. */
export interface Snapshot {
  /** The path of the file from the root of the repository. */
  readonly file: string
  make(): Promise<string>
}

const listEndpoints = async (): Promise<string> => {
  const filesByEndpoint = await endpointFiles()
  const lines = operationsOf(endpoints).map(operation => {
    const { method, path, endpoint } = operation
    const files = filesByEndpoint
      .get(endpoint)
      ?.map(({ file }) => file)
      .join()
    return `${method} ${path} ${endpoint.name} ${accessOf(operation)} ${files}\n`
  })
  return lines.join('')
}

const dumpSchema = async (): Promise<string> => {
  await using database = await createTestDatabase()
  return await dumpCatalog(database.connection)
}

/**
 * Returns the text of the release file. The release number grows with each change to a function, trigger or policy, so
 * that an older program detects that it is older.
 */
const functionsRelease = async (): Promise<string> => {
  const file = 'src/db/functions/release.json'
  const recordedRelease: FunctionsRelease = JSON.parse(readStored({ file }))
  const sha256 = await digestOfFunctions(join(root, 'src', 'db', 'functions'))
  return json(recordedRelease.sha256 === sha256 ? recordedRelease : { release: recordedRelease.release + 1, sha256 })
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

export const snapshots: readonly Snapshot[] = [
  { file: 'docs/openapi.json', make: async () => json(openapi('machine', endpoints)) },
  { file: 'docs/operations-workspace.txt', make: async () => operationLines('workspace', endpoints) },
  { file: 'test/endpoints.txt', make: listEndpoints },
  { file: 'test/families.txt', make: async () => familyLines(families) },
  { file: 'src/db/functions/release.json', make: functionsRelease },
  { file: 'src/db/schema.sql', make: dumpSchema },
  { file: 'src/db/rows.ts', make: statementRows },
  { file: 'docs/submission-states.md', make: submissionStates },
  { file: 'web/api/enums.ts', make: webEnums },
  { file: 'web/api/operations.ts', make: webOperations },
  { file: 'web/api/acts.ts', make: webActs },
  { file: 'web/api/fields.ts', make: webFields },
  { file: 'web/api/registers.ts', make: webRegisters },
  { file: 'web/api/actions.ts', make: generateAuditActionsModule },
  { file: 'web/api/sentences.ts', make: webSentences },
]

export const root = join(import.meta.dirname, '..', '..')

/** Returns the content of the file in the repository, or an empty text if the file does not exist yet. */
export const readStored = ({ file }: Pick<Snapshot, 'file'>): string => {
  try {
    return readFileSync(join(root, file), 'utf8')
  } catch {
    return ''
  }
}

const signs = { '1': '-', '0': ' ', '-1': '+' } as const
const context = 2
const maxShown = 60
// Limits the comparison, because its memory grows with the square of the number of differing lines.
const maxCompared = 1500

const firstDifference = (before: readonly string[], current: readonly string[]): number => {
  const index = before.findIndex((line, i) => line !== current[i])
  return index < 0 ? before.length : index
}

/**
 * Returns the lines that differ, each with `-` (the repository's) or `+` (the current one), and two lines of context.
 * Returns '' if the texts are equal.
 */
export const difference = (before: string, current: string): string => {
  if (before === current) return ''
  const [oldLines, newLines] = [before.split('\n'), current.split('\n')]
  const start = Math.max(0, firstDifference(oldLines, newLines) - context)
  const lines = diff(oldLines.slice(start, start + maxCompared), newLines.slice(start, start + maxCompared))
  const changedIndexes = lines.flatMap(([sign], index) => (sign === 0 ? [] : [index]))
  const shownIndexes = new Set(
    changedIndexes.flatMap(index => Array.from({ length: 2 * context + 1 }, (_, i) => index + i - context)),
  )
  const shownLines = lines.flatMap(([sign, line], index) => (shownIndexes.has(index) ? [`${signs[sign]} ${line}`] : []))
  const ellipsis = shownLines.length > maxShown ? ['…'] : []
  return [`line ${start + 1}:`, ...shownLines.slice(0, maxShown), ...ellipsis].join('\n')
}
