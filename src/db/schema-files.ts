import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '#lib/program-files.ts'

/** One step of the schema, recorded as a row of `schema_migration`. */
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
  /** The folder whose `.sql` files, in order of their names, form one migration. */
  readonly folder: string
  /** The version of the last migration that it replaces. */
  readonly version: number
  /** The digest of that migration. */
  readonly sha256: string
  /** The last commit of this repository that has all replaced migrations. */
  readonly commit: string
}

/** The source of a database schema. */
export interface SchemaSource {
  /** The folder of the `NNNN-name.sql` files. */
  readonly migrations: string
  /** If left out, the first migration has the number 1. */
  readonly baseline?: Baseline
  /** The folder of the functions, triggers and policies. */
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

/** Formats a version, such as `0072`. */
export const formatVersion = (version: number): string => String(version).padStart(4, '0')

/** Reads the `.sql` files of a folder, in order of their names. */
export const sqlFiles = async (directory: string): Promise<(readonly [name: string, text: string])[]> => {
  const files = (await readdir(directory)).filter(file => file.endsWith('.sql')).sort()
  return Promise.all(files.map(async file => [file, await readFile(join(directory, file), 'utf8')] as const))
}

const readBaseline = async ({ folder, version, sha256 }: Baseline): Promise<Migration> => {
  const sql = (await sqlFiles(folder)).map(([, text]) => text).join('\n')
  return { version, name: 'schema', sql, sha256: sqlDigest(sql), replaces: sha256 }
}

/** Reads the steps to the current schema, in order. Throws if a file is misnamed, missing or duplicated. */
export const readMigrations = async ({ migrations, baseline }: SchemaSource): Promise<readonly Migration[]> => {
  const steps = baseline ? [await readBaseline(baseline)] : []
  const from = (baseline?.version ?? 0) + 1
  for (const [index, [file, sql]] of (await sqlFiles(migrations)).entries()) {
    const [, number, name] = /^(\d{4})-([a-z0-9-]+)\.sql$/.exec(file) ?? []
    if (!number || !name) throw new Error(`${file} in ${migrations} is not called NNNN-name.sql`)
    const version = from + index
    if (Number(number) !== version) {
      throw new Error(`${migrations} has a gap or a duplicate: found ${file} instead of ${formatVersion(version)}`)
    }
    steps.push({ version, name, sql, sha256: sqlDigest(sql) })
  }
  return steps
}
