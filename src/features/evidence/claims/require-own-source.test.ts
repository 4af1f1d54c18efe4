import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { claimInput } from '#test/fixture.ts'
import { createPolicies, type Policies } from '#test/policies.ts'
import { createQuestionnaires, type Questionnaires } from '#test/questionnaires.ts'
import { boot, type Probata } from '#test/system.ts'

let p: Probata
let policies: Policies
let forms: Questionnaires

before(async () => {
  p = await boot()
  ;[policies, forms] = [await createPolicies(p), await createQuestionnaires(p)]
})
after(() => p[Symbol.asyncDispose]())

let keyCount = 0

/** Creates the claim as a person and as a service account. Returns both statuses. */
const createBoth = async (overrides: Readonly<Record<string, unknown>>): Promise<number[]> => {
  const body = () => claimInput(`by-hand-${++keyCount}`, overrides)
  const token = await p.token('acme-scanner')
  return [
    (await policies.client.ask('contributor', 'POST', '/claims', body())).status,
    (await p.call('POST', '/api/v1/governance/evidence/claims', { token, body: body() })).status,
  ]
}

const campaignSource = { sourceModuleKey: 'dms', sourceResourceType: 'document' }
const roundSource = { sourceModuleKey: 'forms', sourceResourceType: 'response' }

test('callers cannot create a claim whose source is a campaign or a round, or whose key starts with the id of one', async () => {
  const [{ id: campaign }, { id: round }] = [await policies.campaign(), await forms.round()]
  for (const sourceResourceId of [campaign, round, ` ${campaign.toUpperCase()} `, `${round}/1`])
    for (const source of [campaignSource, roundSource])
      assert.deepEqual(await createBoth({ ...source, sourceResourceId }), [422, 422], sourceResourceId)
  assert.deepEqual(await createBoth({ claimKey: `${campaign}/gec_01JZ8Q4D3N6V0M2K5T7W9Y1B4C` }), [422, 422])
  const unknown = 'gpc_01JZ8Q4D3N6V0M2K5T7W9Y1B4C'
  for (const sourceResourceId of ['handbook', unknown, `about ${campaign}`])
    assert.deepEqual(await createBoth({ ...campaignSource, sourceResourceId }), [201, 201], sourceResourceId)
  assert.deepEqual(await createBoth({ subjectResourceId: campaign }), [201, 201])
})

test('callers cannot create a claim that names a campaign in a unit they cannot see', async () => {
  const unit = async (unitKey: string) =>
    (await policies.must('admin', 201, 'POST', '/units', { unitKey, title: `Unit ${unitKey}` })).id
  const [policyUnit, callerUnit] = [await unit('one'), await unit('other')]
  const { id, policyId } = await policies.campaign()
  await policies.must('admin', 200, 'POST', '/placements', { recordIds: [policyId], unitId: policyUnit })
  await policies.must('admin', 200, 'PATCH', `/people/${policies.people.contributor}`, { unitIds: [callerUnit] })
  await policies.must('contributor', 404, 'GET', `/policy-campaigns/${id}`)
  assert.deepEqual(await createBoth({ ...campaignSource, sourceResourceId: id }), [422, 422])
})
