import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '#lib/program-files.ts'

/** One step of the schema: what a row of `schema_migration` records. */
export interface Migration {
  readonly version: number
  readonly name: string
  readonly sql: string
  readonly sha256: string
  /** The digest of the file that this one replaces in new installs. */
  readonly replaces?: string
}

/** The migrations that a folder of tables replaces in new installs. */
interface Baseline {
  /** Its `.sql` files, by name, are one migration. */
  readonly folder: string
  /** Of the last migration that it replaces. */
  readonly version: number
  readonly sha256: string
  /** The last commit of this repository that has all of them. */
  readonly commit: string
}

/** Where the schema of a database comes from. */
export interface SchemaSource {
  /** Of the `NNNN-name.sql` files. */
  readonly migrations: string
  /** Without it, the first migration has the number 1. */
  readonly baseline?: Baseline
  /** Of the functions, triggers and policies. */
  readonly functions?: string
}

const folder = (name: string): string => join(root, 'src', 'db', name)

/** The schema of this program. */
export const schemaOfProgram: SchemaSource = {
  migrations: folder('migrations'),
  baseline: {
    folder: folder('schema'),
    version: 71,
    sha256: 'b2dd2fb09e977e08dbb5bbe8a0132c83dd1ad431e831a45903fd836aeb3e9b2a',
    commit: '921209a5d85a33d350f45b3a248e18be8c143cde',
  },
  functions: folder('functions'),
}

export const sqlDigest = (text: string): string => createHash('sha256').update(text).digest('hex')

/** A version as it is shown: `0072`. */
export const pad = (version: number): string => String(version).padStart(4, '0')

/** The `.sql` files of a folder and their text, by name. */
export const sqlFiles = async (directory: string): Promise<(readonly [name: string, text: string])[]> => {
  const files = (await readdir(directory)).filter(file => file.endsWith('.sql')).sort()
  return Promise.all(files.map(async file => [file, await readFile(join(directory, file), 'utf8')] as const))
}

const readBaseline = async ({ folder, version, sha256 }: Baseline): Promise<Migration> => {
  const sql = (await sqlFiles(folder)).map(([, text]) => text).join('\n')
  return { version, name: 'schema', sql, sha256: sqlDigest(sql), replaces: sha256 }
}

/** The steps to the present schema, in order. Throws where a file is misnamed, missing or double. */
export const readMigrations = async ({ migrations, baseline }: SchemaSource): Promise<readonly Migration[]> => {
  const known = baseline ? [await readBaseline(baseline)] : []
  const from = (baseline?.version ?? 0) + 1
  for (const [index, [file, sql]] of (await sqlFiles(migrations)).entries()) {
    const [, number, name] = /^(\d{4})-([a-z0-9-]+)\.sql$/.exec(file) ?? []
    if (!number || !name) throw new Error(`${file} in ${migrations} is not called NNNN-name.sql`)
    const version = from + index
    if (Number(number) !== version) {
      throw new Error(`${migrations} has a gap or a duplicate: ${file} stands where ${pad(version)} is due`)
    }
    known.push({ version, name, sql, sha256: sqlDigest(sql) })
  }
  return known
}
