import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { boot, type Probata } from '#test/system.ts'
import { createWorkspaceClient, type WorkspaceClient } from '#test/workspace-client.ts'

type Fields = Readonly<Record<string, unknown>>

interface Register {
  /** The array in list responses, and the path in the workspace. */
  readonly array: string
  readonly at: string
  /** The path below `/governance` of the machine interface, if it differs. */
  readonly v1?: string
  readonly prefix: string
  readonly key: string
  readonly scope: string
  readonly first: 'draft' | 'open'
  /** The paths of the registers that the fields refer to. */
  readonly of?: Readonly<Record<string, string>>
  /** The other fields, as first sent and as changed. */
  readonly more?: Fields
  readonly changed?: Fields
  /** A further filter, with a value that matches the changed record and one that does not. */
  readonly filter?: readonly [string, string, string]
}

const end = '2099-12-31T00:00:00.000Z'
const later = '2100-03-31T00:00:00.000Z'

const monitoring = 'governance.monitoring:read'
const indicators = 'governance.indicators:read'

/** Open points "Other governance families". */
const registers: readonly Register[] = [
  {
    ...{ array: 'exceptions', at: '/exceptions', prefix: 'gex', key: 'exceptionKey', first: 'draft' },
    ...{ scope: 'governance.exceptions:read', of: { controlId: '/controls' } },
    ...{ more: { expiresAt: end }, changed: { expiresAt: later } },
  },
  {
    ...{ array: 'monitoringDefinitions', at: '/monitoring-definitions', v1: '/monitoring/definitions', prefix: 'gmd' },
    ...{ key: 'monitoringDefinitionKey', first: 'draft', scope: monitoring },
  },
  {
    ...{ array: 'monitoringRuns', at: '/monitoring-runs', v1: '/monitoring/runs', prefix: 'gmr', first: 'open' },
    ...{ key: 'monitoringRunKey', scope: monitoring, of: { definitionId: '/monitoring-definitions' } },
  },
  {
    ...{ array: 'monitoringResultItems', at: '/monitoring-result-items', v1: '/monitoring/result-items' },
    ...{ prefix: 'gmi', key: 'monitoringResultItemKey', first: 'open', scope: monitoring },
    of: { runId: '/monitoring-runs' },
  },
  {
    ...{ array: 'indicatorDefinitions', at: '/indicator-definitions', v1: '/indicators/definitions', prefix: 'gid' },
    ...{ key: 'indicatorDefinitionKey', first: 'draft', scope: indicators },
    ...{ more: { unit: '%' }, changed: { unit: null } },
  },
  {
    ...{ array: 'indicatorMeasurements', at: '/indicator-measurements', v1: '/indicators/measurements', prefix: 'gim' },
    ...{ key: 'indicatorMeasurementKey', first: 'draft', scope: indicators },
    ...{ of: { indicatorId: '/indicator-definitions' }, more: { value: 99.95, measuredAt: end } },
    changed: { value: -0.5 },
  },
  { array: 'assets', at: '/assets', prefix: 'gat', key: 'assetKey', first: 'draft', scope: 'governance.assets:read' },
  {
    ...{
      array: 'partyEngagements',
      at: '/party-engagements',
      prefix: 'gpe',
      key: 'partyEngagementKey',
      first: 'draft',
    },
    ...{ scope: 'governance.party-engagements:read', filter: ['criticality', 'high', 'low'] },
    more: { party: 'Northgate Vaults', criticality: 'critical', contractEndsAt: end, lei: '5493001KJTIIGC8Y1R12' },
    changed: { criticality: 'high', contractEndsAt: null, lei: null },
  },
  {
    ...{ array: 'dueDiligenceReviews', at: '/due-diligence-reviews', prefix: 'gdd', key: 'dueDiligenceReviewKey' },
    ...{ first: 'open', scope: 'governance.due-diligence-reviews:read' },
    ...{ of: { partyEngagementId: '/party-engagements' }, more: { reviewDueAt: end }, changed: { reviewDueAt: later } },
  },
  {
    ...{ array: 'rightToAuditRecords', at: '/right-to-audit-records', prefix: 'gra', key: 'rightToAuditRecordKey' },
    ...{ first: 'draft', scope: 'governance.right-to-audit-records:read' },
    of: { partyEngagementId: '/party-engagements' },
  },
  {
    ...{ array: 'changeRecords', at: '/change-records', prefix: 'gch', key: 'changeRecordKey', first: 'open' },
    ...{ scope: 'governance.change-records:read', of: { assetId: '/assets' } },
  },
  {
    ...{ array: 'vulnerabilities', at: '/vulnerabilities', prefix: 'gvu', key: 'vulnerabilityKey', first: 'open' },
    ...{ scope: 'governance.vulnerabilities:read', of: { assetId: '/assets' } },
  },
]

const controls: Pick<Register, 'key' | 'of' | 'more'> = { key: 'controlKey' }
const registerAt = (at: string) => registers.find(one => one.at === at) ?? controls

let p: Probata
let client: WorkspaceClient
let stranger: WorkspaceClient
const tokens = { own: '', other: '', none: '' }

const tokenOf = async (of: WorkspaceClient, scopes: readonly string[]): Promise<string> => {
  const account = await of.ask('admin', 'POST', '/service-accounts', { name: 'reader', scopes })
  assert.equal(account.status, 201, account.text)
  const { serviceAccount, clientSecret } = account.body
  const grant = { grant_type: 'client_credentials', client_id: serviceAccount.clientId }
  const body = { ...grant, client_secret: clientSecret }
  const issued = await p.call('POST', '/api/v1/auth/token', { body })
  assert.equal(issued.status, 200, issued.text)
  return issued.body.access_token
}

before(async () => {
  p = await boot()
  client = createWorkspaceClient(p)
  stranger = createWorkspaceClient(p, 'globex')
  const scopes = [...new Set(registers.map(({ scope }) => scope))]
  tokens.own = await tokenOf(client, scopes)
  tokens.other = await tokenOf(stranger, scopes)
  tokens.none = await tokenOf(client, ['governance.evidence:read', 'governance.controls:read'])
})
after(() => p[Symbol.asyncDispose]())

let numbered = 0

/** Creates the records that a new record refers to, and returns the body for the new record. */
const bodyAt = async (by: WorkspaceClient, at: string): Promise<Fields> => {
  const { key, of = {}, more } = registerAt(at)
  const referred = await Promise.all(
    Object.entries(of).map(async ([field, to]) => [field, (await createRecord(by, to)).id] as const),
  )
  return { [key]: `K-${++numbered}`, title: 'A record', ...Object.fromEntries(referred), ...more }
}

const createRecord = async (by: WorkspaceClient, at: string, over: Fields = {}) => {
  const answer = await by.ask('contributor', 'POST', at, { ...(await bodyAt(by, at)), ...over })
  assert.equal(answer.status, 201, `${at}: ${answer.text}`)
  return answer.body
}

for (const register of registers)
  describe(register.array, () => {
    const { array, at, key, scope, first, of = {}, more = {}, changed = {}, filter } = register
    const v1 = `/api/v1/governance${register.v1 ?? at}`
    const create = async (over: Fields = {}) =>
      client.ask('contributor', 'POST', at, { ...(await bodyAt(client, at)), ...over })
    const change = (id: string, body: Fields) => client.ask('contributor', 'PATCH', `${at}/${id}`, { ...body })
    const machine = (path = '', token = tokens.own) => p.call('GET', v1 + path, { token })

    test('a record can be created, changed, listed and read over both surfaces', async () => {
      const sent = await bodyAt(client, at)
      const { status, body, text } = await client.ask('contributor', 'POST', at, { ...sent })
      assert.equal(status, 201, text)
      const { id, createdAt, updatedAt, etag, ...written } = body
      assert.match(id, new RegExp(`^${register.prefix}_[0-9A-Z]{26}$`))
      assert.deepEqual([createdAt, written], [updatedAt, { ...sent, description: '', status: first, ownerId: null }])
      p.clock.advance(1000)
      const changes = { title: 'Another title', status: 'active', description: 'What it is about.', ...changed }
      const after = await change(id, changes)
      assert.equal(after.status, 200, after.text)
      const now = { updatedAt: after.body.updatedAt, etag: after.body.etag }
      assert.deepEqual(after.body, { ...body, ...changes, ...now })
      assert.ok(now.updatedAt > updatedAt && now.etag !== etag)
      const [person, read] = [await client.get('auditor', `${at}/${id}`), await machine(`/${id}`)]
      assert.deepEqual([person, read.body, read.headers.get('etag')], [after.body, after.body, now.etag])
      const [listed] = (await client.get('reviewer', `${at}?${key}=${sent[key]}`))[array]
      const records = (await machine(`?${key}=${sent[key]}`)).body
      assert.deepEqual([listed, records], [after.body, { [array]: [after.body], pagination: {} }])
    })

    test('lists are filtered by status and by references', async () => {
      const one = (await create({ status: 'active', ...changed })).body
      const references = Object.keys(of)
      const by = (field: string, value: unknown) => `${field}=${value}`
      const filterCases: (readonly [string, boolean])[] = [
        [by('status', 'active'), true],
        [by('status', 'closed'), false],
        ...references.flatMap(field => [
          [by(field, one[field]), true] as const,
          [by(field, `${register.prefix}_x`), false] as const,
          [`${by(field, one[field])}&status=active`, true] as const,
          [`${by(field, one[field])}&status=closed`, false] as const,
        ]),
        ...(filter ? [[by(filter[0], filter[1]), true] as const, [by(filter[0], filter[2]), false] as const] : []),
      ]
      for (const [query, isFound] of filterCases)
        for (const { [array]: rows } of [
          await client.get('auditor', `${at}?${query}`),
          (await machine(`?${query}`)).body,
        ])
          assert.equal(rows[0]?.id === one.id, isFound, query)
    })

    test('a status can move forward freely, and back one step', async () => {
      const { id } = await createRecord(client, at)
      for (const status of ['active', 'closed', 'active', first, 'closed'])
        assert.equal((await change(id, { status })).body.status, status)
      const rejection = await change(id, { status: first })
      assert.deepEqual([rejection.status, rejection.body.error], [422, 'unprocessable'])
      assert.match(rejection.body.message, new RegExp(` that is closed can become active, not ${first}\\.$`))
      assert.equal((await change(id, { status: 'gone' })).status, 400)
      assert.equal((await create({ status: 'closed' })).body.status, 'closed')
    })

    test('a record can only refer to existing records', async () => {
      const { id } = await createRecord(client, at)
      const elsewhere = await stranger.get('admin', '/people')
      const strangers: [string, string][] = [['ownerId', elsewhere.people[0].id]]
      for (const [field, to] of Object.entries(of)) strangers.push([field, (await createRecord(stranger, to)).id])
      for (const [field, other] of strangers)
        for (const value of [other, 'none_at_all'])
          for (const rejection of [await create({ [field]: value }), await change(id, { [field]: value })]) {
            assert.deepEqual([rejection.status, rejection.body.error], [404, 'not_found'], rejection.text)
            const absent = { message: 'does not exist in the workspace', code: 'field.absent', values: {} }
            assert.deepEqual(rejection.body.issues, [{ path: [field], ...absent }])
          }
      for (const field of Object.keys(of)) {
        const { [field]: _, ...body } = await bodyAt(client, at)
        const without = await client.ask('contributor', 'POST', at, { ...body })
        assert.equal(without.status, field === 'assetId' && array === 'changeRecords' ? 201 : 400, without.text)
      }
    })

    test('input is validated', async () => {
      const { id, [key]: taken } = await createRecord(client, at)
      const conflict = await create({ [key]: taken })
      assert.deepEqual([conflict.status, conflict.body.error], [409, 'conflict'])
      assert.equal(conflict.body.message, `The ${key} is already used in the workspace; choose another one.`)
      // Another workspace has its own keys.
      await createRecord(stranger, at, { [key]: taken })
      assert.equal((await change(id, { [key]: 'another' })).status, 400)
      for (const [field, value] of Object.entries(more)) {
        assert.equal((await create({ [field]: {} })).status, 400, field)
        if (typeof value === 'string') assert.equal((await create({ [field]: '' })).status, 400, field)
      }
    })

    test('a record belongs to its workspace, and roles and scopes decide who reads and writes it', async () => {
      const { id } = await createRecord(client, at)
      const body = await bodyAt(client, at)
      assert.equal((await client.ask('admin', 'POST', at, { ...body })).status, 201)
      assert.equal((await client.ask('admin', 'PATCH', `${at}/${id}`, { title: 'By an administrator' })).status, 200)
      for (const role of ['reviewer', 'auditor'] as const) {
        assert.equal((await client.ask(role, 'POST', at, { ...body })).status, 403)
        assert.equal((await client.ask(role, 'PATCH', `${at}/${id}`, { title: 'Mine' })).status, 403)
        assert.equal((await client.get(role, `${at}/${id}`)).id, id)
      }
      assert.equal((await stranger.ask('admin', 'PATCH', `${at}/${id}`, { title: 'Mine' })).status, 404)
      for (const path of ['', `/${id}`]) {
        const rejection = await machine(path, tokens.none)
        assert.deepEqual([rejection.status, rejection.body.requiredScope], [403, scope])
      }
      assert.equal((await machine(`/${id}`, tokens.other)).status, 404)
      const theirs = await createRecord(stranger, at)
      const foreign = (await machine('', tokens.other)).body[array].map((row: { id: string }) => row.id)
      assert.deepEqual([foreign.includes(theirs.id), foreign.includes(id)], [true, false])
      const written = await p.call('POST', v1, { token: tokens.own, body: { ...body, reason: 'it may not write' } })
      assert.equal(written.status, 405, written.text)
    })
  })

test('an LEI must have valid check digits', async () => {
  const at = '/party-engagements'
  for (const lei of ['5493001KJTIIGC8Y1R13', '5493001kjtiigc8y1r12', '5493001KJTIIGC8Y1R1']) {
    const rejection = await client.ask('admin', 'POST', at, { ...(await bodyAt(client, at)), lei })
    assert.equal(rejection.status, 400, rejection.text)
    const message = 'must be a legal entity identifier (LEI) whose check digits are right'
    assert.deepEqual(rejection.body.issues, [{ path: ['lei'], message, code: 'field.lei', values: {} }])
  }
})
