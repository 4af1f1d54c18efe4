import assert from 'node:assert/strict'
import { test } from 'node:test'
import { catalog, entriesOf, referencesIn, schemes } from './catalog.ts'
import { maxTemplates } from './create-from-templates.ts'
import { schemeKeys } from './template.ts'

const languages = ['en', 'de'] as const

const numberedKeys = (prefix: string, count: number) => Array.from({ length: count }, (_, i) => `${prefix}.${i + 1}`)
const criteria = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts).flatMap(([group, count]) => numberedKeys(group, count))

/** The control numbers of the standards. For the laws, `articles` lists the articles that the catalog covers. */
const numbers = {
  iso27001: [
    ...numberedKeys('A.5', 37),
    ...numberedKeys('A.6', 8),
    ...numberedKeys('A.7', 14),
    ...numberedKeys('A.8', 34),
  ],
  soc2: criteria({ CC1: 5, CC2: 3, CC3: 4, CC4: 2, CC5: 3, CC6: 8, CC7: 5, CC8: 1, CC9: 2, A1: 3, C1: 2 }),
} as const

const articles = {
  dora: [5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 17, 18, 19, 24, 25, 26, 27, 28, 29, 30, 45],
  nis2: [3, 20, 21, 23],
  gdpr: [5, 17, 24, 25, 28, 30, 32, 33, 34, 35],
  ai_act: [4, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 26, 27, 47, 49, 72, 73],
} as const

const clausesOf = (scheme: keyof typeof schemes) => {
  const { prefix, chapters } = schemes[scheme]
  return chapters.flatMap(({ clauses }) => clauses.map(([reference, en, de]) => ({ key: prefix + reference, en, de })))
}

const findDuplicates = (values: readonly string[]) => values.filter((value, i) => values.indexOf(value) !== i)

test('templates have unique keys and titles, and one call can create all of them', () => {
  assert.deepEqual(findDuplicates(catalog.map(({ key }) => key)), [])
  for (const language of languages) assert.deepEqual(findDuplicates(catalog.map(entry => entry[language][0])), [])
  for (const { key } of catalog) assert.match(key, /^[A-Z]+(-[A-Z]+)*$/)
  assert.ok(catalog.every(({ key }) => key.length <= 24))
  assert.ok(catalog.length <= maxTemplates)
})

test('each template has a short title and one or two sentences in both languages, a validity and a reference', () => {
  for (const { key, validityDays, answered, ...entry } of catalog) {
    assert.ok(validityDays >= 30 && validityDays <= 1095, key)
    assert.ok(answered.length > 0, key)
    for (const language of languages) {
      const [title, proof] = entry[language]
      assert.match(title, /^\p{Lu}.{3,58}[^.]$/u, key)
      assert.match(proof, /^\p{Lu}.{40,180}\.$/u, key)
    }
    assert.notEqual(entry.en[1], entry.de[1], key)
  }
})

test('the schemes have the numbers of their standards and articles, each once and with a title in both languages', () => {
  for (const [scheme, expected] of Object.entries(numbers))
    assert.deepEqual(
      clausesOf(scheme === 'soc2' ? 'soc2' : 'iso27001').map(({ key }) => key),
      expected,
    )
  for (const scheme of ['dora', 'nis2', 'gdpr', 'ai_act'] as const) {
    const keys = clausesOf(scheme).map(({ key }) => key)
    for (const key of keys) assert.match(key, /^Art\. \d+(\(\d\))?(\([a-j]\))?$/)
    const articleNumbers = keys.map(key => Number(/\d+/.exec(key)?.[0]))
    assert.deepEqual([...new Set(articleNumbers)], articles[scheme])
  }
  for (const scheme of schemeKeys) {
    const { chapters } = schemes[scheme]
    const clauses = clausesOf(scheme)
    assert.deepEqual(findDuplicates([...chapters.map(({ key }) => key), ...clauses.map(({ key }) => key)]), [])
    for (const { key, en, de } of clauses)
      for (const title of [en, de]) assert.match(title, /^[\p{Lu}].{3,60}$/u, `${scheme} ${key}`)
  }
})

test('the templates of a scheme answer all of its references and no others', () => {
  for (const scheme of schemeKeys) {
    const answered = new Set(entriesOf(scheme).flatMap(entry => referencesIn(entry, scheme)))
    const expected = clausesOf(scheme).map(({ key }) => key)
    assert.deepEqual(
      [...answered].filter(key => !expected.includes(key)),
      [],
      scheme,
    )
    assert.deepEqual(
      expected.filter(key => !answered.has(key)),
      [],
      scheme,
    )
    for (const entry of entriesOf(scheme)) assert.deepEqual(findDuplicates(referencesIn(entry, scheme)), [], entry.key)
  }
})
