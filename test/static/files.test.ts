import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import test from 'node:test'
import { root } from './tool.ts'

const reportedLines = 250
const maxLines = 300

const kebabCase = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/
const conventionalNames = new Set(['README.md'])

const files = (pattern: string) =>
  globSync(pattern, { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'], withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort()

const exceptions: Readonly<Record<string, string>> = {
  'src/db/rows.ts': 'generated',
  'web/api/actions.ts': 'generated',
  'web/api/operations.ts': 'generated',
  'web/api/schema.d.ts': 'generated',
  'web/api/sentences.ts': 'generated',
}

test(`no source file is longer than ${maxLines} lines`, t => {
  const longFiles = files('{src,web,test,bench,client,demo}/**/*.{ts,tsx}')
    .filter(path => !(path in exceptions))
    .map(path => ({ path, lines: readFileSync(join(root, path), 'utf8').split('\n').length - 1 }))
    .filter(({ lines }) => lines > reportedLines)
    .sort((a, b) => b.lines - a.lines)
  t.diagnostic(`${longFiles.length} files have more than ${reportedLines}`)
  assert.deepEqual(
    longFiles.filter(({ lines }) => lines > maxLines),
    [],
  )
})

test('file names are kebab-case', () => {
  const oddNames = files('{src,web,test,bench,client,demo,bin}/**/*').filter(path => {
    return !conventionalNames.has(basename(path)) && !kebabCase.test(basename(path))
  })
  assert.deepEqual(oddNames, [])
})

const names: readonly [string, boolean][] = [
  ['create-claim.ts', true],
  ['0001-foundation.sql', true],
  ['workspace.openapi.json', true],
  ['createClaim.ts', false],
  ['create_claim.ts', false],
  ['Claim.ts', false],
]

for (const [name, fits] of names) {
  test(`${name} ${fits ? 'is' : 'is not'} kebab-case`, () => assert.equal(kebabCase.test(name), fits))
}
