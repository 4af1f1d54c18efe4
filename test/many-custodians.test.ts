import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boot } from './system.ts'
import { createWorkspaceClient } from './workspace-client.ts'

/**
 * The number of people. With the statistics of a star, in which one person is the custodian of all others, the planner
 * scans the whole table for each of that many people, which takes more than 30 seconds.
 */
const count = 10_000

const idOf = (i: string): string => `'prs_' || lpad((${i})::text, 26, '0')`

const shapes = {
  'one administrator invited everyone': "'ADMIN'",
  'each invited the next': `case when i = 1 then 'ADMIN' else ${idOf('i - 1')} end`,
} as const

for (const [shape, custodian] of Object.entries(shapes))
  test(`a claim can be opened and decided if ${shape}`, { timeout: 600_000 }, async () => {
    await using p = await boot()
    const client = createWorkspaceClient(p)
    const { admin } = await client.people()
    const claimId = await client.claim('of-many')
    await p.sql(
      `insert into login (id, address, created_at)
       select 'lgn_' || i, 'p' || i || '@acme.example', now() from generate_series(1, ${count}) i`,
    )
    await p.sql(
      `insert into person (organization_id, id, role, disabled, record, login_id)
       select p.organization_id, ${idOf('i')}, 'reviewer', false,
              jsonb_set(p.record::jsonb, '{id}', to_jsonb(${idOf('i')}))::text, 'lgn_' || i
         from person p, generate_series(1, ${count}) i where p.id = $1`,
      [admin],
    )
    await p.sql(
      `insert into custodian (organization_id, person_id, custodian_id, why, since, applies_from)
       select p.organization_id, ${idOf('i')}, ${custodian.replace('ADMIN', String(admin))}, 'invitation_link', now(), now()
         from person p, generate_series(1, ${count}) i where p.id = $1`,
      [admin],
    )
    await p.sql(`update evidence_claim set created_by = ${idOf('1')} where id = $1`, [claimId])
    await p.sql('analyze custodian, person')
    p.system.services.identities.forget()
    const claim = await client.get('admin', `/claims/${claimId}`)
    assert.deepEqual([claim.review.mayDecide, claim.review.whyNot], [false, 'hand'])
    const deciders = claim.review.deciders.map(({ name }: { name: string }) => name).sort()
    assert.deepEqual(deciders, ['reviewer of acme', 'second reviewer of acme'], 'none of them')
    const { work } = await client.get('admin', '/my-work?kind=claim_review')
    assert.deepEqual(work, [])
    await client.decide(claimId, 'approve')
  })
