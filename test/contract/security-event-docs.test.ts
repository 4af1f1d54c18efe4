import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { securityEventCatalogue } from '#shared/security-event-catalogue.ts'
import { securityEventTypes as german } from '#web/i18n/de/security-event-types.ts'
import { securityEventTypes as english } from '#web/i18n/en/security-event-types.ts'

const documented = readFileSync(join(import.meta.dirname, '../../docs/security-events.md'), 'utf8')

test("every type is documented as in the catalogue, with the app's advice", () => {
  const rows = documented.split('\n').filter(line => /^\| `\w+` \|/.test(line))
  const expected = Object.entries(securityEventCatalogue).map(([type, { severity, scope, reason }]) => {
    const { text } = english[type as keyof typeof english]
    return `| \`${type}\` | ${severity} | ${scope} | ${reason} | ${text} |`
  })
  assert.deepEqual(rows, expected)
  assert.deepEqual(Object.keys(german), Object.keys(english))
})

test('every severity except information raises an alarm', () => {
  const rules = readFileSync(join(import.meta.dirname, '../../docs/monitoring/rules.yml'), 'utf8')
  const [, quietTypes = ''] = /probata_security_events_total\{type!~"([^"]+)"\}/.exec(rules) ?? []
  const isQuiet = new RegExp(`^(?:${quietTypes})$`)
  for (const [type, { severity }] of Object.entries(securityEventCatalogue))
    assert.equal(isQuiet.test(type), severity === 'info', type)
})

test('a sentence contains no placeholder', () => {
  for (const [type, { reason }] of Object.entries(securityEventCatalogue))
    assert.match(reason, /^[A-Z][A-Za-z ,;-]{10,90}\.$/, type)
})
