import assert from 'node:assert/strict'
import { test } from 'node:test'
import { claimInput } from './fixture.ts'
import { boot } from './system.ts'
import { createWorkspaceClient } from './workspace-client.ts'

test('hands', { timeout: 600_000 }, async () => {
  await using p = await boot()
  const client = createWorkspaceClient(p)
  const [org] = await p.sql(`select id from organization where slug = 'acme'`)
  const o = String(org?.id)
  for (let i = 0; i < 300; i++) await client.claim(`c${i}`, claimInput(`c${i}`))
  await p.sql(`insert into login (id, address, created_at) select 'lgn_' || i, 'p' || i || '@acme.example', now() from generate_series(1, 10000) i`)
  await p.sql(`insert into person (organization_id, id, role, disabled, record, login_id)
    select p.organization_id, 'prs_' || lpad(i::text, 26, '0'), 'contributor', false, jsonb_set(p.record::jsonb, '{id}', to_jsonb('prs_' || lpad(i::text, 26, '0')))::text, 'lgn_' || i
      from person p, generate_series(1, 10000) i where p.organization_id = $1 and p.record::json ->> 'email' = 'contributor@acme.example'`, [o])
  const people = { admin: (await p.sql(`select id from person where organization_id = $1 and record::json ->> 'email' = 'admin@acme.example'`, [o]))[0]?.id }
  const admin = String(people.admin)
  const shapes: Record<string, string> = {
    star: `insert into custodian (organization_id, person_id, custodian_id, why, since, applies_from) select '${o}', 'prs_' || lpad(i::text, 26, '0'), '${admin}', 'invitation_link', now(), now() from generate_series(1, 10000) i`,
    chain: `insert into custodian (organization_id, person_id, custodian_id, why, since, applies_from) select '${o}', 'prs_' || lpad(i::text, 26, '0'), case when i = 1 then '${admin}' else 'prs_' || lpad((i - 1)::text, 26, '0') end, 'invitation_link', now(), now() from generate_series(1, 10000) i`,
  }
  // makers: everybody a different one
  await p.sql(`update evidence_claim c set makers = array['prs_' || lpad(n.n::text, 26, '0')], created_by = 'prs_' || lpad(n.n::text, 26, '0') from (select id, 30 * row_number() over (order by id) n from evidence_claim) n where n.id = c.id`)
  for (const [shape, sql] of Object.entries(shapes)) {
    await p.sql('delete from custodian')
    await p.sql(sql)
    await p.sql('analyze')
    p.system.services.identities.forget()
    const time = async (what: string, act: () => Promise<unknown>) => {
      const took: number[] = []
      for (let i = 0; i < 5; i++) { p.system.services.identities.forget(); const t = performance.now(); await act().catch((e: Error) => console.log(what, String(e).slice(0, 120))); took.push(performance.now() - t) }
      took.sort((a, b) => a - b)
      console.log(`${shape} ${what}: ${took.map(x => x.toFixed(0)).join(' ')}`)
    }
    await time('work of admin', () => client.get('admin', '/my-work?limit=50'))
    await time('work of reviewer', () => client.get('reviewer', '/my-work?limit=50'))
    await time('claims', () => client.get('admin', '/claims?limit=50'))
    const { claims } = await client.get('admin', '/claims?limit=200')
    await time('a claim', () => client.get('admin', `/claims/${claims[0].id}`))
    await time('a claim, reviewer', () => client.get('reviewer', `/claims/${claims[0].id}`))
    let i = 0
    await time('approve by reviewer', async () => {
      const { id } = claims.filter((c: any) => c.status === 'submitted')[i++]
      const { reviewedDigest } = await client.get('reviewer', `/claims/${id}`)
      p.system.services.identities.forget()
      const t = performance.now()
      const a = await client.ask('reviewer', 'POST', `/claims/${id}/approve`, { reviewedDigest })
      assert.equal(a.status, 200, a.text)
      console.log('   alone', (performance.now() - t).toFixed(0))
    })
    await p.sql(`set row_security = off`)
    const ids = { behindLast: `people_behind(array['prs_00000000000000000000010000'])`, sameAdmin: `same_hands(array['${admin}'])` }
    for (const [n, e] of Object.entries(ids)) {
      const t = performance.now()
      const [r] = await p.sql(`with b as materialized (select set_config('probata.organization', '${o}', false) as x) select cardinality(${e.replace("array['", "array[left(b.x, 0) || '")}) as n from b`).catch(error => [{ n: String(error) }])
      console.log(`${shape} ${n} ${r?.n} ${(performance.now() - t).toFixed(0)} ms`)
    }
  }
})
