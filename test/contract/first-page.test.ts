import assert from 'node:assert/strict'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const builtApp = join(import.meta.dirname, '..', '..', 'dist', 'web')

/** Returns the size of a file as browsers receive it. Small files are not compressed. */
const bytesOf = (file: string): number => {
  const compressed = join(builtApp, `${file}.gz`)
  return statSync(existsSync(compressed) ? compressed : join(builtApp, file)).size
}

test('the initial script of every page is below 250 kB (decision 027)', t => {
  const page = readFileSync(join(builtApp, 'index.html'), 'utf8')
  const scripts = Array.from(page.matchAll(/\/(assets\/[\w.-]+\.js)"/g), ([, file = '']) => file)
  const total = scripts.map(bytesOf).reduce((sum, bytes) => sum + bytes, 0)
  t.diagnostic(`${total} bytes in ${scripts.length} files`)
  assert.ok(total > 100_000 && total < 250_000, `${total} bytes in ${scripts.join(', ')}`)
})
