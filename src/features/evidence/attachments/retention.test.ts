import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { day } from '#lib/clock.ts'
import { boot, type Probata } from '#test/system.ts'
import { createWorkspaceClient, type WorkspaceClient } from '#test/workspace-client.ts'

let p: Probata
let acme: WorkspaceClient

before(async () => {
  p = await boot()
  acme = createWorkspaceClient(p)
})
after(() => p[Symbol.asyncDispose]())

const list = '/evidence-requirements'

const requirement = async (requirementKey: string, fields: object = {}): Promise<string> => {
  const response = await acme.ask('admin', 'POST', list, { requirementKey, title: 'Kept', status: 'active', ...fields })
  assert.equal(response.status, 201, response.text)
  return response.body.id
}

const change = async (id: string, changes: object) => {
  const response = await acme.ask('admin', 'PATCH', `${list}/${id}`, { ...changes })
  assert.equal(response.status, 200, response.text)
  return response.body
}

const retainedUntil = async (claimId: string): Promise<string[]> => {
  const { retention } = await acme.get('contributor', `/claims/${claimId}`)
  return retention.files.map(({ retainUntil }: { retainUntil: string }) => retainUntil)
}

/** Creates a claim of the requirement, and attaches a file at this time. */
const createClaimAt = async (at: string, claimKey: string, evidenceRequirementId: string): Promise<string> => {
  p.clock.set(Date.parse(at))
  const claimId = await acme.claim(claimKey, { evidenceRequirementId })
  await acme.attach(claimId, claimKey)
  return claimId
}

const extend = () => p.system.runJob('extend-retention')

describe('retention of files', { concurrency: false }, () => {
  test("lasts for the requirement's years, to the end of the day in UTC", async () => {
    const id = await requirement('RET-1', { retentionYears: 7 })
    const { retentionYears } = await acme.get('auditor', `${list}/${id}`)
    assert.equal(retentionYears, 7)
    const claimId = await createClaimAt('2027-03-04T23:30:00Z', 'of-seven-years', id)
    assert.deepEqual(await retainedUntil(claimId), ['2034-03-05T00:00:00.000Z'])
    const leap = await createClaimAt('2028-02-29T12:00:00Z', 'of-a-leap-day', id)
    assert.deepEqual(await retainedUntil(leap), ['2035-03-01T00:00:00.000Z'])
    assert.deepEqual((await acme.get('auditor', `/claims/${leap}`)).retention.held, false)
  })

  test('does not apply if no requirement sets one', async () => {
    const claimId = await createClaimAt('2028-03-01T12:00:00Z', 'of-no-time', await requirement('RET-2'))
    assert.deepEqual(await retainedUntil(claimId), [])
    const alone = await acme.claim('of-no-requirement')
    await acme.attach(alone, 'alone')
    assert.deepEqual(await retainedUntil(alone), [])
  })

  test('applies to existing files when lengthened, but only to new ones when shortened', async () => {
    const id = await requirement('RET-3')
    const [first, second] = [
      await createClaimAt('2028-04-01T12:00:00Z', 'first', id),
      await createClaimAt('2028-05-01T12:00:00Z', 'second', id),
    ]
    await change(id, { retentionYears: 2 })
    assert.deepEqual(await retainedUntil(first), [], 'the job has not run yet')
    assert.equal(await extend(), 2)
    assert.deepEqual(await retainedUntil(first), ['2030-04-02T00:00:00.000Z'])
    assert.deepEqual(await retainedUntil(second), ['2030-05-02T00:00:00.000Z'])
    assert.equal(await extend(), 0)

    await change(id, { retentionYears: 1 })
    assert.equal(await extend(), 0)
    const third = await createClaimAt('2028-06-01T12:00:00Z', 'third', id)
    assert.deepEqual(await retainedUntil(third), ['2029-06-02T00:00:00.000Z'])
    await change(id, { retentionYears: 2 })
    assert.equal(await extend(), 3)
    assert.deepEqual(await retainedUntil(first), ['2030-04-02T00:00:00.000Z'])
    assert.deepEqual(await retainedUntil(third), ['2030-06-02T00:00:00.000Z'])

    await change(id, { retentionYears: null })
    assert.equal(await extend(), 0)
    assert.deepEqual(await retainedUntil(third), ['2030-06-02T00:00:00.000Z'])
  })

  test('is extended for several requirements in one run, in batches', async () => {
    const ids = [await requirement('RET-4'), await requirement('RET-5')]
    const claims = [await createClaimAt('2028-07-01T12:00:00Z', 'of-4', ids[0] ?? ''), await acme.claim('of-5')]
    const [org] = await p.sql(`select id from organization where slug = 'acme'`)
    const record = await acme.get('contributor', `/claims/${claims[1]}`)
    // More than two batches of claims without files.
    await p.sql(
      `insert into evidence_claim (organization_id, id, evidence_requirement_id, claim_key, status, valid_until,
          created_by, record, source_snapshot, claim_snapshot)
       select $1, 'gec_' || lpad(n::text, 26, '0'), $2, 'many-' || n, 'rejected', now(), $3, '{}', '{}', '{}'
         from generate_series(1, 1100) n`,
      [org?.id, ids[0], record.createdBy],
    )
    for (const id of ids) await change(id, { retentionYears: 3 })
    assert.equal(await extend(), 1101)
    assert.deepEqual(await retainedUntil(claims[0] ?? ''), ['2031-07-02T00:00:00.000Z'])
    assert.equal(await extend(), 0)
  })

  test('is audited with the number of years, limited to a hundred years, and not shown in v1', async () => {
    const id = await requirement('RET-6', { retentionYears: 5 })
    await change(id, { retentionYears: 10 })
    await change(id, { title: 'Kept well' })
    const { auditEvents } = await acme.get('auditor', `/audit?resourceId=${id}&action=evidence.requirement.update`)
    assert.deepEqual(
      auditEvents.map(({ detail }: { detail: string | null }) => detail),
      [null, 'retentionYears 5 → 10'],
    )
    for (const retentionYears of [0, 101, 1.5, 'ten']) {
      const { status } = await acme.ask('admin', 'PATCH', `${list}/${id}`, { retentionYears })
      assert.equal(status, 400, String(retentionYears))
    }
    const token = await p.token('acme-reader')
    const { body } = await p.call('GET', `/api/v1/governance/evidence/requirements/${id}`, { token })
    assert.equal('retentionYears' in body, false)
  })

  test('cannot be shortened, and its files cannot be removed, even by direct access to the database', async () => {
    const id = await requirement('RET-7', { retentionYears: 100 })
    p.clock.advance(day)
    const claimId = await acme.claim('of-a-hundred', { evidenceRequirementId: id })
    await acme.attach(claimId, 'kept')
    const artifactId = `(select artifact_id from attachment_link where claim_id = '${claimId}')`
    const blobs = `(select blob_key from artifact where id = ${artifactId})`
    for (const statement of [
      `update artifact set retain_until = now() where id = ${artifactId}`,
      `update artifact set retain_until = null where id = ${artifactId}`,
      `delete from attachment_link where claim_id = '${claimId}'`,
      `update blob_copy set state = 'condemned' where blob_key = ${blobs}`,
      `delete from blob_copy where blob_key = ${blobs}`,
      `delete from artifact where id = ${artifactId}`,
    ])
      await assert.rejects(p.sql(statement), { code: '23001', constraint: 'retention_hold' }, statement)
    assert.equal((await retainedUntil(claimId)).length, 1)
  })
})
