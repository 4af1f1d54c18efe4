import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { boot, type Probata } from '#test/system.ts'
import { createWorkspaceClient, type WorkspaceClient } from '#test/workspace-client.ts'

type Fields = Readonly<Record<string, unknown>>

interface Register {
  /** The array in list responses, and the path in the workspace. */
  readonly array: string
  readonly path: string
  /** The path below `/governance` of the machine interface, if it differs. */
  readonly v1?: string
  readonly prefix: string
  readonly key: string
  readonly scope: string
  readonly first: 'draft' | 'open'
  /** The paths of the registers that the fields refer to. */
  readonly references?: Readonly<Record<string, string>>
  /** The other fields, as sent at creation and in a later change. */
  readonly extraFields?: Fields
  readonly changed?: Fields
  /** A further filter, with a value that matches the changed record and one that does not. */
  readonly filter?: readonly [string, string, string]
}

const end = '2099-12-31T00:00:00.000Z'
const later = '2100-03-31T00:00:00.000Z'

const monitoring = 'governance.monitoring:read'
const indicators = 'governance.indicators:read'

/** The registers of the open points, "Other governance families". */
const registers: readonly Register[] = [
  {
    ...{ array: 'exceptions', path: '/exceptions', prefix: 'gex', key: 'exceptionKey', first: 'draft' },
    ...{ scope: 'governance.exceptions:read', references: { controlId: '/controls' } },
    ...{ extraFields: { expiresAt: end }, changed: { expiresAt: later } },
  },
  {
    ...{
      array: 'monitoringDefinitions',
      path: '/monitoring-definitions',
      v1: '/monitoring/definitions',
      prefix: 'gmd',
    },
    ...{ key: 'monitoringDefinitionKey', first: 'draft', scope: monitoring },
  },
  {
    ...{ array: 'monitoringRuns', path: '/monitoring-runs', v1: '/monitoring/runs', prefix: 'gmr', first: 'open' },
    ...{ key: 'monitoringRunKey', scope: monitoring, references: { definitionId: '/monitoring-definitions' } },
  },
  {
    ...{ array: 'monitoringResultItems', path: '/monitoring-result-items', v1: '/monitoring/result-items' },
    ...{ prefix: 'gmi', key: 'monitoringResultItemKey', first: 'open', scope: monitoring },
    references: { runId: '/monitoring-runs' },
  },
  {
    ...{ array: 'indicatorDefinitions', path: '/indicator-definitions', v1: '/indicators/definitions', prefix: 'gid' },
    ...{ key: 'indicatorDefinitionKey', first: 'draft', scope: indicators },
    ...{ extraFields: { unit: '%' }, changed: { unit: null } },
  },
  {
    ...{
      array: 'indicatorMeasurements',
      path: '/indicator-measurements',
      v1: '/indicators/measurements',
      prefix: 'gim',
    },
    ...{ key: 'indicatorMeasurementKey', first: 'draft', scope: indicators },
    ...{ references: { indicatorId: '/indicator-definitions' }, extraFields: { value: 99.95, measuredAt: end } },
    changed: { value: -0.5 },
  },
  { array: 'assets', path: '/assets', prefix: 'gat', key: 'assetKey', first: 'draft', scope: 'governance.assets:read' },
  {
    ...{
      array: 'partyEngagements',
      path: '/party-engagements',
      prefix: 'gpe',
      key: 'partyEngagementKey',
      first: 'draft',
    },
    ...{ scope: 'governance.party-engagements:read', filter: ['criticality', 'high', 'low'] },
    extraFields: {
      party: 'Northgate Vaults',
      criticality: 'critical',
      contractEndsAt: end,
      lei: '5493001KJTIIGC8Y1R12',
    },
    changed: { criticality: 'high', contractEndsAt: null, lei: null },
  },
  {
    ...{ array: 'dueDiligenceReviews', path: '/due-diligence-reviews', prefix: 'gdd', key: 'dueDiligenceReviewKey' },
    ...{ first: 'open', scope: 'governance.due-diligence-reviews:read' },
    ...{
      references: { partyEngagementId: '/party-engagements' },
      extraFields: { reviewDueAt: end },
      changed: { reviewDueAt: later },
    },
  },
  {
    ...{ array: 'rightToAuditRecords', path: '/right-to-audit-records', prefix: 'gra', key: 'rightToAuditRecordKey' },
    ...{ first: 'draft', scope: 'governance.right-to-audit-records:read' },
    references: { partyEngagementId: '/party-engagements' },
  },
  {
    ...{ array: 'changeRecords', path: '/change-records', prefix: 'gch', key: 'changeRecordKey', first: 'open' },
    ...{ scope: 'governance.change-records:read', references: { assetId: '/assets' } },
  },
  {
    ...{ array: 'vulnerabilities', path: '/vulnerabilities', prefix: 'gvu', key: 'vulnerabilityKey', first: 'open' },
    ...{ scope: 'governance.vulnerabilities:read', references: { assetId: '/assets' } },
  },
]

const controls: Pick<Register, 'key' | 'references' | 'extraFields'> = { key: 'controlKey' }
const registerAt = (path: string) => registers.find(register => register.path === path) ?? controls

let p: Probata
let client: WorkspaceClient
let stranger: WorkspaceClient
const tokens = { own: '', other: '', none: '' }

const tokenOf = async (workspace: WorkspaceClient, scopes: readonly string[]): Promise<string> => {
  const account = await workspace.ask('admin', 'POST', '/service-accounts', { name: 'reader', scopes })
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

let keyCount = 0

/** Creates the records that a new record refers to, and returns the body for the new record. */
const bodyAt = async (workspace: WorkspaceClient, path: string): Promise<Fields> => {
  const { key, references = {}, extraFields } = registerAt(path)
  const referred = await Promise.all(
    Object.entries(references).map(async ([field, to]) => [field, (await createRecord(workspace, to)).id] as const),
  )
  return { [key]: `K-${++keyCount}`, title: 'A record', ...Object.fromEntries(referred), ...extraFields }
}

const createRecord = async (workspace: WorkspaceClient, path: string, overrides: Fields = {}) => {
  const response = await workspace.ask('contributor', 'POST', path, {
    ...(await bodyAt(workspace, path)),
    ...overrides,
  })
  assert.equal(response.status, 201, `${path}: ${response.text}`)
  return response.body
}

for (const register of registers)
  describe(register.array, () => {
    const { array, path, key, scope, first, references = {}, extraFields = {}, changed = {}, filter } = register
    const v1 = `/api/v1/governance${register.v1 ?? path}`
    const create = async (overrides: Fields = {}) =>
      client.ask('contributor', 'POST', path, { ...(await bodyAt(client, path)), ...overrides })
    const change = (id: string, body: Fields) => client.ask('contributor', 'PATCH', `${path}/${id}`, { ...body })
    const machine = (path = '', token = tokens.own) => p.call('GET', v1 + path, { token })

    test('a record can be created, changed, listed and read over both surfaces', async () => {
      const sent = await bodyAt(client, path)
      const { status, body, text } = await client.ask('contributor', 'POST', path, { ...sent })
      assert.equal(status, 201, text)
      const { id, createdAt, updatedAt, etag, ...written } = body
      assert.match(id, new RegExp(`^${register.prefix}_[0-9A-Z]{26}$`))
      assert.deepEqual([createdAt, written], [updatedAt, { ...sent, description: '', status: first, ownerId: null }])
      p.clock.advance(1000)
      const changes = { title: 'Another title', status: 'active', description: 'What it is about.', ...changed }
      const after = await change(id, changes)
      assert.equal(after.status, 200, after.text)
      const version = { updatedAt: after.body.updatedAt, etag: after.body.etag }
      assert.deepEqual(after.body, { ...body, ...changes, ...version })
      assert.ok(version.updatedAt > updatedAt && version.etag !== etag)
      const [person, read] = [await client.get('auditor', `${path}/${id}`), await machine(`/${id}`)]
      assert.deepEqual([person, read.body, read.headers.get('etag')], [after.body, after.body, version.etag])
      const [listed] = (await client.get('reviewer', `${path}?${key}=${sent[key]}`))[array]
      const records = (await machine(`?${key}=${sent[key]}`)).body
      assert.deepEqual([listed, records], [after.body, { [array]: [after.body], pagination: {} }])
    })

    test('lists are filtered by status and by references', async () => {
      const record = (await create({ status: 'active', ...changed })).body
      const referenceFields = Object.keys(references)
      const by = (field: string, value: unknown) => `${field}=${value}`
      const filterCases: (readonly [string, boolean])[] = [
        [by('status', 'active'), true],
        [by('status', 'closed'), false],
        ...referenceFields.flatMap(field => [
          [by(field, record[field]), true] as const,
          [by(field, `${register.prefix}_x`), false] as const,
          [`${by(field, record[field])}&status=active`, true] as const,
          [`${by(field, record[field])}&status=closed`, false] as const,
        ]),
        ...(filter ? [[by(filter[0], filter[1]), true] as const, [by(filter[0], filter[2]), false] as const] : []),
      ]
      for (const [query, isFound] of filterCases)
        for (const { [array]: rows } of [
          await client.get('auditor', `${path}?${query}`),
          (await machine(`?${query}`)).body,
        ])
          assert.equal(rows[0]?.id === record.id, isFound, query)
    })

    test('a status can move forward freely, and back one step', async () => {
      const { id } = await createRecord(client, path)
      for (const status of ['active', 'closed', 'active', first, 'closed'])
        assert.equal((await change(id, { status })).body.status, status)
      const rejection = await change(id, { status: first })
      assert.deepEqual([rejection.status, rejection.body.error], [422, 'unprocessable'])
      assert.match(rejection.body.message, new RegExp(` that is closed can become active, not ${first}\\.$`))
      assert.equal((await change(id, { status: 'gone' })).status, 400)
      assert.equal((await create({ status: 'closed' })).body.status, 'closed')
    })

    test('a record can only refer to existing records', async () => {
      const { id } = await createRecord(client, path)
      const foreignPeople = await stranger.get('admin', '/people')
      const strangers: [string, string][] = [['ownerId', foreignPeople.people[0].id]]
      for (const [field, to] of Object.entries(references))
        strangers.push([field, (await createRecord(stranger, to)).id])
      for (const [field, other] of strangers)
        for (const value of [other, 'none_at_all'])
          for (const rejection of [await create({ [field]: value }), await change(id, { [field]: value })]) {
            assert.deepEqual([rejection.status, rejection.body.error], [404, 'not_found'], rejection.text)
            const absent = { message: 'does not exist in the workspace', code: 'field.absent', values: {} }
            assert.deepEqual(rejection.body.issues, [{ path: [field], ...absent }])
          }
      for (const field of Object.keys(references)) {
        const { [field]: _, ...body } = await bodyAt(client, path)
        const without = await client.ask('contributor', 'POST', path, { ...body })
        assert.equal(without.status, field === 'assetId' && array === 'changeRecords' ? 201 : 400, without.text)
      }
    })

    test('input is validated', async () => {
      const { id, [key]: taken } = await createRecord(client, path)
      const conflict = await create({ [key]: taken })
      assert.deepEqual([conflict.status, conflict.body.error], [409, 'conflict'])
      assert.equal(conflict.body.message, `The ${key} is already used in the workspace; choose another one.`)
      // Another workspace has its own keys.
      await createRecord(stranger, path, { [key]: taken })
      assert.equal((await change(id, { [key]: 'another' })).status, 400)
      for (const [field, value] of Object.entries(extraFields)) {
        assert.equal((await create({ [field]: {} })).status, 400, field)
        if (typeof value === 'string') assert.equal((await create({ [field]: '' })).status, 400, field)
      }
    })

    test('a record belongs to its workspace, and roles and scopes decide who reads and writes it', async () => {
      const { id } = await createRecord(client, path)
      const body = await bodyAt(client, path)
      assert.equal((await client.ask('admin', 'POST', path, { ...body })).status, 201)
      assert.equal((await client.ask('admin', 'PATCH', `${path}/${id}`, { title: 'By an administrator' })).status, 200)
      for (const role of ['reviewer', 'auditor'] as const) {
        assert.equal((await client.ask(role, 'POST', path, { ...body })).status, 403)
        assert.equal((await client.ask(role, 'PATCH', `${path}/${id}`, { title: 'Mine' })).status, 403)
        assert.equal((await client.get(role, `${path}/${id}`)).id, id)
      }
      assert.equal((await stranger.ask('admin', 'PATCH', `${path}/${id}`, { title: 'Mine' })).status, 404)
      for (const path of ['', `/${id}`]) {
        const rejection = await machine(path, tokens.none)
        assert.deepEqual([rejection.status, rejection.body.requiredScope], [403, scope])
      }
      assert.equal((await machine(`/${id}`, tokens.other)).status, 404)
      const theirs = await createRecord(stranger, path)
      const foreign = (await machine('', tokens.other)).body[array].map((row: { id: string }) => row.id)
      assert.deepEqual([foreign.includes(theirs.id), foreign.includes(id)], [true, false])
      const written = await p.call('POST', v1, { token: tokens.own, body: { ...body, reason: 'it may not write' } })
      assert.equal(written.status, 405, written.text)
    })
  })

test('an LEI must have valid check digits', async () => {
  const path = '/party-engagements'
  for (const lei of ['5493001KJTIIGC8Y1R13', '5493001kjtiigc8y1r12', '5493001KJTIIGC8Y1R1']) {
    const rejection = await client.ask('admin', 'POST', path, { ...(await bodyAt(client, path)), lei })
    assert.equal(rejection.status, 400, rejection.text)
    const message = 'must be a legal entity identifier (LEI) whose check digits are right'
    assert.deepEqual(rejection.body.issues, [{ path: ['lei'], message, code: 'field.lei', values: {} }])
  }
})
