import { posix } from 'node:path'
import { codeOnly, type Import, importsOf, lineAt } from './imports.ts'

/** Sources by path from the repository's root, such as `src/lib/ids.ts`. */
export type Sources = ReadonlyMap<string, string>

const allRooms = [
  'lib',
  'db',
  'http',
  'family',
  'shared',
  'jobs',
  'feature',
  'config',
  'context',
  'system',
  'processes',
  'features',
  'program',
  'usage',
]

/** The import table of the architecture. It lists each source area (room), with the rooms that it may import. */
const table: Readonly<Record<string, readonly string[]>> = {
  __proto__: null as never,
  lib: [],
  db: ['lib'],
  http: ['lib', 'db'],
  family: ['lib', 'db', 'http'],
  shared: ['lib', 'db', 'http', 'family'],
  jobs: ['lib', 'db'],
  feature: ['lib', 'db', 'http', 'family', 'shared', 'jobs'],
  config: ['lib'],
  context: allRooms,
  system: allRooms,
  processes: allRooms,
  features: allRooms,
  program: allRooms,
  usage: ['lib'],
  main: [...allRooms, 'usage', 'client-commands'],
  'client-commands': ['client'],
  web: ['client'],
  client: [],
}

/** Files outside the rooms. They test and demonstrate the system, so they may import all of it. */
const outsideFolders = ['test/', 'bench/', 'demo/', 'bin/']
const isOutside = (path: string) => outsideFolders.some(prefix => path.startsWith(prefix))
const isTest = (path: string) => path.endsWith('.test.ts')

/**
 * Returns the room of a path (`lib`, `features/evidence`, `config`, …), or undefined if the architecture names none.
 */
function roomOf(path: string): string | undefined {
  const [top = '', second = '', third] = path.split('/')
  if (top === 'web' || top === 'client') return top
  if (top !== 'src') return undefined
  if (second === 'features' && third !== undefined) return `features/${third}`
  return third === undefined ? second.replace(/(\.test)?\.ts$/, '') : second
}

const rowName = (room: string) => (room.startsWith('features/') ? 'feature' : room)

const aliases: Readonly<Record<string, string>> = {
  __proto__: null as never,
  '#src': 'src',
  '#test': 'test',
  '#bench': 'bench',
  '#client': 'client',
  '#web': 'web',
}

/** Returns the path that a `./` or `#room/` specifier names, or undefined for a package. */
function targetOf(path: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(path), specifier)
  if (!specifier.startsWith('#')) return undefined
  const [alias = '', ...rest] = specifier.split('/')
  return posix.join(aliases[alias] ?? `src/${alias.slice(1)}`, ...rest)
}

function spelling(path: string, { specifier }: Import, target: string): string | undefined {
  if (/(^|\/)\.\.(\/|$)/.test(specifier)) return 'has ../; use #room/… across rooms and ./ inside one'
  const isInsideFolder = !posix.relative(posix.dirname(path), target).startsWith('..')
  const sameRoom = roomOf(path) === roomOf(target) || posix.dirname(path) === posix.dirname(target)
  if (specifier.startsWith('#') && isInsideFolder && sameRoom) return 'names its own room by #; use ./'
  const composes = posix.dirname(path) === 'src' && target.startsWith('src/features/')
  if (specifier.startsWith('.') && !sameRoom && !composes && !isOutside(path)) return 'crosses rooms by ./; use #room/…'
  return undefined
}

function roomRule(path: string, target: string): string | undefined {
  const room = roomOf(path)
  const targetRoom = roomOf(target)
  if (room === undefined || room === targetRoom) return undefined
  if (isTest(path) && target.startsWith('test/')) return undefined
  if (targetRoom === undefined) return `${room} may not import ${target}: it belongs to no room`
  const allowed = table[rowName(room)] ?? []
  return allowed.includes(rowName(targetRoom)) ? undefined : `${room} may not import ${targetRoom}`
}

function importRules(path: string, source: string): string[] {
  return importsOf(source).flatMap(imported => {
    const target = targetOf(path, imported.specifier)
    if (target === undefined) return []
    const rules = [spelling(path, imported, target), roomRule(path, target)]
    return rules.flatMap(rule => (rule ? [`${path}:${imported.line} '${imported.specifier}': ${rule}`] : []))
  })
}

type ReservedFile = { use: RegExp; name: string; allowed: (path: string) => boolean; rule: string }
const reserved: readonly ReservedFile[] = [
  {
    use: /\bprocess\s*\.\s*env\b/g,
    name: 'env',
    // The command that fetches bundles reads process.env itself, because it has no configuration of an install.
    allowed: path =>
      path === 'src/config.ts' ||
      /^client\/export\/(command|faults)\.ts$/.test(path) ||
      isOutside(path) ||
      isTest(path),
    rule: 'only src/config.ts reads process.env',
  },
  {
    use: /\bprocess\s*\.\s*exit\b/g,
    name: 'exit',
    allowed: path => path === 'src/main.ts' || isOutside(path),
    rule: 'only src/main.ts may call process.exit',
  },
]

function processRules(path: string, source: string): string[] {
  const code = codeOnly(source)
  const fromProcess = importsOf(source).filter(({ specifier }) => /^(node:)?process$/.test(specifier))
  return reserved.flatMap(({ use, name, allowed, rule }) => {
    if (allowed(path)) return []
    const lines = Array.from(code.matchAll(use), match => lineAt(source, match.index))
    const namedImports = fromProcess.filter(({ clause }) => new RegExp(String.raw`\{[^}]*\b${name}\b`).test(clause))
    return [...lines, ...namedImports.map(({ line }) => line)].map(line => `${path}:${line} ${rule}`)
  })
}

function placeRule(path: string): string[] {
  const room = roomOf(path)
  if (room === undefined || rowName(room) in table) return []
  return [`${path}:1 stands in no room of the architecture`]
}

type Edge = { to: string; line: number }

/**
 * Returns each cycle of imports once, including type imports, with the line of every step. Lazy imports do not close a
 * cycle.
 */
function cycles(sources: Sources): string[] {
  const edges = new Map<string, Edge[]>()
  for (const [path, source] of sources) {
    const imports = importsOf(source).filter(({ kind }) => kind !== 'lazy')
    const targets = imports.map(imported => ({ to: targetOf(path, imported.specifier) ?? '', line: imported.line }))
    edges.set(
      path,
      targets.filter(({ to }) => sources.has(to)),
    )
  }
  const visited = new Set<string>()
  const cycleTexts: string[] = []
  const visit = (path: string, trail: readonly { from: string; line: number }[]): void => {
    const start = trail.findIndex(({ from }) => from === path)
    if (start >= 0)
      cycleTexts.push([...trail.slice(start).map(({ from, line }) => `${from}:${line}`), path].join(' → '))
    if (start >= 0 || visited.has(path)) return
    for (const { to, line } of edges.get(path) ?? []) visit(to, [...trail, { from: path, line }])
    visited.add(path)
  }
  for (const path of sources.keys()) visit(path, [])
  return cycleTexts.map(cycle => `${cycle}: import cycle`)
}

/** Returns every violation of the architecture's import rules, as `file:line …: rule`. */
export function roomViolations(sources: Sources): string[] {
  const files = [...sources].flatMap(([path, source]) => [
    ...placeRule(path),
    ...importRules(path, source),
    ...processRules(path, source),
  ])
  return [...files, ...cycles(sources)]
}
