import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { day, iso } from '#lib/clock.ts'
import { createFindingsClient, type FindingsClient, findingInput, scanned, unique } from '#test/findings-client.ts'
import { boot, type Probata } from '#test/system.ts'

let p: Probata
/** A client whose scanner the administrator created. */
let client: FindingsClient

before(async () => {
  p = await boot()
  client = await createFindingsClient(p)
})
after(() => p[Symbol.asyncDispose]())

const set = (settings: Readonly<Record<string, unknown>>) => client.must(200, 'admin', 'PATCH', '/settings', settings)
beforeEach(() => set({ secondPerson: true, selfDecision: false }))

const people = ['admin', 'reviewer', 'second.reviewer'] as const

const idOf = async (person: string): Promise<string> => {
  const [row] = await p.sql(`select id from person where record::json ->> 'email' = $1`, [`${person}@acme.example`])
  return String(row?.id)
}

const acceptance = () => ({ until: iso(p.clock.now() + day) })

/** Returns who may accept a finding, according to its page and the list of open work. Does not close the finding. */
const whoCloses = async (id: string): Promise<string[]> => {
  const canClose = await Promise.all(
    people.map(async person => {
      const { moves } = await client.get(person, `/findings/${id}`)
      const accept = moves.find(({ move }: { move: string }) => move === 'accept')
      return accept.whyNot === undefined
    }),
  )
  return people.filter((_, i) => canClose[i])
}

const finding = async (person: string, overrides = {}): Promise<string> =>
  (await client.must(201, person, 'POST', '/findings', findingInput(overrides))).id

test('a person who reported a finding cannot close it', async () => {
  const id = await finding('reviewer')
  assert.deepEqual(await whoCloses(id), ['admin', 'second.reviewer'])
  for (const [move, body] of [
    ['accept', acceptance()],
    ['invalidate', {}],
  ] as const) {
    const { status, body: refused } = await client.move('reviewer', id, move, body)
    assert.deepEqual([status, refused.error], [403, 'forbidden_resource'], move)
    assert.match(
      refused.message,
      /^Another person must close this finding \(four eyes\)\. People who reported or owned it/,
    )
  }
  await client.must(200, 'contributor', 'POST', `/findings/${id}/remediate`)
  const claimId = await client.accepted()
  assert.equal((await client.move('reviewer', id, 'resolve', { claimId })).status, 403)
  assert.equal((await client.move('admin', id, 'resolve', { claimId })).body.status, 'resolved')
})

test('people who could act as the reporter cannot close it: those behind a scanner, and custodians', async () => {
  const source = unique('scanner')
  await client.scan(source, false, scanned('one'))
  const { findings } = await client.get('admin', `/findings?sourceModuleKey=${source}`)
  assert.deepEqual(await whoCloses(findings[0].id), ['reviewer', 'second.reviewer'])
  const id = await finding('contributor')
  assert.deepEqual(await whoCloses(id), [...people])
  await p.sql(
    `insert into custodian (organization_id, person_id, custodian_id, why, since, applies_from)
     select organization_id, id, $2, 'reset_link', now(), now() from person where id = $1`,
    [await idOf('contributor'), await idOf('second.reviewer')],
  )
  p.system.services.identities.forget()
  assert.deepEqual(await whoCloses(id), ['admin', 'reviewer'], 'custodians now')
  assert.equal((await client.move('second.reviewer', id, 'invalidate')).status, 403)
  await p.sql('delete from custodian where custodian_id = $1', [await idOf('second.reviewer')])
  p.system.services.identities.forget()
})

test('an owner cannot close it, even after handing it over', async () => {
  const ownerId = await idOf('reviewer')
  const id = await finding('contributor', { ownerId })
  assert.deepEqual(await whoCloses(id), ['admin', 'second.reviewer'])
  const next = await idOf('second.reviewer')
  await client.must(200, 'admin', 'POST', '/findings/assign', { findingIds: [id], ownerId: next })
  assert.deepEqual(await whoCloses(id), ['admin'])
  assert.equal((await client.move('reviewer', id, 'accept', acceptance())).status, 403)
  await client.must(200, 'admin', 'PATCH', `/findings/${id}`, { ownerId: null })
  assert.deepEqual(await whoCloses(id), ['admin'], 'assigning it is not a contribution')
})

test('a person who changed its severity or due date cannot close it; one who edited its text can', async () => {
  const id = await finding('contributor')
  await client.must(200, 'admin', 'PATCH', `/findings/${id}`, {
    title: 'TLS 1.0 and 1.1 are offered',
    severity: 'high',
  })
  assert.deepEqual(await whoCloses(id), [...people])
  await client.must(200, 'reviewer', 'PATCH', `/findings/${id}`, { severity: 'low' })
  assert.deepEqual(await whoCloses(id), ['admin', 'second.reviewer'])
  await client.must(200, 'second.reviewer', 'PATCH', `/findings/${id}`, { dueAt: iso(p.clock.now() + 90 * day) })
  assert.deepEqual(await whoCloses(id), ['admin'])
  await client.must(200, 'admin', 'PATCH', `/findings/${id}`, { dueAt: null })
  assert.deepEqual(await whoCloses(id), [])
})

test('a new occurrence resets the contributors; any other reopened finding keeps them', async () => {
  const id = await finding('second.reviewer')
  await client.must(200, 'contributor', 'POST', `/findings/${id}/remediate`)
  await client.must(200, 'contributor', 'POST', `/findings/${id}/reopen`)
  assert.deepEqual(await whoCloses(id), ['admin', 'reviewer'])
  await client.must(200, 'contributor', 'POST', `/findings/${id}/remediate`)
  await client.must(200, 'reviewer', 'POST', `/findings/${id}/resolve`, { claimId: await client.accepted() })
  await client.must(200, 'admin', 'POST', `/findings/${id}/reopen`)
  assert.deepEqual(
    await whoCloses(id),
    ['reviewer', 'second.reviewer'],
    'the person who reopens it counts as its reporter',
  )
})

test('the list of open work shows the findings that the caller can close', async () => {
  const id = await finding('reviewer', { ownerId: await idOf('second.reviewer') })
  await client.must(200, 'contributor', 'POST', `/findings/${id}/remediate`)
  const hasWork = async (person: string): Promise<boolean> => {
    const { work } = await client.get(person, '/my-work?limit=200&kind=finding_closing')
    return work.some((task: { id: string }) => task.id === id)
  }
  assert.deepEqual(await Promise.all(people.map(hasWork)), [true, false, false])
})

test('if the setting is off, contributors can close it, but their contributions are still recorded', async () => {
  const id = await finding('reviewer', { ownerId: await idOf('second.reviewer') })
  await set({ secondPerson: false })
  assert.deepEqual(await whoCloses(id), [...people])
  const other = await finding('reviewer')
  assert.equal((await client.move('reviewer', other, 'accept', acceptance())).status, 200)
  await set({ secondPerson: true })
  assert.deepEqual(await whoCloses(id), ['admin'])
})

test('contributors can close it if people may decide their own work, and the audit trail marks it', async () => {
  const id = await finding('reviewer')
  await set({ selfDecision: true })
  assert.equal((await client.move('reviewer', id, 'accept', acceptance())).status, 200)
  const { auditEvents } = await client.get('admin', '/audit?action=finding.accept&limit=1')
  assert.deepEqual([auditEvents[0].resourceId, auditEvents[0].detail], [id, 'self-decided'])
})

test('for a finding without stored contributors, the audit trail names them', async () => {
  const id = await finding('reviewer')
  await client.must(200, 'second.reviewer', 'PATCH', `/findings/${id}`, { severity: 'low' })
  await p.sql('update finding set hands = null where id = $1', [id])
  assert.deepEqual(await whoCloses(id), ['admin'])
  assert.equal((await client.move('reviewer', id, 'accept', acceptance())).status, 403)
  await client.must(200, 'admin', 'PATCH', `/findings/${id}`, { dueAt: null })
  assert.deepEqual(await whoCloses(id), [], 'and it continues to name them')
})

test('turning the setting off is a security event, and the settings show the current state', async () => {
  const weakened = async () =>
    (await client.get('admin', '/security-events?type=fourEyesWeakened&limit=200')).securityEvents.length
  const before = await weakened()
  await set({ secondPerson: true, timeZone: 'Europe/Berlin' })
  assert.equal(await weakened(), before)
  assert.equal((await set({ secondPerson: false })).secondPerson, false)
  assert.equal(await weakened(), before + 1)
  assert.equal((await client.get('auditor', '/settings')).secondPerson, false)
})
