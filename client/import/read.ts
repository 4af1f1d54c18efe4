import { parse as parseYaml } from 'yaml'
import { fromCisoAssistant } from './ciso-assistant.ts'
import { clausesOf, type ReadClauses, type Said } from './clauses.ts'
import { fromCsv } from './csv.ts'
import { fromOscal } from './oscal.ts'
import { UnreadableFile } from './unreadable-file.ts'

/** More aliases than that are an attempt to fill the memory. */
const yaml = { maxAliasCount: 100 }

const objectOf = (read: () => unknown, kind: string): object => {
  let value: unknown
  try {
    value = read()
  } catch (error) {
    throw new UnreadableFile(`It is no ${kind}: ${error instanceof Error ? error.message.split('\n')[0] : ''}`)
  }
  if (typeof value !== 'object' || value === null) throw new UnreadableFile(`It is no ${kind} of clauses.`)
  return value
}

const fromYaml = (text: string): Said[] => fromCisoAssistant(objectOf(() => parseYaml(text, yaml), 'YAML'))

const readers: Readonly<Record<string, (text: string) => Said[]>> = {
  json: text => fromOscal(objectOf(() => JSON.parse(text), 'JSON')),
  yaml: fromYaml,
  yml: fromYaml,
  csv: fromCsv,
  tsv: fromCsv,
}

/**
 * The clauses that a file holds: an OSCAL catalog, a library of CISO Assistant, or a table.
 * Throws {@link UnreadableFile}, whose message says why.
 */
export const readClauses = (name: string, text: string): ReadClauses => {
  const read = readers[name.split('.').at(-1)?.toLowerCase() ?? '']
  if (!read) throw new UnreadableFile('Its name must end with .json, .yaml, .csv or .tsv.')
  return clausesOf(read(text))
}
