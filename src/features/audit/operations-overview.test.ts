import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hour, iso } from '#lib/clock.ts'
import { recordSecurityEvent } from '#shared/security-event.ts'
import { boot } from '#test/system.ts'
import { createWorkspaceClient } from '#test/workspace-client.ts'

test('the operations overview shows only problems, and its event counts match the list', async () => {
  await using p = await boot()
  const client = createWorkspaceClient(p)
  const overview = () => client.get('auditor', '/overview/operations')
  const healthy = await overview()
  assert.deepEqual([healthy.jobs, healthy.bindings, healthy.places, healthy.securityEvents.critical], [[], [], [], 0])
  for (const role of ['reviewer', 'contributor'])
    assert.equal((await client.ask(role, 'GET', '/overview/operations')).status, 403)

  const [organization] = await p.sql("select id from organization where slug = 'acme'")
  const id = String(organization?.id)
  const addTrouble = (place: string, age: number) =>
    p.sql(
      `insert into ledger_place_trouble (organization_id, place, since, attempts, code) values ($1, $2, $3, 1, 'refused')`,
      [id, place, iso(p.clock.now() - age)],
    )
  await addTrouble('folder', 2 * hour)
  await addTrouble('time-stamp', hour / 2)
  for (const _ of [1, 2])
    await recordSecurityEvent(p.system.services, id, { type: 'storageOperationsObjectMissing', context: {} })
  await p.sql("update organization set operator = true where slug = 'acme'")
  await p.sql(
    `insert into job (name, next_run_at, failures) values ('expire-claims', now(), 1)
       on conflict (name) do update set failures = 1`,
  )
  const { jobs, places, securityEvents } = await overview()
  assert.deepEqual(jobs, [{ name: 'expire-claims', failures: 1, stuck: false }])
  assert.deepEqual(
    places.map(({ place }: { place: string }) => place),
    ['folder'],
  )
  const since = encodeURIComponent(securityEvents.since)
  for (const severity of ['critical', 'high'] as const) {
    const listed = await client.get('auditor', `/security-events?severity=${severity}&since=${since}`)
    assert.equal(listed.securityEvents.length, securityEvents[severity])
  }
  assert.equal(securityEvents.critical + securityEvents.high, 2)
  assert.deepEqual((await createWorkspaceClient(p, 'globex').get('admin', '/overview/operations')).places, [])
})
