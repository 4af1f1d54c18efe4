import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Database } from '#db/database.ts'
import { createIdentities, newCredential } from './identity.ts'

const organizationId = `org_${'0'.repeat(26)}`

/** Identities over a database that answers when the test says so. */
const answering = () => {
  const clock = { now: () => Date.parse('2026-11-28T12:00:00Z') }
  const answers: ((rows: object[]) => void)[] = []
  const read = () => new Promise(resolve => answers.push(resolve))
  const identities = createIdentities({ read } as unknown as Database, clock, 60_000)
  const row = { id: 'tok_1', subject_id: 'sva_1', scopes: [], role: null, disabled: false, unit_ids: null }
  return { answers, identities, rows: [{ ...row, expires_at: new Date(clock.now() + 60_000) }] }
}

test('requests of one token that arrive together read it once', async () => {
  const { answers, identities, rows } = answering()
  const { text } = newCredential('token', organizationId)
  const asked = Array.from({ length: 20 }, () => identities.find('token', text))
  assert.equal(answers.length, 1)
  answers[0]?.(rows)
  const found = await Promise.all(asked)
  assert.deepEqual([...new Set(found.map(identity => identity?.actor.id))], ['sva_1'])
  assert.equal((await identities.find('token', text))?.actor.id, 'sva_1')
  assert.equal(answers.length, 1)
})

test('a request after a change does not wait for what was read before it', async () => {
  const { answers, identities, rows } = answering()
  const { text } = newCredential('token', organizationId)
  const early = identities.find('token', text)
  identities.forget()
  const late = identities.find('token', text)
  assert.equal(answers.length, 2)
  answers[1]?.([])
  assert.equal(await late, undefined)
  answers[0]?.(rows)
  assert.equal((await early)?.actor.id, 'sva_1')
  const again = identities.find('token', text)
  assert.equal(answers.length, 3, 'what was read before the change is not remembered')
  answers[2]?.([])
  assert.equal(await again, undefined)
})
