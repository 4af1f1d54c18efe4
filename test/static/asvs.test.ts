import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { codeOnly, importsOf } from './imports.ts'
import { root } from './tool.ts'

const read = (path: string): string => readFileSync(join(root, path), 'utf8')

/** The requirements of level 1 in ASVS 5.0.0, by section. */
const levelOne: Readonly<Record<string, string>> = {
  '1.2': '1 2 3 4 5',
  '1.3': '1 2',
  '1.5': '1',
  '2.1': '1',
  '2.2': '1 2',
  '2.3': '1',
  '3.2': '1 2',
  '3.3': '1',
  '3.4': '1 2',
  '3.5': '1 2 3',
  '4.1': '1',
  '4.4': '1',
  '5.2': '1 2',
  '5.3': '1 2',
  '6.1': '1',
  '6.2': '1 2 3 4 5 6 7 8',
  '6.3': '1 2',
  '6.4': '1 2',
  '7.2': '1 2 3 4',
  '7.4': '1 2',
  '8.1': '1',
  '8.2': '1 2',
  '8.3': '1',
  '9.1': '1 2 3',
  '9.2': '1',
  '10.4': '1 2 3 4 5',
  '11.3': '1 2',
  '11.4': '1',
  '12.1': '1',
  '12.2': '1 2',
  '13.4': '1',
  '14.2': '1',
  '14.3': '1',
  '15.1': '1',
  '15.2': '1',
  '15.3': '1',
}

/** The requirements of level 2. */
const levelTwo: Readonly<Record<string, string>> = {
  '1.1': '1 2',
  '1.2': '6 7 8 9',
  '1.3': '3 4 5 6 7 8 9 10 11',
  '1.4': '1 2 3',
  '1.5': '2',
  '2.1': '2 3',
  '2.2': '3',
  '2.3': '2 3 4',
  '2.4': '1',
  '3.3': '2 3 4',
  '3.4': '3 4 5 6',
  '3.5': '4 5',
  '3.7': '1 2',
  '4.1': '2 3',
  '4.2': '1',
  '4.3': '1 2',
  '4.4': '2 3 4',
  '5.1': '1',
  '5.2': '3',
  '5.4': '1 2 3',
  '6.1': '2 3',
  '6.2': '9 10 11 12',
  '6.3': '3 4',
  '6.4': '3 4',
  '6.5': '1 2 3 4 5',
  '6.6': '1 2 3',
  '6.8': '1 2 3 4',
  '7.1': '1 2 3',
  '7.3': '1 2',
  '7.4': '3 4 5',
  '7.5': '1 2',
  '7.6': '1 2',
  '8.1': '2',
  '8.2': '3',
  '8.4': '1',
  '9.2': '2 3 4',
  '10.1': '1 2',
  '10.2': '1 2',
  '10.3': '1 2 3 4',
  '10.4': '6 7 8 9 10 11',
  '10.5': '1 2 3 4 5',
  '10.6': '1 2',
  '10.7': '1 2 3',
  '11.1': '1 2',
  '11.2': '1 2 3',
  '11.3': '3',
  '11.4': '2 3 4',
  '11.5': '1',
  '11.6': '1',
  '12.1': '2 3',
  '12.3': '1 2 3 4',
  '13.1': '1',
  '13.2': '1 2 3 4 5',
  '13.3': '1 2',
  '13.4': '2 3 4 5',
  '14.1': '1 2',
  '14.2': '2 3 4',
  '14.3': '2 3',
  '15.1': '2 3',
  '15.2': '2 3',
  '15.3': '2 3 4 5 6 7',
  '16.1': '1',
  '16.2': '1 2 3 4 5',
  '16.3': '1 2 3 4',
  '16.4': '1 2 3',
  '16.5': '1 2 3',
  '17.1': '1',
  '17.2': '1 2 3 4',
  '17.3': '1 2',
}

const numbersOf = (level: typeof levelOne): string[] =>
  Object.entries(level).flatMap(([section, ends]) => ends.split(' ').map(end => `${section}.${end}`))
const numbers = [...numbersOf(levelOne), ...numbersOf(levelTwo)].sort((a, b) =>
  a.localeCompare(b, 'en', { numeric: true }),
)

const page = read('docs/asvs.md')
const rows = [...page.matchAll(/^\| (\d+\.\d+\.\d+) \| .+? \| (.+?) \| (.+) \|$/gm)].map(
  ([, number = '', state = '', explanation = '']) => ({ number, state, explanation }),
)

test('docs/asvs.md has each requirement of levels 1 and 2 once, in order', () => {
  assert.deepEqual([numbersOf(levelOne).length, numbersOf(levelTwo).length], [70, 183])
  assert.deepEqual(
    rows.map(({ number }) => number),
    numbers,
  )
})

test('each requirement states whether it is met, and how', () => {
  const unexplained = rows.filter(
    ({ explanation, state }) => explanation.length < 8 || !/^(met|with a proxy|n\/a|partly|not met)$/.test(state),
  )
  assert.deepEqual(unexplained, [])
})

// Matches `file`: “name”, and an optional second name: and “another name”.
const citedTests = [...page.matchAll(/`([\w/.-]+\.test\.ts)`: “([^”]+)”(?: and “([^”]+)”)?/g)].flatMap(
  ([, file = '', ...names]) => names.flatMap(name => (name ? [{ file, name }] : [])),
)

test('every test that docs/asvs.md names exists', () => {
  const files = new Set([...page.matchAll(/`([\w/.-]+\.test\.ts)`/g)].map(([, file = '']) => file))
  assert.deepEqual(
    [...files].filter(file => !existsSync(join(root, file))),
    [],
  )
  assert.ok(citedTests.length > 60)
  const missingTests = citedTests.filter(({ file, name }) => existsSync(join(root, file)) && !read(file).includes(name))
  assert.deepEqual(missingTests, [])
})

const sources = globSync('{src,web}/**/*.{ts,tsx}', { cwd: root })
  .filter(path => !/\.(test|d)\.ts$|^web\/(build|vite\.config)\.ts$/.test(path))
  .map(path => ({ path, source: read(path), code: codeOnly(read(path)) }))

const filesMatching = (pattern: RegExp, part: 'source' | 'code' = 'code'): string[] =>
  sources.filter(file => pattern.test(file[part])).map(({ path }) => path)

test('no text is evaluated as code', () => {
  assert.deepEqual(filesMatching(/\beval\(|\bnew Function\(|\bsetTimeout\(\s*['"`]|node:vm\b/), [])
})

/** The files that build an expression, and its parts. */
const expressions: Readonly<Record<string, string>> = {
  'src/http/cookie.ts': 'names of our cookies',
  'src/http/early-files.ts': 'patterns of the build of the web app',
  'src/http/known-paths.ts': 'paths that are served',
  'src/http/multipart-header.ts': 'parts of the grammar',
  'src/shared/work-source.ts': 'names of values in our statements',
  'src/features/ledger/field-texts.ts': 'names of our fields',
  'web/pages/trails/schedule.ts': 'parts of the grammar',
  'web/ui/number.ts': 'separators of the language',
}

test('no regular expression is built from input', () => {
  assert.deepEqual(filesMatching(/\bnew RegExp\(/).toSorted(), Object.keys(expressions).toSorted())
})

test('pages write no HTML themselves', () => {
  assert.deepEqual(
    filesMatching(/dangerouslySetInnerHTML|\.(inner|outer)HTML\b|insertAdjacentHTML|document\.write\(/),
    [],
  )
})

test('only the database and this program are started, without a shell', () => {
  const starters = sources.filter(({ source }) =>
    importsOf(source).some(({ specifier }) => specifier === 'node:child_process'),
  )
  assert.deepEqual(
    starters.map(({ path }) => path).filter(path => !path.startsWith('src/db/embedded')),
    ['src/processes.ts'],
  )
  assert.deepEqual(filesMatching(/\bexec(Sync)?\(\s*[`'"]|shell: true/), [])
})

test('hashes are SHA-2, except for the names of version 5 UUIDs (RFC 9562)', () => {
  const uses = sources.flatMap(({ path, source }) =>
    [...source.matchAll(/\b(?:createHash|createHmac|hkdfSync|hash)\('([\w-]+)'/g)].map(([, name]) => ({ path, name })),
  )
  assert.ok(uses.length > 5)
  assert.deepEqual(
    uses.filter(({ name }) => name !== 'sha256'),
    [{ path: 'src/lib/uuid.ts', name: 'sha1' }],
  )
})

test('SQL of the features is named statements, whose values are parameters', () => {
  const texts = sources.filter(
    ({ path, source }) => path.startsWith('src/features/') && /\.(query|read|write)\(\s*[`'"]/.test(source),
  )
  assert.deepEqual(
    texts.map(({ path }) => path),
    [],
  )
})
