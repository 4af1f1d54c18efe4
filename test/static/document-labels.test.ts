import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..', '..')
const texts = join(root, 'web', 'i18n', 'en')

/** Returns every English text of the app. */
const labels = async (): Promise<Set<string>> => {
  const labelTexts = new Set<string>()
  const collect = (value: unknown): void => {
    if (typeof value === 'string') labelTexts.add(value)
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect)
  }
  for (const file of await readdir(texts)) collect({ ...(await import(join(texts, file))) })
  return labelTexts
}

/** Returns the emphasized texts of a document. Each step of a path is a text of its own. */
const emphasized = (text: string): string[] =>
  [...text.matchAll(/\*([^*\n]+)\*/g)].flatMap(([, path = '']) => path.split(' → '))

const section = (text: string, heading: string): string => {
  const [, rest = assert.fail(`there is no section ${heading}`)] = text.split(`${heading}\n`)
  return rest.split(/\n#+ /)[0] ?? ''
}

test('documents call pages and fields by their names in the app', async () => {
  const knownLabels = await labels()
  const read = (name: string) => readFile(join(root, 'docs', name), 'utf8')
  const [identity, scim] = await Promise.all([read('identity.md'), read('scim.md')])
  const sections = [
    section(identity, '### In Probata, for every provider'),
    section(identity, '## Settings'),
    section(identity, '## Matching people'),
    section(scim, '## The log'),
  ]
  const paths = [identity, scim].flatMap(text => text.match(/\*(Settings|Operate) → [^*\n]+\*/g) ?? [])
  const namedLabels = [...sections, ...paths].flatMap(emphasized)
  assert.ok(namedLabels.length > 20, namedLabels.join(', '))
  assert.deepEqual(
    namedLabels.filter(name => !knownLabels.has(name)),
    [],
  )
})
