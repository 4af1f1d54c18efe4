import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boot } from '#test/system.ts'
import { accountsOf, machine, person } from './callers.ts'
import { startReceiver } from './receiver.ts'
import { loopback, webhooksOf } from './webhooks.ts'

const manage = 'webhooks:manage'
const evidence = 'governance.evidence:read'
const claimCreated = 'evidence.claim.created'

for (const events of [[claimCreated], ['*']])
  test(`events queued under a scope that was removed are not sent, and their records say so: ${events}`, async () => {
    await using p = await boot({ env: loopback })
    await using receiver = await startReceiver()
    const accounts = accountsOf(p)
    const claims = webhooksOf(p)
    const admin = await person(p)
    const account = await accounts.create([manage, evidence])
    const { id } = await (await machine(p, account.clientId)).create(receiver.url, events)
    const withheldCount = async () => (await admin.get(`/${id}`)).body.withheldEvents
    assert.deepEqual(await withheldCount(), [])
    await admin.send('POST', `/${id}/pause`)
    const queued = await claims.emit(2)

    await accounts.grant(account.id, [manage])
    assert.ok((await withheldCount()).includes(claimCreated))
    await claims.emit()
    await admin.send('POST', `/${id}/resume`)
    assert.equal(await p.system.delivery.drain(), queued.length, 'an event without the scope was queued')
    assert.deepEqual(receiver.received, [])
    const { deliveries } = (await admin.get(`/${id}/deliveries`)).body
    for (const { outcome, failure, message, nextAttemptAt } of deliveries) {
      assert.deepEqual([outcome, failure, nextAttemptAt], ['dead', 'scope_taken_away', null])
      assert.match(message, /^Not sent/)
    }
    const { body: health } = await admin.get('/health')
    assert.deepEqual([health.endpoints[0].deadLetters, health.endpoints[0].failingSince], [2, null])
    const [row] = await p.sql(
      `select record::jsonb ->> 'detail' as detail from audit_event where action = 'webhook.deliver' order by id desc limit 1`,
    )
    for (const event of queued)
      assert.ok(String(row?.detail).includes(`${event}: not sent, scope removed`), `${row?.detail}`)
    const metrics = await p.call('GET', '/metrics')
    assert.match(metrics.text, /probata_webhook_attempts_total\{[^}]*failure="scope_taken_away"[^}]*\} 2\b/)

    await accounts.grant(account.id, [manage, evidence])
    assert.deepEqual(await withheldCount(), [])
    const [laterEvent] = await claims.emit()
    await p.system.delivery.drain()
    assert.deepEqual(receiver.events(), [laterEvent])
    for (const eventId of queued) {
      const response = await admin.send('POST', `/${id}/dead-letters/${eventId}/replay`)
      assert.equal(response.status, 200, response.text)
    }
    await p.system.delivery.drain()
    assert.deepEqual(receiver.events().toSorted(), [...queued, laterEvent].toSorted())
  })
