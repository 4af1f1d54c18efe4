import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { install } from '#db/database.ts'
import { day, iso, second } from '#lib/clock.ts'
import { recordSecurityEvent, type SecurityEvent } from '#shared/security-event.ts'
import type { SecurityEventType } from '#shared/security-event-catalogue.ts'
import { clientSecret, workspace } from '#test/fixture.ts'
import { boot, type Probata } from '#test/system.ts'
import { createWorkspaceClient, type WorkspaceClient } from '#test/workspace-client.ts'

const slugs = { acme: 'org_acme', globex: 'org_globex' }
const siem = { clientSecret, scopes: ['security.events:read'] }
const provision = {
  organizations: workspace.organizations.map(organization => ({
    ...organization,
    operator: organization.slug === 'acme',
    serviceAccounts: [
      ...organization.serviceAccounts,
      { ...siem, name: 'siem', clientId: `${organization.slug}-siem` },
    ],
  })),
}

let p: Probata
let acme: WorkspaceClient
let globex: WorkspaceClient
const ids: Record<string, string> = { install }

before(async () => {
  p = await boot({ provision })
  acme = createWorkspaceClient(p, 'acme')
  globex = createWorkspaceClient(p, 'globex')
  for (const slug of Object.keys(slugs)) {
    const [row] = await p.sql('select id from organization where slug = $1', [slug])
    ids[slug] = String(row?.id)
  }
})
after(() => p[Symbol.asyncDispose]())

const record = (organization: string, type: SecurityEventType = 'storageOperationsObjectMissing', context = {}) =>
  recordSecurityEvent(p.system.services, ids[organization] ?? '', { type, context })

const idsOf = (events: readonly SecurityEvent[]) => events.map(({ id }) => id)

describe('the list of the workspace', { concurrency: false }, () => {
  const list = async (client: WorkspaceClient, query = '', person = 'admin') =>
    (await client.get(person, `/security-events${query}`)).securityEvents as SecurityEvent[]

  test('severity and time filter the list, alone and together with a type', async () => {
    const old = await record('acme', 'storageOperationsDigestMismatch')
    p.clock.advance(day)
    const from = iso(p.clock.now())
    const [missing, mismatch] = [await record('acme'), await record('acme', 'storageOperationsDigestMismatch')]
    const cases: [query: string, expected: SecurityEvent[]][] = [
      ['?severity=critical', [mismatch, old]],
      ['?severity=high', [missing]],
      ['?severity=low', []],
      [`?since=${from}`, [mismatch, missing]],
      [`?since=${from}&severity=critical`, [mismatch]],
      ['?type=storageOperationsDigestMismatch', [mismatch, old]],
      ['?type=storageOperationsDigestMismatch&severity=critical', [mismatch, old]],
      ['?type=storageOperationsDigestMismatch&severity=high', []],
      [`?type=storageOperationsDigestMismatch&since=${from}`, [mismatch]],
    ]
    for (const [query, expected] of cases) assert.deepEqual(await list(acme, query, 'auditor'), expected, query)
    for (const query of ['?severity=loud', '?since=yesterday', '?since=2026-02-30T00:00:00Z', '?who=me'])
      assert.equal((await acme.ask('auditor', 'GET', `/security-events${query}`)).status, 400, query)
  })

  test('administrators of the operating workspace also see events of the install, in order with their own', async () => {
    const since = `?since=${iso(p.clock.now())}`
    const first = await record('acme')
    const second = await record('install', 'jobStuck', { job: 'expire-claims' })
    const third = await record('acme')
    const foreign = await record('globex')
    assert.deepEqual(await list(acme, since), [third, second, first])
    assert.equal(second.organizationId, 'install')
    assert.deepEqual(await list(acme, since, 'auditor'), [third, first])
    assert.deepEqual(await list(globex, since), [foreign])
    assert.deepEqual(await list(acme, `${since}&severity=medium`), [second])
    const { securityEvents, pagination } = await acme.get('admin', `/security-events${since}&limit=2`)
    const rest = await list(acme, `${since}&limit=2&cursor=${pagination.nextCursor}`)
    assert.deepEqual([...securityEvents, ...rest], [third, second, first])
    const other = await acme.ask('admin', 'GET', `/security-events?severity=high&cursor=${pagination.nextCursor}`)
    assert.deepEqual([other.status, other.body.error], [400, 'invalid_cursor'])
  })

  test('a single organization operates the install', async () => {
    await using single = await boot({ provision: { organizations: [workspace.organizations[0]] } })
    const client = createWorkspaceClient(single)
    const event = await recordSecurityEvent(single.system.services, install, { type: 'jobStuck', context: {} })
    assert.deepEqual(await list(client), [event])
  })
})

describe('for a SIEM', { concurrency: false }, () => {
  const ask = async (query = '', client = 'acme-siem') =>
    p.call('GET', `/api/v1/security-events${query}`, { token: await p.token(client) })
  const read = async (query = '', client = 'acme-siem') => {
    const { status, body, text } = await ask(query, client)
    assert.equal(status, 200, text)
    return body.securityEvents as SecurityEvent[]
  }

  test('events are listed newest first, or oldest first after a given event, without those of the last ten seconds', async () => {
    const first = await record('acme')
    assert.deepEqual((await read())[0], first)
    p.clock.advance(11 * second)
    assert.deepEqual((await read('?order=oldest&limit=200')).at(-1), first)
    const after = `?after=${first.id}`
    const [before, secondEvent] = [await record('acme'), await record('install', 'jobMissed')]
    assert.deepEqual(idsOf(await read('?limit=3')), [secondEvent.id, before.id, first.id])
    p.clock.advance(11 * second)
    const third = await record('acme')
    assert.deepEqual(await read(after), [before, secondEvent])
    assert.deepEqual(await read(`?after=${secondEvent.id}`), [])
    p.clock.advance(9 * second)
    assert.deepEqual(await read(`?after=${secondEvent.id}`), [])
    p.clock.advance(2 * second)
    assert.deepEqual(await read(`?after=${secondEvent.id}`), [third])
    const page = (await ask(`${after}&limit=2`)).body
    assert.deepEqual(idsOf(page.securityEvents), [before.id, secondEvent.id])
    assert.deepEqual(await read(`${after}&limit=2&cursor=${page.pagination.nextCursor}`), [third])
    assert.deepEqual(await read(`${after}&severity=medium`), [secondEvent])
    assert.ok(
      idsOf(await read('?limit=200', 'globex-siem')).every(id => ![before.id, secondEvent.id, third.id].includes(id)),
    )
  })

  test('only the scope for security events grants access', async () => {
    const response = await ask('', 'acme-scanner')
    assert.deepEqual([response.status, response.body.requiredScope], [403, 'security.events:read'])
    for (const query of ['?after=sev_1', '?after=', '?until=now']) assert.equal((await ask(query)).status, 400, query)
  })
})

describe('the export', { concurrency: false }, () => {
  const lines = async (query: string, person = 'admin') => {
    p.clock.advance(11 * second)
    const { status, text, headers } = await acme.ask(person, 'GET', `/security-events/export${query}`)
    assert.deepEqual([status, headers.get('content-type')], [200, 'application/x-ndjson; charset=utf-8'])
    return text
      .split('\n')
      .slice(0, -1)
      .map(line => JSON.parse(line))
  }

  test('exports lines of JSON, oldest first, with the filters of the list and after an event', async () => {
    const since = iso(p.clock.now())
    const events = [await record('acme'), await record('install', 'jobStuck'), await record('acme', 'signInLocked')]
    assert.deepEqual(await lines(`?since=${since}`), events)
    assert.deepEqual(await lines(`?format=jsonl&since=${since}`, 'auditor'), [events[0], events[2]])
    assert.deepEqual(await lines(`?since=${since}&severity=high`), [events[0]])
    assert.deepEqual(await lines(`?after=${events[0]?.id}`), events.slice(1))
    assert.equal((await acme.ask('reviewer', 'GET', '/security-events/export')).status, 403)
    assert.equal((await acme.ask('admin', 'GET', '/security-events/export?format=cef')).status, 400)
  })

  test('exports OCSF findings, and a locked sign-in as a failed logon', async () => {
    const since = iso(p.clock.now())
    const finding = await record('acme', 'storageOperationsDigestMismatch', { requestId: 'req_1', resourceId: 'art_1' })
    const locked = await record('acme', 'signInLocked', { personId: 'prs_1' })
    const [findingLine, logon, ...furtherLines] = await lines(`?format=ocsf&since=${since}`)
    assert.equal(furtherLines.length, 0)
    const { time, metadata, finding_info, ...attributes } = findingLine
    assert.equal(time, Date.parse(finding.createdAt))
    assert.deepEqual(finding_info, {
      uid: finding.id,
      title: finding.type,
      desc: finding.reason,
      created_time: time,
    })
    assert.deepEqual(
      [metadata.version, metadata.uid, metadata.tenant_uid, metadata.correlation_uid, metadata.product.name],
      ['1.3.0', finding.id, ids.acme, 'req_1', 'Probata'],
    )
    const { class_uid, category_uid, activity_id, type_uid, severity_id, status_id, message, unmapped } = attributes
    assert.deepEqual(
      [class_uid, category_uid, activity_id, type_uid, severity_id, status_id],
      [2004, 2, 1, 200401, 5, 1],
    )
    assert.deepEqual([message, unmapped], [finding.reason, finding.context])
    assert.deepEqual(
      [
        logon.class_uid,
        logon.category_uid,
        logon.activity_id,
        logon.type_uid,
        logon.severity_id,
        logon.status_id,
        logon.user.uid,
      ],
      [3002, 3, 1, 300201, 3, 2, 'prs_1'],
    )
    assert.equal(logon.metadata.uid, locked.id)
  })
})

describe('the retention of security events', { concurrency: false }, () => {
  const partitions = async () =>
    (
      await p.sql(`select inhrelid::regclass::text as name from pg_inherits
      where inhparent = 'security_event'::regclass order by 1`)
    ).map(({ name }) => String(name))
  const exists = async (id: string) => (await p.sql('select from security_event where id = $1', [id])).length === 1

  test('events are stored for 400 days, until their month is dropped, even if it has no partition of its own', async () => {
    const before = await partitions()
    assert.ok(before.length >= 4 && before.includes('security_event_other'), before.join())
    const event = await record('acme')
    p.clock.advance(200 * day)
    const outsideEvent = await record('acme')
    assert.equal((await p.sql('select from security_event_other where id = $1', [outsideEvent.id])).length, 1)
    p.clock.advance(199 * day)
    await p.system.runJob('keep-security-event-partitions')
    assert.deepEqual([await exists(event.id), await exists(outsideEvent.id)], [true, true])
    p.clock.advance(33 * day)
    await p.system.runJob('keep-security-event-partitions')
    assert.deepEqual([await exists(event.id), await exists(outsideEvent.id)], [false, true])
    const laterEvent = await record('globex')
    p.clock.advance(200 * day)
    await p.system.runJob('keep-security-event-partitions')
    assert.deepEqual([await exists(outsideEvent.id), await exists(laterEvent.id)], [false, true])
    assert.equal(await p.system.runJob('keep-security-event-partitions'), 0)
    // Missed runs cause later events, which stay.
    const remainingOutside = await p.sql(`select from security_event_other where type <> 'jobMissed'`)
    assert.equal(remainingOutside.length, 0)
  })

  test('the trail is append-only', async () => {
    const event = await record('acme')
    for (const sql of ['update security_event set type = type', 'delete from security_event'])
      await assert.rejects(p.sql(sql), /append-only/)
    assert.ok(await exists(event.id))
  })
})
