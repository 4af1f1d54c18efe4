import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errors } from '#http/errors.ts'
import { sentence } from '#lib/sentence.ts'
import { sentences as german } from '#web/i18n/de/sentences.ts'
import { sentences as english } from '#web/i18n/en/sentences.ts'
import { checkCodes, declaredSentences } from './sentences.ts'

type Dictionary = Readonly<Record<string, Readonly<Record<string, string>>>>

const flat = (dictionary: Dictionary): Map<string, string> =>
  new Map(
    Object.entries(dictionary).flatMap(([group, texts]) =>
      Object.entries(texts).map(([name, text]) => [`${group}.${name}`, text] as const),
    ),
  )

const sentences = declaredSentences()
const codes = new Set(sentences.map(({ code }) => code))
const valuesIn = (text: string): Set<string> =>
  new Set(Array.from(text.matchAll(/\{\{(\w+)\}\}/g), ([, name = '']) => name))

test('each code names one sentence, and each sentence has one code', () => {
  assert.ok(sentences.length > 400)
  for (const [code, declarations] of Map.groupBy(sentences, ({ code }) => code))
    assert.equal(declarations.length, 1, `${code}: ${declarations.map(({ file }) => file).join(', ')}`)
  for (const [text, declarations] of Map.groupBy(sentences, ({ text }) => text))
    assert.equal(
      declarations.length,
      1,
      `${text}: ${declarations.map(({ code, file }) => `${code} in ${file}`).join(', ')}`,
    )
})

test('each sentence has a text in both languages, and no dictionary has others', () => {
  for (const dictionary of [english, german]) assert.deepEqual(new Set(flat(dictionary).keys()), codes)
})

test('a translation has only the values of its sentence', () => {
  const translated = flat(german)
  for (const { code, text } of sentences) {
    const unknownValues = valuesIn(translated.get(code) ?? '').difference(valuesIn(text))
    assert.deepEqual([...unknownValues], [], code)
  }
})

test('the document shows declared codes, of sentences without values', () => {
  const plainCodes = new Set(sentences.filter(({ text }) => valuesIn(text).size === 0).map(({ code }) => code))
  for (const kind of Object.values(errors))
    assert.ok(kind === null || plainCodes.has(kind.example), kind?.example ?? '')
})

test('a sentence has its code, its text and its bounded values', () => {
  const longStatus = 'é'.repeat(600)
  const { code, text, values } = sentence`claim.example: ${{ count: 3 }} claims are ${{ status: longStatus }}.`
  assert.deepEqual({ code, text }, { code: 'claim.example', text: `3 claims are ${longStatus}.` })
  assert.deepEqual(values, { count: 3, status: longStatus.slice(0, 500) })
  assert.throws(() => sentence`Words without a code.`, /not a sentence with a code/)
})

test('a refusal without a declared code fails the check of all responses', () => {
  checkCodes({ ...{ code: 'request.invalid' }, issues: [{ code: 'field.required' }] })
  for (const body of [
    {},
    { code: 'claim.unheard_of' },
    { code: 'request.invalid', issues: [{ message: 'is required' }] },
  ])
    assert.throws(() => checkCodes(body), /no declared code/)
})
