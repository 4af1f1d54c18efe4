/** Selects the test files that a change can break. */
import type { FileChange } from './changes.ts'
import type { ReachMap } from './map.ts'
import type { Graph } from './project.ts'
import { affectsEverything, isBrowserTest, isSource, isTest, isText, isWebApp, mustAlwaysRun } from './rules.ts'
import { createTaint } from './taint.ts'
import { type Part, readSource } from './units.ts'

export interface Selection {
  /** Test files, each with the change that affects it. If everything runs, those of the other changes. */
  readonly files: ReadonlyMap<string, string>
  /** Why everything runs, if it does. */
  readonly everything?: string
}

interface SelectionInput {
  readonly map: ReachMap
  readonly tests: readonly string[]
  readonly graph: Graph
  /** The text of a file when the map was built. Undefined if the file did not exist. */
  readonly atMap: (file: string) => string | undefined
}

const noParts: ReadonlyMap<string, Part> = new Map()

const differingNames = (before: ReadonlyMap<string, Part>, after: ReadonlyMap<string, Part>): string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter(key => before.get(key)?.digest !== after.get(key)?.digest)

const readParts = (file: string, text: string | undefined) =>
  text === undefined ? { functions: noParts, names: noParts } : readSource(file, text)

export const select = (changes: readonly FileChange[], { map, tests, graph, atMap }: SelectionInput): Selection => {
  const reasons = changes.filter(({ file }) => affectsEverything(file)).map(({ file }) => `${file} changed`)

  const currentTests = new Set(tests)
  const files = new Map<string, string>()
  const add = (reason: string, selectedTests: Iterable<string>): void => {
    for (const test of selectedTests) if (currentTests.has(test) && !files.has(test)) files.set(test, reason)
  }
  const taint = createTaint(map, graph)

  const addSource = ({ file, before }: FileChange): void => {
    const oldSource = readParts(file, before)
    const current = graph.source(file) ?? readParts(file, undefined)
    // Functions that are newer than the map are not in it.
    const mappedText = before === undefined ? undefined : atMap(file)
    if (before !== undefined && mappedText === undefined) add(file, graph.leadingTo(file))
    const mappedFunctions = map.functions.get(file) ?? new Map<string, ReadonlySet<string>>()
    const mapped = readParts(file, mappedText).functions
    for (const path of differingNames(oldSource.functions, current.functions)) {
      add(`${file} ${path}`, taint.ofFunction(file, path))
      if (oldSource.functions.has(path) && !mapped.has(path)) for (const set of mappedFunctions.values()) add(file, set)
    }
    for (const name of differingNames(oldSource.names, current.names)) {
      if (name !== '') add(`${file} ${name}`, taint.of(file, name))
      else if (before !== undefined) for (const set of mappedFunctions.values()) add(file, set)
    }
  }

  /** @returns whether the map knows the file */
  const addData = ({ file }: FileChange): boolean => {
    const folder = file.slice(0, Math.max(0, file.lastIndexOf('/')))
    const readers = [...(map.reads.get(file) ?? []), ...(map.reads.get(folder) ?? [])]
    // Names such as README.md are in many sources.
    const namingFiles = isText(file) ? [] : graph.mentioning(file.slice(folder.length + 1))
    const referringFiles = namingFiles.flatMap(one => [one, ...graph.leadingTo(one)])
    add(file, readers)
    add(file, referringFiles.filter(isTest))
    return readers.length > 0 || referringFiles.length > 0
  }

  for (const change of changes) {
    const { file } = change
    if (affectsEverything(file)) continue
    if (isTest(file)) add('changed itself', [file])
    else if (isSource(file)) addSource(change)
    else if (!addData(change) && !isText(file) && !isWebApp(file)) reasons.push(`no test is known to read ${file}`)
    if (isWebApp(file)) add(file, tests.filter(isBrowserTest))
  }
  for (const { file, always } of map.tests) if (always) add(always, [file])
  const mapped = new Set(map.tests.map(({ file }) => file))
  add(
    'not in the map',
    tests.filter(file => !mapped.has(file)),
  )
  add('examines the repository', tests.filter(mustAlwaysRun))
  const [everything] = reasons
  return { files, ...(everything && { everything }) }
}
