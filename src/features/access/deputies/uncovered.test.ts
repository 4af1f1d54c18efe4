import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFindingsClient } from '#test/findings-client.ts'
import { claimInput } from '#test/fixture.ts'
import { boot } from '#test/system.ts'

test('work of the deputy that the person may not do does not cover the work that the deputy may not do', async () => {
  await using p = await boot()
  const acme = await createFindingsClient(p)
  const people = await acme.people()
  const deputyId = people['second.reviewer']
  const unitOf = async (unitKey: string) =>
    (await acme.must(201, 'admin', 'POST', '/units', { unitKey, title: unitKey })).id
  const [unit, other] = [await unitOf('one'), await unitOf('other')]
  await acme.must(200, 'admin', 'PATCH', `/people/${deputyId}`, { unitIds: [other] })
  const path = `/people/${people.reviewer}/deputy`
  await acme.must(200, 'admin', 'PUT', path, { deputyId, always: true, absentFrom: null, absentUntil: null })
  const countOf = async () => {
    const { uncovered } = await acme.get('reviewer', `${path}?with=uncovered`)
    return uncovered.find(({ kind }: { kind: string }) => kind === 'claim_review')?.count ?? 0
  }
  const requirement = { requirementKey: 'of a unit', title: 'Of a unit', status: 'active' }
  const { id: evidenceRequirementId } = await acme.must(201, 'admin', 'POST', '/evidence-requirements', requirement)
  const claimFor = async (key: string, over = {}) => {
    const { id } = await acme.must(201, 'contributor', 'POST', '/claims', claimInput(key, over))
    await acme.must(200, 'admin', 'POST', `/claims/${id}/assign`, { reviewerId: people.reviewer })
    return id
  }
  await claimFor('of the requirement', { evidenceRequirementId })
  const own = await claimFor('own')
  await p.sql('update evidence_claim set makers = array[$2] where id = $1', [own, people.reviewer])
  const { work } = await acme.get('second.reviewer', '/my-work?limit=200&kind=claim_review')
  assert.ok(
    work.some(({ id }: { id: string }) => id === own),
    'only the deputy may decide it',
  )
  assert.equal(await countOf(), 0, 'the deputy gets the other one')
  await acme.must(200, 'admin', 'POST', '/placements', { recordIds: [evidenceRequirementId], unitId: unit })
  assert.equal(await countOf(), 1, 'no one gets it now')
})
