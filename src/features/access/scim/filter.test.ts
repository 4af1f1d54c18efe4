import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseFilter } from './filter.ts'

const rejects = (filter: string, message: RegExp) =>
  assert.throws(() => parseFilter(filter), { name: 'ScimProblem', kind: 'invalidFilter', message })

test('parses the filters that providers send', () => {
  const userName = { op: 'eq', attribute: 'username', value: 'alice@example.com' }
  assert.deepEqual(parseFilter('userName eq "alice@example.com"'), userName)
  assert.deepEqual(parseFilter('USERNAME EQ "alice@example.com"'), userName)
  assert.deepEqual(parseFilter('emails[type eq "work"].value eq "a@example.com"'), {
    op: 'and',
    parts: [
      { op: 'has', attribute: 'emails', part: { op: 'eq', attribute: 'type', value: 'work' } },
      { op: 'eq', attribute: 'emails.value', value: 'a@example.com' },
    ],
  })
  assert.deepEqual(parseFilter('not (active eq true) or externalId pr'), {
    op: 'or',
    parts: [
      { op: 'not', part: { op: 'eq', attribute: 'active', value: true } },
      { op: 'pr', attribute: 'externalid' },
    ],
  })
})

// A value is a JSON string (RFC 7644 section 3.4.2.2).
test('strings may contain JSON escapes', () => {
  for (const value of ['CORP\\alice', 'ends with \\', 'say "hi"', 'ü', '', '0', '] and (', 'https://a/b?c'])
    assert.deepEqual(parseFilter(`userName eq ${JSON.stringify(value)}`), { op: 'eq', attribute: 'username', value })
  assert.deepEqual(parseFilter('userName eq "\\u00fc"'), { op: 'eq', attribute: 'username', value: 'ü' })
})

test('invalid and too expensive filters are rejected', () => {
  for (const filter of ['', 'userName', 'userName eq', 'userName eq alice', 'userName eq "a" "b"', '(userName pr'])
    rejects(filter, /cannot be read/)
  rejects('userName eq "a" nor externalId pr', /cannot be read/)
  rejects('userName eq "\\x"', /JSON string/)
  rejects('userName pr constructor externalId pr', /unknown operator/)
  rejects(`userName eq "${'a'.repeat(1024)}"`, /longer than/)
  rejects(`${'('.repeat(17)}userName pr${')'.repeat(17)}`, /brackets/)
  rejects(`${'not '.repeat(17)}(userName pr)`, /brackets/)
  rejects(`userName eq "${'\n'.repeat(60)}`, /control characters/)
})
