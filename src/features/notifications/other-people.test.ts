import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { day, hour, iso } from '#lib/clock.ts'
import { localDay } from '#lib/time-zone.ts'
import { createFindingsClient, type FindingsClient, findingInput, unique } from '#test/findings-client.ts'
import { claimInput, noon } from '#test/fixture.ts'
import { createBells } from '#test/notifications-client.ts'
import { boot, type Probata } from '#test/system.ts'

let p: Probata
let client: FindingsClient
let bells: ReturnType<typeof createBells>
let people: Readonly<Record<string, string>>

before(async () => {
  p = await boot()
  p.clock.set(noon)
  client = await createFindingsClient(p)
  bells = createBells(p, client)
  people = await client.people()
})
after(() => p[Symbol.asyncDispose]())

type Fields = Readonly<Record<string, unknown>>

const create = (path: string, body: Fields) => client.must(201, 'admin', 'POST', path, body)
const findingOf = (person: string, fields: Fields = {}) =>
  create('/findings', findingInput({ ownerId: people[person], ...fields }))
const inDays = (days: number) => iso(p.clock.now() + days * day)

describe('deputies', () => {
  const dayAfter = (ms: number) => localDay(p.clock.now() + ms, 'UTC')
  const set = async (person: string, deputy: string | null, isAway = true) => {
    const dates = {
      absentFrom: isAway ? dayAfter(0) : null,
      absentUntil: isAway ? dayAfter(day) : null,
    }
    const body = { deputyId: deputy && people[deputy], always: false, ...dates }
    const response = await p.call('PUT', '/api/workspace/account/deputy', { ...(await client.signedIn(person)), body })
    assert.equal(response.status, 200, response.text)
  }
  const rowOf = async (person: string, id: string) =>
    (await bells.list(person))
      .filter(({ recordId, kind }) => recordId === id && kind !== 'assigned')
      .map(({ kind, about }) => [kind, about?.name])

  test('get what waits for an absent person, if they may do it, until that person is back', async () => {
    const { id } = await findingOf('contributor', { dueAt: inDays(0.9) })
    const setRole = (role: string) =>
      client.must(200, 'admin', 'PATCH', `/people/${people['second.reviewer']}`, { role })
    await setRole('contributor')
    const claimOfDeputy = (await client.must(201, 'second.reviewer', 'POST', '/claims', claimInput(unique('c')))).id
    await setRole('reviewer')
    const claim = await client.claim(unique('c'))
    for (const one of [claim, claimOfDeputy])
      await client.must(200, 'admin', 'POST', `/claims/${one}/assign`, { reviewerId: people.reviewer })
    await bells.run()
    assert.deepEqual(await rowOf('second.reviewer', claim), [])
    await set('contributor', 'reviewer')
    await set('reviewer', 'second.reviewer')
    await bells.run()
    assert.deepEqual(await rowOf('reviewer', id), [['finding_remediation', 'contributor of acme']])
    assert.deepEqual(await rowOf('contributor', id), [['finding_remediation', undefined]], 'the person keeps it')
    assert.deepEqual(await rowOf('second.reviewer', id), [], 'not the deputy of the deputy')
    assert.deepEqual(await rowOf('second.reviewer', claim), [['claim_review', 'reviewer of acme']])
    assert.deepEqual(await rowOf('second.reviewer', claimOfDeputy), [], 'its maker may not review it')
    await bells.at(p.clock.now() + 2 * day)
    assert.deepEqual(await rowOf('second.reviewer', claim), [], 'back')
    assert.deepEqual(await rowOf('reviewer', claim), [['claim_review', undefined]])
    for (const person of ['contributor', 'reviewer']) await set(person, null, false)
  })
})

describe('work and changes of other people', () => {
  test('many overdue records of one owner have 20 rows for each administrator, and one that counts the others', async () => {
    const ownerId = people['second.reviewer']
    const due = p.clock.now() + hour
    const ids: string[] = []
    for (let i = 0; i < 23; i++) ids.push((await findingOf('second.reviewer', { dueAt: iso(due + i * 1000) })).id)
    await client.must(200, 'admin', 'PUT', '/notification-escalation', { days: 1 })
    await bells.at(due + 3 * day)
    const escalated = async () =>
      (await bells.list('admin')).filter(({ kind, about }) => kind === 'escalated' && about?.name.startsWith('second'))
    const rows = await escalated()
    assert.equal(rows.length, 21)
    const [rest] = rows.filter(({ more }) => more !== null)
    assert.deepEqual([rest?.recordId, rest?.more, rest?.title], [ownerId, 3, 'second reviewer of acme'])
    await bells.run()
    assert.equal((await escalated()).length, 21)
    const remediate = (id?: string) => client.must(200, 'second.reviewer', 'POST', `/findings/${id}/remediate`)
    await remediate(ids[0])
    await bells.run()
    const counted = (await escalated()).filter(({ more }) => more !== null)
    assert.deepEqual(
      counted.map(({ id, more }) => [id, more]),
      [[rest?.id, 2]],
    )
    await remediate(ids[1])
    await remediate(ids[2])
    await bells.run()
    assert.equal((await escalated()).length, 20)
    await client.must(200, 'admin', 'PUT', '/notification-escalation', { days: null })
    await bells.run()
    assert.deepEqual(await escalated(), [])
  })

  test('an accepted invitation is in the bell of the inviter, and a bundle in that of its requester', async () => {
    const body = { email: `${unique('new')}@acme.example`, name: 'New colleague', role: 'auditor' }
    const { url } = await create('/people/invitations', body)
    const token = String(url).split('#').at(-1)
    const accepted = await p.call('POST', '/api/workspace/invitations/accept', {
      body: { token, password: 'Three quiet herons' },
    })
    assert.equal(accepted.status, 201, accepted.text)
    const [row] = (await bells.list('admin')).filter(({ kind }) => kind === 'invitation_accepted')
    assert.deepEqual([row?.title, row?.about?.name], ['New colleague', 'New colleague'])
    assert.deepEqual(
      (await bells.list('reviewer')).filter(({ kind }) => kind === 'invitation_accepted'),
      [],
    )
    const requirement = await create('/evidence-requirements', { requirementKey: unique('R'), title: 'Backups' })
    const scope = { kind: 'requirement', requirementId: requirement.id }
    const { id: exportId } = await client.must(202, 'auditor', 'POST', '/exports', { scope })
    for (const job of ['seal-ledger', 'prepare-exports']) await p.system.runJob(job)
    assert.deepEqual(await bells.about('auditor', exportId), ['export_ready once'])
    assert.deepEqual(await bells.about('admin', exportId), [])
  })
})
