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

const decide = (person: string, id: string, verb: string) =>
  client.ask(person, 'POST', `/approval-requests/${id}/${verb}`)

const createLink = async () => {
  const [clauseId] = (await assessing.framework('1')).clauseIds
  assert.ok(clauseId)
  const control = { controlKey: unique('C'), title: 'Backups', status: 'active' }
  const controlId: string = (await must(201, 'contributor', 'POST', '/controls', control)).id
  const requirement = { requirementKey: unique('R'), title: 'A restore test', status: 'active' }
  const evidenceRequirementId: string = (await must(201, 'admin', 'POST', '/evidence-requirements', requirement)).id
  await must(201, 'contributor', 'POST', `/clauses/${clauseId}/controls`, { controlId, extent: 'full' })
  await must(201, 'contributor', 'POST', `/controls/${controlId}/requirements`, { evidenceRequirementId })
  return { clauseId, controlId, evidenceRequirementId }
}

const links: Readonly<
  Record<string, (created: Awaited<ReturnType<typeof createLink>>) => { fromId: string; toId: string; path: string }>
> = {
  clause_control_removal: ({ clauseId, controlId }) => ({
    ...{ fromId: clauseId, toId: controlId, path: `/clauses/${clauseId}/controls/${controlId}` },
  }),
  control_requirement_removal: ({ controlId, evidenceRequirementId: toId }) => ({
    ...{ fromId: controlId, toId, path: `/controls/${controlId}/requirements/${toId}` },
  }),
}

for (const [kind, describeLink] of Object.entries(links))
  describe(kind, () => {
    const isLinked = async (fromId: string, toId: string): Promise<boolean> => {
      const path = kind === 'clause_control_removal' ? '/clauses' : '/controls'
      const { answers = [], requirements = [] } = await client.get('auditor', `${path}/${fromId}`)
      return [...answers, ...requirements].some(
        ({ controlId, requirementId }: Fields) => controlId === toId || requirementId === toId,
      )
    }

    test('one person requests the removal, and another confirms it', async () => {
      const { fromId, toId, path } = describeLink(await createLink())
      const rejection = await client.ask('contributor', 'DELETE', path)
      assert.deepEqual([rejection.status, rejection.body.error], [403, 'forbidden_resource'])
      assert.match(rejection.body.message, /needs a second person: request it/)
      const ask = (fields: Fields) =>
        client.ask('admin', 'POST', '/approval-requests', { kind, resourceId: fromId, ...fields })
      assert.equal((await ask({})).status, 422, 'without the other end of the link')
      assert.equal((await ask({ linkedId: toId, justification: 'none' })).status, 400)
      assert.equal((await ask({ linkedId: 'gct_01JZ8Q4D3N6V0M2K5T7W9Y1B4G' })).status, 404, 'not linked')
      const { status, body: approval } = await ask({ linkedId: toId })
      assert.deepEqual([status, approval.linkedId, approval.title.includes(': ')], [201, toId, true])
      assert.equal(await isLinked(fromId, toId), true, 'nothing changes yet')
      assert.equal((await client.ask('contributor', 'DELETE', path)).status, 422, 'a request is open')
      assert.equal((await decide('admin', approval.id, 'confirm')).status, 403, 'the same person')
      const confirmed = await decide('reviewer', approval.id, 'confirm')
      assert.equal(confirmed.status, 200, confirmed.text)
      assert.equal(await isLinked(fromId, toId), false)
      const { auditEvents } = await client.get('admin', '/audit?limit=20')
      const rows = auditEvents.filter((row: Fields) => row.requestId === confirmed.headers.get('x-request-id'))
      assert.deepEqual(rows.map((row: Fields) => row.resourceId).sort(), [approval.id, `${fromId}/${toId}`].sort())
    })

    test('one person can remove a link that coverage does not count, or any link if the setting is off', async () => {
      const retired = await createLink()
      const { body: approval } = await client.ask('admin', 'POST', '/approval-requests', {
        ...{ kind: 'control_retirement', resourceId: retired.controlId },
      })
      await decide('reviewer', approval.id, 'confirm')
      await must(204, 'contributor', 'DELETE', describeLink(retired).path)
      await set({ secondPerson: false })
      await must(204, 'contributor', 'DELETE', describeLink(await createLink()).path)
    })
  })
