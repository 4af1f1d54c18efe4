import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { inTurn } from './choosing.ts'
import { formatMap, parseMap, type ReachMap } from './map.ts'
import { graphOf } from './project.ts'
import { select } from './selection.ts'
import { readSource } from './units.ts'

const files: Readonly<Record<string, string>> = {
  'src/lib/limits.ts': 'export const longest = 200\nexport const unused = 1\n',
  'src/http/endpoint.ts': `export const changing = (declared: object) => {
  const run = () => declared
  return { declared, run }
}
`,
  'src/features/risks/risk.ts': `import { longest } from '#lib/limits.ts'
export interface Risk { title: string }
export const Title = { maxLength: longest }
`,
  'src/features/risks/create-risk.ts': `import { changing } from '#http/endpoint.ts'
import { Title } from './risk.ts'
const validate = (title: string): boolean => title.length <= Title.maxLength
export const createRisk = changing({
  summary: 'Create a risk',
  async run(title: string) {
    // A comment.
    return [title].map(one => validate(one))
  },
})
`,
  'src/features/risks/list-risks.ts': `import { changing } from '#http/endpoint.ts'
export const listRisks = changing({ run: () => ['risk'] })
`,
  'src/features/risks/index.ts': `import { createRisk } from './create-risk.ts'
import { listRisks } from './list-risks.ts'
export const risks = { endpoints: [createRisk, listRisks] }
`,
  'src/system.ts': `import { risks } from './features/risks/index.ts'
export const start = () => risks.endpoints
`,
  'test/create.test.ts': "import { start } from '#src/system.ts'\n",
  'test/list.test.ts': "import { start } from '#src/system.ts'\n",
  'test/limits.test.ts': "import { longest } from '#lib/limits.ts'\n",
  'test/browser/pages.test.ts': "import { start } from '#src/system.ts'\n",
  'test/static/names.test.ts': '',
}

const tests = Object.keys(files).filter(file => file.endsWith('.test.ts'))
const [create, list, limits, pages, names] = tests
const bothTests = new Set(['test/create.test.ts', 'test/list.test.ts'])

const map: ReachMap = {
  commit: 'a'.repeat(40),
  tests: tests.map((file, index) => ({ file, seconds: index })),
  functions: new Map([
    ['src/http/endpoint.ts', new Map([['changing', bothTests]])],
    [
      'src/features/risks/create-risk.ts',
      new Map([
        ['createRisk.run', new Set(['test/create.test.ts'])],
        ['validate', new Set(['test/create.test.ts'])],
      ]),
    ],
    ['src/features/risks/list-risks.ts', new Map([['listRisks.run', new Set(['test/list.test.ts'])]])],
    ['src/system.ts', new Map([['start', bothTests]])],
  ]),
  onLoad: new Set(['src/http/endpoint.ts#changing']),
  reads: new Map([['docs/openapi.json', new Set(['test/list.test.ts'])]]),
}

type Edit = readonly [file: string, from: string | undefined, to: string | undefined]

/** Returns the test files that edits select, without the files that always run. */
const selectedBy = (...edits: readonly Edit[]) => {
  const texts = new Map<string, string | undefined>(Object.entries(files))
  for (const [file, from, to] of edits) {
    const text = texts.get(file)
    if (from !== undefined) assert.ok(text?.includes(from), `${file} contains ${from}`)
    texts.set(file, to === undefined ? undefined : from === undefined ? to : text?.replace(from, to))
  }
  const graph = graphOf({ files: [...texts.keys()], text: file => texts.get(file) })
  const changes = edits.map(([file]) => ({ file, before: files[file] }))
  const currentTests = [...texts.keys()].filter(file => file.endsWith('.test.ts') && texts.get(file) !== undefined)
  const selection = select(changes, { map, tests: currentTests, graph, atMap: file => files[file] })
  return selection.everything ?? [...selection.files.keys()].filter(file => file !== names).sort()
}

const createFile = 'src/features/risks/create-risk.ts'

const cases: readonly (readonly [string, readonly Edit[], unknown])[] = [
  ['a function: tests that execute it', [[createFile, 'title.length <=', 'title.length <']], [create]],
  ['a callback: tests of the enclosing function', [[createFile, 'validate(one))', '!validate(one))']], [create]],
  ['a comment: none', [[createFile, '// A comment.', '// Another.']], []],
  ['a type: none', [['src/features/risks/risk.ts', 'title: string', 'title: number']], []],
  [
    'a constant: tests that import it, or execute functions made from it',
    [['src/lib/limits.ts', '200', '100']],
    [create, limits],
  ],
  ['an unused constant: none', [['src/lib/limits.ts', 'unused = 1', 'unused = 2']], []],
  ['data of an endpoint: tests that execute it', [[createFile, "'Create a risk'", "'Add a risk'"]], [create]],
  [
    'a function that runs on load: tests of what it creates',
    [['src/http/endpoint.ts', 'return {', 'return { on: 1,']],
    [create, list],
  ],
  ['a list of endpoints: tests that start it', [['src/features/risks/index.ts', 'createRisk, ', '']], [create, list]],
  ['a new function without callers: none', [['src/system.ts', 'export', 'const stop = () => 1\nexport']], []],
  ['a removed file: tests that executed it', [['src/features/risks/list-risks.ts', undefined, undefined]], [list]],
  ['a test: itself', [['test/list.test.ts', 'import', '// It.\nimport']], [list]],
  ['a new test: the test itself', [['test/new.test.ts', undefined, '']], ['test/new.test.ts']],
  ['the web app: tests of pages', [['web/pages/risk.tsx', undefined, '']], [pages]],
  ['a document: tests that read it', [['docs/openapi.json', undefined, '{}']], [list]],
  ['a document that no test reads: none', [['docs/operating.md', undefined, '']], []],
  [
    'a migration: everything',
    [['src/db/migrations/0099-x.sql', undefined, '']],
    'src/db/migrations/0099-x.sql changed',
  ],
  ['the lock file: everything', [['package-lock.json', undefined, '']], 'package-lock.json changed'],
  ['an unknown file: everything', [['src/lib/words.bin', undefined, '']], 'no test is known to read src/lib/words.bin'],
]

test('where everything runs, the files that the other changes reach are known', () => {
  const texts: Readonly<Record<string, string>> = {
    ...files,
    [createFile]: String(files[createFile]).replace('title.length <=', 'title.length <'),
  }
  const graph = graphOf({ files: Object.keys(texts), text: file => texts[file] })
  const changes = ['src/db/migrations/0099-x.sql', createFile].map(file => ({ file, before: files[file] }))
  const { everything, files: reached } = select(changes, { map, tests, graph, atMap: file => files[file] })
  assert.equal(everything, 'src/db/migrations/0099-x.sql changed')
  assert.deepEqual([...reached.keys()].sort(), [create, names].sort())
})

suite('a change selects test files:', () => {
  for (const [title, edits, expected] of cases) test(title, () => assert.deepEqual(selectedBy(...edits), expected))
})

test('a change to a function newer than the map selects the tests of its file', () => {
  const file = 'src/features/risks/list-risks.ts'
  const newSource = `${files[file]}export const later = () => 1\n`
  const graph = graphOf({
    files: Object.keys(files),
    text: path => (path === file ? `${newSource}// and on\n` : files[path]),
  })
  const changes = [{ file, before: newSource.replace('=> 1', '=> 2') }]
  const selection = select(changes, { map, tests, graph, atMap: path => files[path] })
  assert.deepEqual([...selection.files.keys()].sort(), [list, names])
})

test('a change to a file newer than the map selects the tests of every file that leads to it', () => {
  const file = 'src/features/risks/risk.ts'
  const graph = graphOf({ files: Object.keys(files), text: path => files[path] })
  const changes = [{ file, before: 'export const Title = {}' }]
  const selection = select(changes, { map, tests, graph, atMap: () => undefined })
  assert.deepEqual([...selection.files.keys()].sort(), [pages, create, list, names])
})

test('tests that the map marks or does not contain always run', () => {
  const markedMap = { ...map, tests: [{ file: 'test/list.test.ts', seconds: 1, always: 'failed' }] }
  const graph = graphOf({ files: Object.keys(files), text: path => files[path] })
  const { files: selectedFiles } = select([], { map: markedMap, tests, graph, atMap: () => undefined })
  assert.equal(selectedFiles.get('test/list.test.ts'), 'failed')
  assert.equal(selectedFiles.get('test/create.test.ts'), 'not in the map')
})

test('six turns cover all tests, and take about the same time each', () => {
  const turns = Array.from({ length: 6 }, (_, turn) => inTurn(tests, map, turn))
  assert.deepEqual(turns.flat().sort(), tests.toSorted())
  assert.deepEqual(turns[0], [names])
  assert.deepEqual(inTurn(tests, map, 6), turns[0])
})

test('parsing a formatted map restores it, and other formats are rejected', () => {
  assert.deepEqual(parseMap(formatMap(map)), map)
  for (const text of ['', 'commit x\n', formatMap(map).slice(0, -40), `${formatMap(map).slice(0, 200)}\n`])
    assert.throws(() => parseMap(text))
})

test('named functions are units: methods, callbacks with a name, and inner functions', () => {
  const source = readSource(
    'src/x.ts',
    `class Thread { #id = () => 1; listen(id: number): void { const inner = () => [1].map(x => x); inner() } }
export const made = make({ list: [() => 1], field: { run: async (x: string) => x } })
export function declared() {}
if (made) declared()
`,
  )
  assert.deepEqual(
    [...source.functions.keys()],
    ['Thread.id', 'Thread.listen', 'Thread.listen.inner', 'made.field.run', 'declared'],
  )
  assert.deepEqual([...source.names.keys()], ['Thread', 'made', 'declared', ''])
})
