/**
 * `npm run bench:against -- FOLDER [NAME…]`: compares this version with another one that is checked out and installed
 * (`npm ci`) in that folder. Both run at once and are measured in turn. Runs all the work in works.ts, or only the named
 * ones; prints one Markdown table.
 */
import { execFileSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { chooseNamed, machine } from './report.ts'
import { provision, startServer } from './server.ts'
import { compareVersions, type Row, renderTable } from './versions.ts'
import type { Version } from './work.ts'
import { works } from './works.ts'

const [folder, ...names] = process.argv.slice(2)
if (!folder) throw new Error('name the folder of the other version: npm run bench:against -- FOLDER')
const theirs: Version = await import(join(resolve(folder), 'bench', 'server.ts'))

const rows: Row[] = []
const printTable = () => process.stdout.write(`${renderTable(rows)}\n`)

// Prints the measurements so far. Exiting also ends the servers.
process.on('SIGTERM', () => {
  printTable()
  process.exit(1)
})

const commitOf = (path: string): string => {
  try {
    return execFileSync('git', ['-C', path, 'describe', '--always', '--dirty', '--abbrev=8'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return 'unknown'
  }
}

process.stdout.write(`${machine()}\nours ${commitOf(import.meta.dirname)}, theirs ${commitOf(resolve(folder))}\n\n`)
const selectedWorks = names.length === 0 ? works : chooseNamed(works, names)
await compareVersions(selectedWorks, { ours: { startServer, provision }, theirs }, row => {
  rows.push(row)
  process.stderr.write(`${row[0]}: ${row.at(-1)}\n`)
})
printTable()
