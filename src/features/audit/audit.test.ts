import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { recordSecurityEvent } from '#shared/security-event.ts'
import { claimInput } from '#test/fixture.ts'
import { boot, type Probata } from '#test/system.ts'

let probata: Probata
let cookies: Record<string, string>

before(async () => {
  probata = await boot()
  const roles = ['admin', 'auditor', 'reviewer', 'contributor']
  const signedIn = await Promise.all(roles.map(role => probata.signIn(`${role}@acme.example`)))
  cookies = Object.fromEntries(roles.map((role, i) => [role, signedIn[i] ?? '']))
  cookies.stranger = await probata.signIn('admin@globex.example')
})

after(() => probata[Symbol.asyncDispose]())

const get = (role: string, path: string) =>
  probata.call('GET', `/api/workspace${path}`, { headers: { cookie: cookies[role] ?? '' } })

describe('audit trail', { concurrency: false }, () => {
  test('administrators and auditors search the trail by action, actor and record', async () => {
    const token = await probata.token('acme-scanner')
    const created = await Promise.all(
      ['audited-1', 'audited-2'].map(key =>
        probata.call('POST', '/api/v1/governance/evidence/claims', { token, body: claimInput(key) }),
      ),
    )
    const claim = created[0]?.body
    const response = await get('auditor', `/audit?resourceId=${claim.id}`)
    assert.equal(response.status, 200, response.text)
    const [row, ...rest] = response.body.auditEvents
    assert.deepEqual(rest, [])
    assert.deepEqual(
      [row.action, row.outcome, row.actorKind, row.resourceId, row.reason, row.requestId],
      [
        'evidence.claim.create',
        'done',
        'service_account',
        claim.id,
        claimInput('').reason,
        created[0]?.headers.get('x-request-id'),
      ],
    )
    const responseForTwo = await get('admin', `/audit?action=evidence.claim.create&actorId=${row.actorId}`)
    assert.deepEqual(
      responseForTwo.body.auditEvents.map((event: { resourceId: string }) => event.resourceId).toSorted(),
      created.map(response => response.body.id).toSorted(),
    )
    const all = `/audit?action=evidence.claim.create&actorId=${row.actorId}&resourceId=${claim.id}`
    assert.equal((await get('admin', all)).body.auditEvents.length, 1)
    assert.deepEqual((await get('admin', '/audit?action=nothing')).body, { auditEvents: [], pagination: {} })
  })

  test('other roles may not read the trail, and the trail records the refusals', async () => {
    for (const role of ['reviewer', 'contributor']) {
      for (const path of ['/audit', '/security-events']) {
        const response = await get(role, path)
        assert.deepEqual([response.status, response.body.error], [403, 'forbidden_resource'])
      }
    }
    const { body } = await get('auditor', '/audit?action=listAuditEvents')
    assert.deepEqual(
      body.auditEvents.map((event: { outcome: string; detail: string }) => [event.outcome, event.detail]),
      [
        ['refused', 'forbidden_resource'],
        ['refused', 'forbidden_resource'],
      ],
    )
    const [ownTrail, otherTrail] = [await get('admin', '/audit'), await get('stranger', '/audit')]
    const ownIds = new Set(ownTrail.body.auditEvents.map((event: { id: string }) => event.id))
    assert.ok(ownIds.size > 0 && otherTrail.body.auditEvents.length > 0)
    assert.ok(otherTrail.body.auditEvents.every((event: { id: string }) => !ownIds.has(event.id)))
  })
})

describe('security events', { concurrency: false }, () => {
  const record = async (organization: string, type = 'storageOperationsObjectMissing' as const) => {
    const [row] = await probata.sql('select id from organization where slug = $1', [organization])
    return recordSecurityEvent(probata.system.services, String(row?.id), {
      type,
      context: { resourceId: 'art_1', requestId: 'req_1', code: 'password: hunter2 /etc/passwd' },
    })
  }

  test('an organization sees its own events, without data that does not belong in a trail', async () => {
    const event = await record('acme')
    await record('globex')
    const { body, status } = await get('auditor', '/security-events')
    assert.equal(status, 200)
    assert.deepEqual(body.securityEvents, [event])
    assert.deepEqual(Object.keys(event), ['id', 'type', 'severity', 'organizationId', 'reason', 'context', 'createdAt'])
    assert.match(event.id, /^sev_[0-9A-Z]{26}$/)
    assert.deepEqual([event.severity, event.reason], ['high', 'A stored file is missing.'])
    assert.deepEqual(event.context, { resourceId: 'art_1', requestId: 'req_1' })
    assert.equal((await get('stranger', '/security-events')).body.securityEvents.length, 1)
  })

  test('events can be filtered by type', async () => {
    const filtered = await get('admin', '/security-events?type=storageOperationsObjectMissing')
    assert.equal(filtered.body.securityEvents.length, 1)
    assert.deepEqual(
      (await get('admin', '/security-events?type=storageOperationsDigestMismatch')).body.securityEvents,
      [],
    )
    assert.equal((await get('admin', '/security-events?type=unknown')).status, 400)
  })

  test('events cannot be changed or removed', async () => {
    for (const sql of [`update security_event set type = 'x'`, 'delete from security_event', 'truncate security_event'])
      await assert.rejects(probata.sql(sql), /append-only/)
  })
})
