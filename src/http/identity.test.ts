import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Database } from '#db/database.ts'
import { systemClock } from '#lib/clock.ts'
import { createIdentities, newCredential } from './identity.ts'

const organizationId = `org_${'0'.repeat(26)}`

/** A database whose queries complete only when the test completes them. */
const slowDatabase = () => {
  const pendingQueries: ((scopes: readonly string[]) => void)[] = []
  const read = () =>
    new Promise(resolve =>
      pendingQueries.push(scopes =>
        resolve([
          {
            id: 'tok_1',
            subject_id: 'sva_1',
            scopes,
            role: null,
            disabled: false,
            unit_ids: null,
            expires_at: new Date('2999-01-01'),
          },
        ]),
      ),
    )
  return { db: { read } as unknown as Database, pendingQueries }
}

test('simultaneous requests with one credential query the database once', async () => {
  const { db, pendingQueries } = slowDatabase()
  const identities = createIdentities(db, systemClock, 1000)
  const { text } = newCredential('token', organizationId)
  const lookups = Array.from({ length: 500 }, () => identities.find('token', text))
  assert.equal(pendingQueries.length, 1)
  pendingQueries[0]?.(['a'])
  const results = await Promise.all(lookups)
  assert.deepEqual(new Set(results.map(identity => identity?.actor.scopes.join())), new Set(['a']))
  const other = identities.find('token', newCredential('token', organizationId).text)
  assert.equal(pendingQueries.length, 2)
  pendingQueries[1]?.(['b'])
  assert.deepEqual((await other)?.actor.scopes, ['b'])
})

test('a lookup after a change never gets the result of a query sent before it', async () => {
  const { db, pendingQueries } = slowDatabase()
  const identities = createIdentities(db, systemClock, 1000)
  const { text } = newCredential('token', organizationId)
  const before = identities.find('token', text)
  identities.forget()
  const after = identities.find('token', text)
  assert.equal(pendingQueries.length, 2)
  pendingQueries[1]?.(['after'])
  assert.deepEqual((await after)?.actor.scopes, ['after'])
  pendingQueries[0]?.(['before'])
  await before
  assert.deepEqual((await identities.find('token', text))?.actor.scopes, ['after'])
})
