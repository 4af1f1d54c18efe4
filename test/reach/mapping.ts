/** `npm test -- --map`: a run that records what each test file executes, and writes the map at its end. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gitIn } from './changes.ts'
import { mapFile } from './choosing.ts'
import { gatherMap } from './gathering.ts'
import { formatMap } from './map.ts'
import { prepareRecording } from './recording.ts'

const root = join(import.meta.dirname, '..', '..')

/** The file with the map of a run of only some files. */
const partFile = 'dist/reach.txt'

interface Mapping {
  /** The environment variables of the run's processes. */
  readonly environment: Readonly<Record<string, string>>
  /** Writes the map, even after an interrupted run. In the map, files without a record always run. */
  write(): void
}

const requireCommitted = (modified: readonly string[], when: string): void => {
  const otherFiles = modified.filter(file => file !== mapFile)
  if (otherFiles.length > 0)
    throw new Error(`the map belongs to a commit, and these files differ ${when}: ${otherFiles.join(', ')}`)
}

export const prepareMap = (
  files: readonly string[],
  { whole, flags }: { readonly whole: boolean; readonly flags: readonly string[] },
): Mapping => {
  if (flags.some(flag => /^--test-(name|skip)-pattern/.test(flag))) throw new Error('--map takes whole files')
  const git = gitIn(root)
  const commit = git.head()
  if (whole) requireCommitted(git.modified(), 'from it')
  const folder = mkdtempSync(join(tmpdir(), 'probata-reach-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return {
    environment: prepareRecording(folder),
    write() {
      const startedAt = performance.now()
      if (whole && (git.head() !== commit || git.modified().some(file => file !== mapFile)))
        console.log('The sources changed during the run: functions of changed files may be wrong in the map.')
      const map = gatherMap(commit, files.toSorted(), folder)
      const target = whole ? mapFile : partFile
      const text = formatMap(map)
      mkdirSync(dirname(join(root, target)), { recursive: true })
      writeFileSync(join(root, target), text)
      const unrecorded = map.tests.filter(({ always }) => always && always !== 'examines the repository')
      const seconds = Math.round((performance.now() - startedAt) / 1000)
      const [, , counts] = text.split('\n')
      console.log(`${target}: ${Math.round(text.length / 1000)} kB, ${counts}, built in ${seconds} s`)
      for (const { file, always } of unrecorded) console.log(`  always runs: ${file} (${always})`)
    },
  }
}
