import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { codeOnly } from './imports.ts'
import { root } from './tool.ts'

const exported =
  /^export (?:declare )?(?:async )?(?:abstract )?(?:const|function|class|interface|type|enum|let) (\w+)/gm

/** Returns the files that export each name. A value and a type with the same name in one file count once. */
const filesOfNames = (sources: ReadonlyMap<string, string>): ReadonlyMap<string, ReadonlySet<string>> => {
  const files = new Map<string, Set<string>>()
  for (const [path, source] of sources)
    for (const [, name = ''] of codeOnly(source).matchAll(exported))
      files.set(name, (files.get(name) ?? new Set()).add(path))
  return files
}

const severalMeanings = (sources: ReadonlyMap<string, string>): string[] =>
  [...filesOfNames(sources)].flatMap(([name, files]) => (files.size > 1 ? `${name}: ${[...files].join(', ')}` : []))

test('each exported name of the server has one meaning', () => {
  const paths = globSync('src/**/*.ts', { cwd: root }).filter(path => !path.endsWith('.test.ts'))
  assert.ok(paths.length > 900)
  const sources = new Map(paths.map(path => [path, readFileSync(join(root, path), 'utf8')]))
  assert.deepEqual(severalMeanings(sources), [])
})

test('a name in two files is detected, a value and a type of one file are not', () => {
  const firstSource = 'export const Claim = Type.Object({})\nexport type Claim = Static<typeof Claim>\n'
  const secondSource = 'export interface Claim {}\n'
  assert.deepEqual(severalMeanings(new Map([['a.ts', firstSource]])), [])
  assert.deepEqual(
    severalMeanings(
      new Map([
        ['a.ts', firstSource],
        ['b.ts', secondSource],
      ]),
    ),
    ['Claim: a.ts, b.ts'],
  )
})
