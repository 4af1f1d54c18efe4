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
  const answer = await client.ask(person, method, path, body)
  assert.equal(answer.status, status, `${method} ${path}: ${answer.text}`)
  return answer.body
}

const set = (settings: Fields) => must(200, 'admin', 'PATCH', '/settings', settings)
beforeEach(() => set({ secondPerson: true, selfDecision: false }))

const decide = (person: string, id: string, verb: string) =>
  client.ask(person, 'POST', `/approval-requests/${id}/${verb}`)

const link = async () => {
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
  Record<string, (of: Awaited<ReturnType<typeof link>>) => { of: string; to: string; at: string }>
> = {
  clause_control_removal: ({ clauseId, controlId }) => ({
    ...{ of: clauseId, to: controlId, at: `/clauses/${clauseId}/controls/${controlId}` },
  }),
  control_requirement_removal: ({ controlId, evidenceRequirementId: to }) => ({
    ...{ of: controlId, to, at: `/controls/${controlId}/requirements/${to}` },
  }),
}

for (const [kind, pick] of Object.entries(links))
  describe(kind, () => {
    const isLinked = async (of: string, to: string): Promise<boolean> => {
      const path = kind === 'clause_control_removal' ? '/clauses' : '/controls'
      const { answers = [], requirements = [] } = await client.get('auditor', `${path}/${of}`)
      return [...answers, ...requirements].some(
        ({ controlId, requirementId }: Fields) => controlId === to || requirementId === to,
      )
    }

    test('one person requests the removal, and another confirms it', async () => {
      const { of, to, at } = pick(await link())
      const rejection = await client.ask('contributor', 'DELETE', at)
      assert.deepEqual([rejection.status, rejection.body.error], [403, 'forbidden_resource'])
      assert.match(rejection.body.message, /needs a second person: request it/)
      const ask = (over: Fields) => client.ask('admin', 'POST', '/approval-requests', { kind, resourceId: of, ...over })
      assert.equal((await ask({})).status, 422, 'without the other end of the link')
      assert.equal((await ask({ linkedId: to, justification: 'none' })).status, 400)
      assert.equal((await ask({ linkedId: 'gct_01JZ8Q4D3N6V0M2K5T7W9Y1B4G' })).status, 404, 'not linked')
      const { status, body: asked } = await ask({ linkedId: to })
      assert.deepEqual([status, asked.linkedId, asked.title.includes(': ')], [201, to, true])
      assert.equal(await isLinked(of, to), true, 'nothing changes yet')
      assert.equal((await client.ask('contributor', 'DELETE', at)).status, 422, 'it waits')
      assert.equal((await decide('admin', asked.id, 'confirm')).status, 403, 'the same person')
      const confirmed = await decide('reviewer', asked.id, 'confirm')
      assert.equal(confirmed.status, 200, confirmed.text)
      assert.equal(await isLinked(of, to), false)
      const { auditEvents } = await client.get('admin', '/audit?limit=20')
      const rows = auditEvents.filter((row: Fields) => row.requestId === confirmed.headers.get('x-request-id'))
      assert.deepEqual(rows.map((row: Fields) => row.resourceId).sort(), [asked.id, `${of}/${to}`].sort())
    })

    test('one person can remove a link that coverage does not count, or any link if the setting is off', async () => {
      const retired = await link()
      const { body: asked } = await client.ask('admin', 'POST', '/approval-requests', {
        ...{ kind: 'control_retirement', resourceId: retired.controlId },
      })
      await decide('reviewer', asked.id, 'confirm')
      await must(204, 'contributor', 'DELETE', pick(retired).at)
      await set({ secondPerson: false })
      await must(204, 'contributor', 'DELETE', pick(await link()).at)
    })
  })
