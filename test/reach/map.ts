/** `test/reach.txt`: the functions that each test file executes. */
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'

export interface TestRecord {
  readonly file: string
  readonly seconds: number
  /** Why the file always runs, if it does. */
  readonly always?: string
}

export interface ReachMap {
  /** The commit at which the tests ran. */
  readonly commit: string
  readonly tests: readonly TestRecord[]
  /** Test files by source file and function (units.ts). */
  readonly functions: ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>
  /** `file#function` for functions that run while modules load, which happens once per process. */
  readonly onLoad: ReadonlySet<string>
  /** Test files by the other files of the repository that they read, or whose names they list. */
  readonly reads: ReadonlyMap<string, ReadonlySet<string>>
}

type Sets = readonly (readonly number[])[]

/** Stores tests as numbers, and equal sets of tests only once. */
interface StoredMap {
  readonly tests: readonly (readonly [file: string, seconds: number, always: string])[]
  readonly sets: Sets
  readonly functions: readonly (readonly [file: string, functions: readonly (readonly [path: string, set: number])[]])[]
  readonly onLoad: readonly string[]
  readonly reads: readonly (readonly [file: string, set: number])[]
}

const title = 'The functions that each test file executes (docs/decisions/134); written by `npm test -- --map`'
const width = 120

const packSets = (tests: readonly TestRecord[]) => {
  const numbers = new Map(tests.map(({ file }, index) => [file, index]))
  const sets: (readonly number[])[] = []
  const indexBySet = new Map<string, number>()
  const pack = (files: ReadonlySet<string>): number => {
    const indexes = [...files].map(file => numbers.get(file) ?? -1).filter(index => index >= 0)
    const sortedIndexes = indexes.sort((a, b) => a - b)
    // Differences repeat, so they compress well.
    const steps = sortedIndexes.map((value, index) => value - (sortedIndexes[index - 1] ?? 0))
    const key = steps.join()
    const index = indexBySet.get(key) ?? sets.push(steps) - 1
    indexBySet.set(key, index)
    return index
  }
  return { sets, pack }
}

export const formatMap = ({ commit, tests, functions, onLoad, reads }: ReachMap): string => {
  const { sets, pack } = packSets(tests)
  const storedMap: StoredMap = {
    tests: tests.map(({ file, seconds, always = '' }) => [file, Math.round(seconds * 10) / 10, always]),
    functions: [...functions].map(([file, paths]) => [file, [...paths].map(([path, files]) => [path, pack(files)])]),
    onLoad: [...onLoad],
    reads: [...reads].map(([file, files]) => [file, pack(files)]),
    sets,
  }
  const packed = brotliCompressSync(JSON.stringify(storedMap)).toString('base64')
  const lines = packed.match(new RegExp(`.{1,${width}}`, 'g')) ?? []
  const count = [...functions.values()].reduce((sum, paths) => sum + paths.size, 0)
  const header = [title, `commit ${commit}`, `${tests.length} test files, ${count} functions, ${sets.length} sets`]
  return `${[...header, ...lines].join('\n')}\n`
}

/** Throws if the text is not a map. */
export const parseMap = (text: string): ReachMap => {
  const [header, info = '', , ...lines] = text.split('\n')
  const commit = /^commit ([0-9a-f]{40})$/.exec(info)?.[1]
  if (header !== title || !commit) throw new Error('test/reach.txt has another format')
  const storedMap: StoredMap = JSON.parse(brotliDecompressSync(Buffer.from(lines.join(''), 'base64')).toString())
  const sets = storedMap.sets.map(steps => {
    let index = 0
    const files = steps.map(step => {
      index += step
      return storedMap.tests[index]?.[0] ?? ''
    })
    return new Set(files)
  })
  const setOf = (index: number): ReadonlySet<string> => sets[index] ?? new Set()
  return {
    commit,
    tests: storedMap.tests.map(([file, seconds, always]) => ({ file, seconds, ...(always && { always }) })),
    functions: new Map(
      storedMap.functions.map(([file, paths]) => [file, new Map(paths.map(([path, set]) => [path, setOf(set)]))]),
    ),
    onLoad: new Set(storedMap.onLoad),
    reads: new Map(storedMap.reads.map(([file, set]) => [file, setOf(set)])),
  }
}
