import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { cataloguedEvents } from '#http/event.ts'
import { exportFailures, stalledExport } from '#src/features/exports/failures.ts'
import { failures } from '#src/features/webhooks/engine/exchange.ts'
import { endpoints, jobs } from '#src/features.ts'
import { readsBySubject } from '#web/api/actions.ts'
import { eventWords as germanWords } from '#web/i18n/de/event-words.ts'
import { trails as german } from '#web/i18n/de/trails.ts'
import { webhookWords as germanWebhooks } from '#web/i18n/de/webhook-words.ts'
import { eventWords as englishWords } from '#web/i18n/en/event-words.ts'
import { exports as englishExports } from '#web/i18n/en/exports.ts'
import { trails as english } from '#web/i18n/en/trails.ts'
import { webhookWords as englishWebhooks } from '#web/i18n/en/webhook-words.ts'
import { findExportFailure } from '#web/pages/exports/failure.ts'
import { partsOf } from '#web/pages/webhooks/event-type.ts'
import { auditActions } from './audit-actions.ts'

const root = join(import.meta.dirname, '..', '..')

test('every action that endpoints and jobs write has a sentence in both languages', () => {
  assert.ok(auditActions().length > 250)
  for (const { audit } of [english, german]) {
    assert.deepEqual(Object.keys(audit.words).sort(), [...auditActions()].sort())
    for (const [action, words] of Object.entries(audit.words)) {
      assert.equal(words.split('|').length, 3, action)
      assert.equal(words.split('[').length, words.split(']').length, action)
    }
  }
})

test('every read has a subject in both languages, for the row of its refusal', () => {
  const reads = endpoints.filter(({ kind }) => kind === 'reading')
  const listedReads = Object.values(readsBySubject).flatMap(names => names.split(' '))
  assert.deepEqual(listedReads.sort(), reads.map(({ name }) => name).sort())
  for (const { audit } of [english, german])
    assert.deepEqual(Object.keys(audit.subjects).sort(), Object.keys(readsBySubject).sort())
})

test('every job has a name and a description in both languages; in English it is that of the API', () => {
  const descriptions = Object.fromEntries(jobs.map(({ name, description }) => [name, description]))
  const texts = (words: Readonly<Record<string, { readonly text: string }>>) =>
    Object.fromEntries(Object.entries(words).map(([name, { text }]) => [name, text]))
  assert.deepEqual(texts(english.jobs.words), descriptions)
  for (const [name, text] of Object.entries(texts(german.jobs.words))) assert.notEqual(text, descriptions[name], name)
})

test('every webhook event has a text in both languages; in English it is that of the API', () => {
  const descriptions = Object.fromEntries(cataloguedEvents().map(({ type, description }) => [type, description]))
  const texts = (words: Readonly<Record<string, Readonly<Record<string, string>>>>) =>
    Object.keys(descriptions).map(type => {
      const { resource, verb } = partsOf(type)
      return [type, words[resource]?.[verb]] as const
    })
  assert.deepEqual(Object.fromEntries(texts(englishWords)), descriptions)
  for (const [type, text] of texts(germanWords)) assert.notEqual(text ?? descriptions[type], descriptions[type], type)
  const count = Object.values(englishWords).reduce((sum, words) => sum + Object.keys(words).length - 1, 0)
  assert.equal(count, Object.keys(descriptions).length)
})

test('every failure of a delivery has a text in both languages; in English it is that of the API', () => {
  assert.deepEqual(englishWebhooks.failures, failures)
  for (const [failure, text] of Object.entries(germanWebhooks.failures))
    assert.notEqual(text, new Map<string, string>(Object.entries(failures)).get(failure), failure)
})

test('the web app knows the sentence of every failed export', () => {
  const stalled = (['asked', 'gathered', 'sealed'] as const).flatMap(step => [
    stalledExport(step, undefined),
    stalledExport(step, 'Error EIO'),
  ])
  const reasons = [...Object.values(exportFailures), ...stalled].map(message => findExportFailure(message))
  assert.deepEqual(
    reasons.map(failure => failure?.reason),
    Object.keys(englishExports.failures),
  )
  assert.deepEqual(
    reasons.map(failure => failure?.error),
    ['', '', '', '', '', 'Error EIO', '', 'Error EIO', '', 'Error EIO'],
  )
})

test('every fixed detail of an audit row has words in both languages', () => {
  const sources = globSync('src/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] })
  const details = sources.flatMap(file =>
    Array.from(
      readFileSync(join(root, file), 'utf8').matchAll(/\baudit\([^\n]*\bdetail: '([^']+)'/g),
      ([, detail = '']) => detail,
    ),
  )
  assert.ok(details.length > 8)
  for (const { audit } of [english, german])
    assert.deepEqual(
      details.filter(detail => !Object.hasOwn(audit.fixedDetails, detail) && detail !== 'SCIM'),
      [],
    )
})

test('only one module of the web app formats dates and numbers, so that all follow the choice of the user', () => {
  const otherFiles = globSync('web/**/*.{ts,tsx}', { cwd: root, exclude: ['web/ui/format.ts', 'web/verifier/**'] })
  assert.ok(otherFiles.length > 300)
  for (const file of otherFiles) {
    const source = readFileSync(join(root, file), 'utf8')
    assert.doesNotMatch(source, /\bIntl\.[A-Z]\w+\(|\.toLocale(?:Date|Time)?String\(|supportedValuesOf/, file)
  }
})
