import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { type Assessing, createAssessing } from '#test/assessing.ts'
import { unique } from '#test/findings-client.ts'
import { boot, type Probata } from '#test/system.ts'
import { createWorkspaceClient, type WorkspaceClient } from '#test/workspace-client.ts'

let p: Probata
let client: WorkspaceClient
let assessing: Assessing

before(async () => {
  p = await boot()
  client = createWorkspaceClient(p)
  assessing = await createAssessing(p)
})
after(() => p[Symbol.asyncDispose]())

type Fields = Readonly<Record<string, unknown>>

const must = async (status: number, person: string, method: string, path: string, body?: Fields) => {
  const response = await client.ask(person, method, path, body)
  assert.equal(response.status, status, `${method} ${path}: ${response.text}`)
  return response.body
}

const set = (settings: Fields) => must(200, 'admin', 'PATCH', '/settings', settings)
beforeEach(() => set({ secondPerson: true, selfDecision: false }))

const control = async (): Promise<string> =>
  (await must(201, 'contributor', 'POST', '/controls', { controlKey: unique('C'), title: 'Backups', status: 'active' }))
    .id

const clause = async (): Promise<string> => {
  const [id] = (await assessing.framework('1')).clauseIds
  assert.ok(id)
  return id
}

const exception = async (status?: string): Promise<string> => {
  const controlId = await control()
  const key = { exceptionKey: unique('E'), title: 'No backup of the test system', controlId }
  const body = { ...key, expiresAt: '2099-12-31T00:00:00.000Z', ...(status && { status }) }
  return (await must(201, 'contributor', 'POST', '/exceptions', body)).id
}

interface Subject {
  readonly kind: string
  readonly make: () => Promise<string>
  readonly path: string
  /** The change that needs a second person, and the record's value afterwards. */
  readonly restricted: Fields
  readonly field: string
  readonly from: string
  readonly to: string
  readonly input?: Fields
  /** Another change of the record, which one person can make. */
  readonly other: Fields
}

const justification = 'the organization uses no cryptography'

const subjects: readonly Subject[] = [
  {
    ...{ kind: 'control_retirement', make: control, path: '/controls', restricted: { status: 'retired' } },
    ...{ field: 'status', from: 'active', to: 'retired', other: { title: 'Backups of all systems' } },
  },
  {
    ...{ kind: 'clause_exclusion', make: clause, path: '/clauses', input: { justification } },
    restricted: { applicability: 'not_applicable', justification },
    ...{ field: 'applicability', from: 'applicable', to: 'not_applicable', other: { justification: 'we use it' } },
  },
  {
    ...{ kind: 'exception_activation', make: exception, path: '/exceptions', restricted: { status: 'active' } },
    ...{ field: 'status', from: 'draft', to: 'active', other: { title: 'No backup of test systems' } },
  },
]

const request = (person: string, { kind, input }: Subject, resourceId: string) =>
  client.ask(person, 'POST', '/approval-requests', { kind, resourceId, ...input })

const decide = (person: string, id: string, verb: string) =>
  client.ask(person, 'POST', `/approval-requests/${id}/${verb}`)

for (const subject of subjects)
  describe(subject.kind, () => {
    const { path, restricted, field, from, to, other, make } = subject
    const readField = async (id: string): Promise<string> => (await client.get('auditor', `${path}/${id}`))[field]

    test('one person requests the change and another confirms it', async () => {
      const id = await make()
      const rejection = await client.ask('contributor', 'PATCH', `${path}/${id}`, restricted)
      assert.deepEqual([rejection.status, rejection.body.error], [403, 'forbidden_resource'])
      assert.match(rejection.body.message, /needs a second person: request it/)
      assert.equal((await request('reviewer', subject, id)).status, 403, 'a role that may not change it')
      const { status, body: approval } = await request('admin', subject, id)
      assert.deepEqual(
        [status, approval.status, approval.resourceId, approval.reason.length > 0],
        [201, 'open', id, true],
      )
      assert.equal(await readField(id), from, 'nothing changes yet')
      const own = await decide('admin', approval.id, 'confirm')
      assert.deepEqual([own.status, own.body.error], [403, 'forbidden_resource'])
      assert.equal((await decide('contributor', approval.id, 'confirm')).status, 403, 'a role that confirms nothing')
      assert.equal(await readField(id), from)
      const confirmed = await decide('reviewer', approval.id, 'confirm')
      assert.deepEqual([confirmed.status, confirmed.body.status], [200, 'confirmed'], confirmed.text)
      assert.equal(await readField(id), to)
      assert.equal((await decide('reviewer', approval.id, 'confirm')).status, 422, 'once')
      const { auditEvents } = await client.get('admin', '/audit?limit=20')
      const rows = auditEvents.filter((row: Fields) => row.requestId === confirmed.headers.get('x-request-id'))
      assert.deepEqual(
        rows.map((row: Fields) => [row.resourceId, row.actorId === confirmed.body.decidedBy]).sort(),
        [
          [approval.id, true],
          [id, true],
        ].sort(),
        'the trail has the decision and the change',
      )
    })

    test('a waiting request blocks other changes of the record; a withdrawn one changes nothing', async () => {
      const id = await make()
      const { body: approval } = await request('contributor', subject, id)
      const waiting = await client.ask('admin', 'PATCH', `${path}/${id}`, other)
      assert.equal(waiting.status, 422, waiting.text)
      assert.equal((await request('admin', subject, id)).status, 422, 'one at a time')
      assert.equal((await decide('second.reviewer', approval.id, 'withdraw')).body.status, 'withdrawn')
      assert.equal((await decide('reviewer', approval.id, 'confirm')).status, 422)
      assert.equal(await readField(id), from)
      assert.equal((await client.ask('admin', 'PATCH', `${path}/${id}`, other)).status, 200)
      const { approvalRequests } = await client.get('auditor', `/approval-requests?resourceId=${id}`)
      assert.deepEqual(
        approvalRequests.map(({ id, status }: Fields) => [id, status]),
        [[approval.id, 'withdrawn']],
      )
    })

    test('one person is enough if the setting is off', async () => {
      await set({ secondPerson: false })
      const id = await make()
      await must(200, 'contributor', 'PATCH', `${path}/${id}`, restricted)
      assert.equal(await readField(id), to)
    })

    test('the requester can confirm if people may decide their own work, and the audit trail marks it', async () => {
      await set({ selfDecision: true })
      const id = await make()
      const { body: approval } = await request('admin', subject, id)
      assert.equal((await decide('admin', approval.id, 'confirm')).status, 200)
      const { auditEvents } = await client.get('admin', '/audit?action=approval_request.confirm&limit=1')
      assert.deepEqual([auditEvents[0].resourceId, auditEvents[0].detail], [approval.id, 'self-decided'])
    })

    test('a waiting request is in the work list of people who may confirm it', async () => {
      const id = await make()
      const { body: approval } = await request('admin', subject, id)
      const hasWork = async (person: string): Promise<boolean> => {
        const { work } = await client.get(person, '/my-work?limit=200&kind=approval')
        return work.some(({ id }: Fields) => id === approval.id)
      }
      assert.deepEqual(await Promise.all(['admin', 'reviewer', 'contributor'].map(hasWork)), [false, true, false])
      await decide('reviewer', approval.id, 'withdraw')
      assert.equal(await hasWork('reviewer'), false)
    })
  })

test('a person who could act as the requester cannot confirm it', async () => {
  const [retirement] = subjects
  assert.ok(retirement)
  const id = await control()
  const { body: approval } = await request('contributor', retirement, id)
  const add = `insert into custodian (organization_id, person_id, custodian_id, why, since, applies_from)
    select p.organization_id, p.id, c.id, 'reset_link', now(), now() from person p join person c using (organization_id)
     where p.record::json ->> 'email' = 'contributor@acme.example' and c.record::json ->> 'email' = 'reviewer@acme.example'`
  await p.sql(add)
  p.system.services.identities.forget()
  assert.equal((await decide('reviewer', approval.id, 'confirm')).status, 403)
  assert.equal((await decide('second.reviewer', approval.id, 'confirm')).status, 200)
  await p.sql('delete from custodian')
  p.system.services.identities.forget()
})

test('one person cannot create, change or reopen an active exception', async () => {
  const controlId = await control()
  const key = { exceptionKey: unique('E'), title: 'None', controlId, expiresAt: '2099-12-31T00:00:00.000Z' }
  assert.equal((await client.ask('contributor', 'POST', '/exceptions', { ...key, status: 'active' })).status, 403)
  const id = await exception()
  const subject = subjects[2]
  assert.ok(subject)
  const { body: approval } = await request('contributor', subject, id)
  await decide('reviewer', approval.id, 'confirm')
  const longer = await client.ask('contributor', 'PATCH', `/exceptions/${id}`, {
    expiresAt: '2199-12-31T00:00:00.000Z',
  })
  assert.deepEqual([longer.status, longer.body.error], [403, 'forbidden_resource'])
  await must(200, 'contributor', 'PATCH', `/exceptions/${id}`, { status: 'closed' })
  assert.equal((await client.ask('contributor', 'PATCH', `/exceptions/${id}`, { status: 'active' })).status, 403)
})

test('one person cannot change why a clause is not applicable', async () => {
  const id = await clause()
  const subject = subjects[1]
  assert.ok(subject)
  const { body: approval } = await request('admin', subject, id)
  await decide('reviewer', approval.id, 'confirm')
  assert.equal((await client.ask('admin', 'PATCH', `/clauses/${id}`, { justification: 'because' })).status, 403)
  assert.equal((await client.get('admin', `/clauses/${id}`)).justification, justification)
  await must(200, 'admin', 'PATCH', `/clauses/${id}`, { applicability: 'applicable' })
})

test('one person cannot exclude an applicable clause by importing a list without it', async () => {
  const { id, clauseIds } = await assessing.framework('1', '2')
  const clauses = ['1', '2'].map(clauseKey => ({ clauseKey, title: `Clause ${clauseKey}` }))
  const importClauses = (body: Fields) => client.ask('contributor', 'POST', `/frameworks/${id}/clauses`, body)
  for (const second of [[], [{ ...clauses[1], isAssessable: false }]]) {
    const without = { clauses: [clauses[0], ...second] }
    const rejection = await importClauses(without)
    assert.deepEqual([rejection.status, rejection.body.error], [403, 'forbidden_resource'], rejection.text)
    assert.match(rejection.body.message, /needs a second person.*\(1: 2\)/)
    assert.equal((await importClauses({ ...without, dryRun: true })).status, 200, 'a dry run shows the effect')
  }
  const more = [...clauses, { clauseKey: '3', title: 'Clause 3' }]
  assert.equal(
    (await importClauses({ clauses: more })).body.added,
    1,
    'an import that excludes nothing needs no second person',
  )
  const { body: approval } = await client.ask('contributor', 'POST', '/approval-requests', {
    ...{ kind: 'clause_exclusion', resourceId: clauseIds[1], justification },
  })
  assert.equal((await decide('reviewer', approval.id, 'confirm')).status, 200)
  assert.equal((await importClauses({ clauses: [more[0], more[2]] })).body.withdrawn, 1, 'after two people agreed')
  await set({ secondPerson: false })
  assert.equal((await importClauses({ clauses: [more[0]] })).body.withdrawn, 1)
})

test('a request must name a record of its kind in the workspace, and a possible change', async () => {
  const id = await control()
  const ask = (body: Fields) => client.ask('admin', 'POST', '/approval-requests', body)
  assert.equal((await ask({ kind: 'clause_exclusion', resourceId: id, justification })).status, 404)
  assert.equal((await ask({ kind: 'control_retirement', resourceId: id, justification })).status, 400)
  assert.equal((await ask({ kind: 'control_retirement', resourceId: 'gct_01JZ8Q4D3N6V0M2K5T7W9Y1B4G' })).status, 404)
  const globex = createWorkspaceClient(p, 'globex')
  const foreign = await globex.ask('admin', 'POST', '/approval-requests', {
    kind: 'control_retirement',
    resourceId: id,
  })
  assert.equal(foreign.status, 404)
  const { body: approval } = await ask({ kind: 'control_retirement', resourceId: id })
  assert.equal((await globex.ask('reviewer', 'POST', `/approval-requests/${approval.id}/confirm`)).status, 404)
  await decide('reviewer', approval.id, 'confirm')
  assert.equal((await ask({ kind: 'control_retirement', resourceId: id })).status, 422, 'it is retired')
})

test('a new workspace requires a second person; a provisioned one does only if its file says so', async () => {
  await using empty = await boot({ provision: null })
  const readSettings = async (install: Probata) =>
    await install.sql('select slug, second_person from organization order by slug')
  assert.deepEqual(await readSettings(empty), [{ slug: 'workspace', second_person: true }])
  const provision = {
    organizations: [
      { slug: 'one', name: 'One' },
      { slug: 'two', name: 'Two', secondPerson: true },
    ],
  }
  await using provisioned = await boot({ provision })
  assert.deepEqual(await readSettings(provisioned), [
    { slug: 'one', second_person: false },
    { slug: 'two', second_person: true },
  ])
})
