import assert from 'node:assert/strict'
import { test } from 'node:test'
import { claimInput } from '#test/fixture.ts'
import { boot } from '#test/system.ts'
import { createWorkspaceClient } from '#test/workspace-client.ts'

test('each first step is ticked off when it is done, and the steps disappear once proof is accepted', async () => {
  await using p = await boot()
  const client = createWorkspaceClient(p)
  const stepsOf = async (person: string) => (await client.get(person, '/overview/work')).firstSteps
  const done = async () => Object.entries(await stepsOf('admin')).flatMap(([name, isDone]) => (isDone ? [name] : []))
  const must = async (path: string, body: Readonly<Record<string, unknown>>) => {
    const response = await client.ask('admin', 'POST', path, body)
    assert.equal(response.status, 201, response.text)
    return response.body
  }
  assert.deepEqual(await done(), ['named', 'requirement', 'reviewer'])
  const { person } = await client.get('admin', '/session')
  await p.sql("update person set disabled = true where role in ('admin', 'reviewer') and id <> $1", [person.id])
  await p.sql("update organization set name = slug where slug = 'acme'")
  await p.sql('delete from evidence_requirement')
  assert.deepEqual(await done(), [])
  await must('/frameworks', { frameworkKey: 'F', title: 'A framework' })
  await must('/evidence-requirements', { requirementKey: 'R', title: 'Proof' })
  assert.deepEqual(await done(), ['framework', 'requirement'])
  await p.sql('update person set disabled = false')
  const { id } = await must('/claims', claimInput('first'))
  assert.deepEqual(await done(), ['framework', 'requirement', 'reviewer', 'proof'])
  const { reviewedDigest } = await client.get('reviewer', `/claims/${id}`)
  const approval = await client.ask('reviewer', 'POST', `/claims/${id}/approve`, {
    reviewedDigest,
    reason: 'complete and readable',
  })
  assert.equal(approval.status, 200, approval.text)
  assert.equal(await stepsOf('admin'), null)
})
