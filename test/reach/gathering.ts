/** Builds the map from the records of a run's processes. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ReachMap, TestRecord } from './map.ts'
import { readOutcomes } from './outcomes.ts'
import { recordFolderOf } from './recording.ts'
import { isSource, mustAlwaysRun } from './rules.ts'
import { readSource, type Source } from './units.ts'

const root = join(import.meta.dirname, '..', '..')

/** A test file that reads at least this many sources is assumed to examine the repository's text. */
const manySources = 20

type Executed = readonly [file: string, ...positions: number[]]

const readLines = (file: string): Executed[] =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter(line => line.endsWith(']'))
        .map(line => JSON.parse(line))
    : []

const addTo = <K, I extends string, V>(map: Map<K, Map<I, Set<V>>>, key: K, innerKey: I, value: V): void => {
  const innerMap = map.get(key) ?? new Map<I, Set<V>>()
  map.set(key, innerMap)
  innerMap.set(innerKey, (innerMap.get(innerKey) ?? new Set<V>()).add(value))
}

const createSources = () => {
  const sources = new Map<string, Source | undefined>()
  const read = (file: string): Source | undefined => {
    const path = join(root, file)
    return isSource(file) && existsSync(path) ? readSource(file, readFileSync(path, 'utf8')) : undefined
  }
  return (file: string): Source | undefined => {
    if (!sources.has(file)) sources.set(file, read(file))
    return sources.get(file)
  }
}

/** Why a file must always run: its executed code is not recorded, or it examines the repository's text. */
const findAlwaysReason = (file: string, lane: string, passed: boolean | undefined, reads: readonly string[]) => {
  if (mustAlwaysRun(file)) return 'examines the repository'
  if (passed === undefined) return 'did not run'
  if (!passed) return 'failed'
  if (!existsSync(join(lane, 'executed.jsonl'))) return 'was not recorded'
  if (reads.filter(isSource).length >= manySources) return 'examines the repository'
  return undefined
}

/** @param tests the files that the map covers; `folder` has the records of those that ran */
export const gatherMap = (commit: string, tests: readonly string[], folder: string): ReachMap => {
  const sourceOf = createSources()
  const outcomes = readOutcomes(folder)
  const functions = new Map<string, Map<string, Set<string>>>()
  const reads = new Map<string, Set<string>>()
  const onLoad = new Set<string>()
  const records: TestRecord[] = []

  const unitsOf = ([file, ...positions]: Executed): { file: string; innerMap: ReadonlySet<string> } => {
    const source = sourceOf(file)
    const innerMap = new Set<string>()
    for (let index = 0; source && index < positions.length; index += 2)
      innerMap.add(source.unitAt(positions[index] ?? 0, positions[index + 1] ?? 0))
    return { file, innerMap }
  }

  for (const test of tests) {
    const lane = join(folder, recordFolderOf(test))
    const outcome = outcomes.get(test)
    const readsOf = existsSync(join(lane, 'reads')) ? readFileSync(join(lane, 'reads'), 'utf8').split('\n') : []
    const names = existsSync(lane) ? readdirSync(lane) : []
    let runsBundle = false
    for (const name of names.filter(file => file.endsWith('.jsonl')))
      for (const line of readLines(join(lane, name))) {
        if (line[0].startsWith('dist/server/')) runsBundle = true
        const { file, innerMap } = unitsOf(line)
        if (file.endsWith('.test.ts')) continue
        for (const path of innerMap) {
          addTo(functions, file, path, test)
          if (path && name === 'loaded.jsonl') onLoad.add(`${file}#${path}`)
        }
      }
    const alwaysReason =
      findAlwaysReason(test, lane, outcome?.passed, readsOf) ?? (runsBundle ? 'runs the bundle' : undefined)
    records.push({ file: test, seconds: outcome?.seconds ?? 0, ...(alwaysReason && { always: alwaysReason }) })
    if (alwaysReason !== 'examines the repository')
      for (const file of readsOf.filter(Boolean)) reads.set(file, (reads.get(file) ?? new Set()).add(test))
  }
  return { commit, tests: records, functions: sortKeys(functions), onLoad, reads: sortKeys(reads) }
}

const sortKeys = <V>(map: ReadonlyMap<string, V>): Map<string, V> =>
  new Map([...map].sort(([a], [b]) => (a < b ? -1 : 1)))
