/**
 * Selects the test files for `npm test -- --changed` and for continuous integration (`--merge`), and reports the
 * reason.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Git, gitIn } from './changes.ts'
import { parseMap, type ReachMap } from './map.ts'
import { graphOf, projectIn } from './project.ts'
import { type Selection, select } from './selection.ts'

const root = join(import.meta.dirname, '..', '..')

/** The path of a repository's reach map. */
export const mapFile = 'test/reach.txt'

/** Every test file runs at least once in this number of merges. */
const turns = 6

/**
 * The maximum number of first-parent commits since the map was written. A merged branch adds about ten commits of its
 * own.
 */
const maxCommits = 60

interface Choice {
  /** The test files in groups: a file starts only when the files of earlier groups have started. */
  readonly groups: readonly (readonly string[])[]
  /** One or two lines for people. */
  readonly report: string
}

const readMap = (): ReachMap | string => {
  const path = join(root, mapFile)
  if (!existsSync(path)) return `${mapFile} is missing`
  try {
    return parseMap(readFileSync(path, 'utf8'))
  } catch (error) {
    return `${mapFile} cannot be read: ${error instanceof Error ? error.message : error}`
  }
}

/** Returns the reason why the map is too old to select the tests of a merge. */
const findStaleReason = (git: Git, { commit }: ReachMap): string | undefined => {
  if (!git.has(commit)) return `the commit of ${mapFile}, ${commit.slice(0, 10)}, is not in this clone`
  if (!git.isAncestor(commit)) return `the commit of ${mapFile}, ${commit.slice(0, 10)}, is not an ancestor`
  const range = `${commit}..HEAD`
  const [merges, commits] = [git.count('--merges', range), git.count(range)]
  if (merges <= turns && commits <= maxCommits) return undefined
  return `${mapFile} is ${merges} merges and ${commits} commits old`
}

/**
 * Returns the test files of one turn. Files are distributed by duration, so that all turns take about the same time.
 */
export const inTurn = (files: readonly string[], { tests }: Pick<ReachMap, 'tests'>, turn: number): string[] => {
  const seconds = new Map(tests.map(one => [one.file, one.seconds]))
  return files
    .toSorted((a, b) => (seconds.get(b) ?? 0) - (seconds.get(a) ?? 0) || (a < b ? -1 : 1))
    .filter((_, index) => index % turns === turn % turns)
}

const maxReasons = 6

const countReasons = (files: ReadonlyMap<string, string>): string => {
  const counts = new Map<string, number>()
  for (const reason of files.values()) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  const reasons = [...counts].toSorted(([, a], [, b]) => b - a).map(([reason, count]) => `${reason} (${count})`)
  return [
    ...reasons.slice(0, maxReasons),
    ...(reasons.length > maxReasons ? [`${reasons.length - maxReasons} more reasons`] : []),
  ].join(', ')
}

const minutesOf = (files: readonly string[], { tests }: ReachMap): string => {
  const selectedFiles = new Set(files)
  const seconds = tests.reduce((sum, one) => sum + (selectedFiles.has(one.file) ? one.seconds : 0), 0)
  return `${Math.ceil(seconds / 60)} min of a process`
}

const selectSince = (git: Git, base: string, map: ReachMap, tests: readonly string[]): Selection => {
  const atMap = (file: string) => git.text(map.commit, file)
  try {
    return select(git.changedSince(base), { map, tests, graph: graphOf(projectIn(root)), atMap })
  } catch (error) {
    // An error can mean that a source cannot be parsed.
    return { files: new Map(), everything: `${error}` }
  }
}

const chooseEverything = (tests: readonly string[], reason: string): Choice => ({
  groups: [tests],
  report: `Everything runs, ${tests.length} test files: ${reason}`,
})

/**
 * Chooses all tests: first the files that the changes are known to reach, then the others, beginning with the files of
 * this turn.
 */
const chooseInOrder = (
  tests: readonly string[],
  { files, reason, map, turn }: { files: Selection['files']; reason: string; map: ReachMap; turn: number },
): Choice => {
  const others = tests.filter(file => !files.has(file))
  return {
    groups: [[...files.keys()], ...Array.from({ length: turns }, (_, n) => inTurn(others, map, turn + n))],
    report: `Everything runs, ${tests.length} test files, the ${files.size} that changes are known to reach first: ${reason}`,
  }
}

const reportOf = (base: string, selection: Selection, tests: readonly string[], rest: string): string =>
  `Changes since ${base.slice(0, 10)} reach ${selection.files.size} of ${tests.length} test files${rest}\n` +
  `  ${countReasons(selection.files)}`

/** Chooses the test files affected by changes on this branch, committed or not. */
export const chooseChanged = (tests: readonly string[]): Choice => {
  const git = gitIn(root)
  const map = readMap()
  if (typeof map === 'string') return chooseEverything(tests, map)
  if (!git.has(map.commit)) return chooseEverything(tests, `the commit of ${mapFile} is not in this clone`)
  const base = git.base()
  const selection = selectSince(git, base, map, tests)
  if (selection.everything) return chooseEverything(tests, selection.everything)
  const files = [...selection.files.keys()]
  return { groups: [files], report: reportOf(base, selection, tests, `, ${minutesOf(files, map)}:`) }
}

/** Chooses the test files affected by changes since the map was written, and a sixth of the others. */
export const chooseForMerge = (tests: readonly string[]): Choice => {
  if (process.env.CI_ALL === '1') return chooseEverything(tests, 'CI_ALL=1')
  const git = gitIn(root)
  const map = readMap()
  if (typeof map === 'string') return chooseEverything(tests, map)
  const staleReason = findStaleReason(git, map)
  if (staleReason && !git.has(map.commit)) return chooseEverything(tests, staleReason)
  const selection = selectSince(git, map.commit, map, tests)
  const turn = git.count('HEAD') % turns
  const reason = staleReason ?? selection.everything
  if (reason) return chooseInOrder(tests, { files: selection.files, reason, map, turn })
  const otherFiles = inTurn(
    tests.filter(file => !selection.files.has(file)),
    map,
    turn,
  )
  const groups = [[...selection.files.keys()], otherFiles]
  const suffix = `, and ${otherFiles.length} others have their turn (${turn + 1} of ${turns}), ${minutesOf(groups.flat(), map)}:`
  return { groups, report: reportOf(map.commit, selection, tests, suffix) }
}
