import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { root } from './tool.ts'

const read = (path: string): string => readFileSync(join(root, path), 'utf8')

/** Matches code that gives bytes a URL in the app's origin, or inserts them as markup. */
const activeUse = /createObjectURL|srcdoc|dangerouslySetInnerHTML|document\.write\b|window\.open\(|insertAdjacentHTML/i

test('the app creates URLs for attached files in two places, and never with a type that can run code', () => {
  const files = globSync('web/**/*.{ts,tsx}', { cwd: root, exclude: ['**/dist/**'] }).filter(path =>
    activeUse.test(read(path)),
  )
  assert.deepEqual(files.sort(), ['web/ui/preview.tsx', 'web/ui/save-bytes.ts'])
  const types = [...read('web/ui/preview.tsx').matchAll(/^ {2}'([a-z]+\/[a-z0-9.+-]+)': '/gm)].map(([, type]) => type)
  assert.deepEqual(types, ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'application/pdf', 'text/plain'])
  const blobExpressions = [...read('web/ui/save-bytes.ts').matchAll(/new Blob\([^)]*\)/g)].map(
    ([expression]) => expression,
  )
  assert.deepEqual(blobExpressions, ["new Blob([bytes], { type: 'application/octet-stream' })"])
})

test('neither the first page of a bundle nor the verification page links to attached files', () => {
  for (const path of ['src/features/exports/index-page.ts', ...globSync('web/verifier/*.{ts,html}', { cwd: root })])
    assert.doesNotMatch(read(path), /<a\b|<iframe|<object|<embed|\bhref\b/i, path)
})
