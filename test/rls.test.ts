import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { hour, iso, minute } from '#lib/clock.ts'
import { sha256Hex } from '#lib/hash.ts'
import { families } from '#src/features.ts'
import { agreementsOf, seedFamilies } from './family-rows.ts'
import { claimInput, password } from './fixture.ts'
import { createSubmissionsClient } from './submissions/submissions-client.ts'
import { boot, type Probata } from './system.ts'

const evidence = '/api/v1/governance/evidence'

/** Tables with an organization that are no tenant tables, each with its reason. */
const directories: Readonly<Record<string, string>> = {
  login_name: 'asked before an organization is known: it says which one a name belongs to',
  webhook_lane: 'leased for all organizations at once: ids and moments only',
}

let p: Probata
let app: pg.Client
let owner: pg.Client
let tables: string[]
let acme: string
let globex: string

// Every kind of row, in both organizations, changed in every way that there is.
const work = async (slug: string): Promise<void> => {
  const token = await p.token(`${slug}-scanner`)
  const [admin, reviewer] = [await p.signIn(`admin@${slug}.example`), await p.signIn(`reviewer@${slug}.example`)]
  const reason = 'a mixed workload of a test'
  const must = async (status: number, ...args: Parameters<Probata['call']>) => {
    const answer = await p.call(...args)
    assert.equal(answer.status, status, `${args[0]} ${args[1]}: ${answer.text}`)
    return answer.body
  }
  await must(201, 'POST', '/api/workspace/account/totp', {
    cookie: reviewer,
    body: { currentPassword: password },
  })
  const key = `mixed-key-${slug}`
  const invited = { email: `invited@${slug}.example`, name: 'Invited', role: 'auditor', reason }
  await must(201, 'POST', '/api/workspace/people/invitations', { cookie: admin, body: invited })
  const validUntil = iso(p.clock.now() + 10 * minute)
  const hooks = '/api/v1/webhooks'
  const hook = { url: 'http://127.0.0.1:9/', events: ['*'], description: 'Mixed', reason }
  const { webhook } = await must(201, 'POST', hooks, { token, body: hook })
  const { webhook: gone } = await must(201, 'POST', hooks, { token, body: hook })
  for (const [i, verb] of ['pause', 'resume', 'rotate-secret'].entries())
    await must(200, 'POST', `${hooks}/${webhook.id}/${verb}`, { token, key: `${key}-hook-${i}`, body: { reason } })
  const changes = { name: 'Changed', events: ['evidence.claim.created'], reason }
  await must(200, 'PATCH', `${hooks}/${webhook.id}`, { token, key: `${key}-change`, body: changes })
  await must(204, 'DELETE', `${hooks}/${gone.id}`, { token, key: `${key}-delete`, body: { reason } })
  const claims = []
  for (const name of ['approve', 'reject', 'expire', 'keep']) {
    const over = name === 'expire' ? { validUntil } : {}
    const { id } = await must(201, 'POST', `${evidence}/claims`, {
      token,
      key: `${key}-${name}`,
      body: claimInput(name, over),
    })
    const file = {
      originalFilename: 'a.txt',
      contentType: 'text/plain',
      byteSize: 5,
      checksumSha256: sha256Hex('bytes'),
    }
    const intent = await must(201, 'POST', `${evidence}/attachments/upload-intents`, {
      token,
      body: { ...file, claimId: id, reason },
    })
    const form = new FormData()
    form.set('file', new File(['bytes'], 'a.txt', { type: 'text/plain' }))
    if (name !== 'keep') await must(201, 'POST', intent.upload.path, { token, body: form })
    claims.push(id)
  }
  const [approved, rejected] = claims
  for (const [id, verb] of [
    [approved, 'approve'],
    [rejected, 'reject'],
  ] as const) {
    const { reviewedDigest } = await must(200, 'GET', `/api/workspace/claims/${id}`, { cookie: reviewer })
    await must(200, 'POST', `/api/workspace/claims/${id}/${verb}`, {
      cookie: reviewer,
      body: { reviewedDigest, reason },
    })
  }
  await submit(slug, approved)
  const requirements = '/api/workspace/evidence-requirements'
  const body = { requirementKey: 'MIX-1', title: 'Mixed', reason }
  const { id } = await must(201, 'POST', requirements, { cookie: admin, body })
  await must(200, 'PATCH', `${requirements}/${id}`, {
    cookie: admin,
    body: { status: 'active', title: 'Mixed well', reason },
  })
  const accounts = '/api/workspace/service-accounts'
  const made = await must(201, 'POST', accounts, {
    cookie: admin,
    body: { name: 'm', scopes: ['governance.evidence:read'], reason },
  })
  await must(200, 'POST', `${accounts}/${made.serviceAccount.id}/disable`, { cookie: admin, body: { reason } })
  await must(422, 'POST', `/api/workspace/claims/${approved}/assign`, {
    cookie: admin,
    body: { reviewerId: 'prs_x', reason },
  })
}

// A package that went through everything, one that was returned, with contents put in and taken out, and two feeds.
const submit = async (slug: string, claimId: string): Promise<void> => {
  const client = await createSubmissionsClient(p, slug)
  const requirementId = await client.requirement({ receiptsRequired: 2, requireReview: true })
  await client.must(200, 'PATCH', `/submission-requirements/${requirementId}`, { policy: { requireApproval: true } })
  const [sent, returned] = [await client.package(requirementId), await client.package(requirementId)]
  await client.must(201, 'POST', `/packages/${sent}/contents`, { claimId })
  await client.must(201, 'POST', `/packages/${returned}/contents`, { claimId })
  await client.must(204, 'DELETE', `/packages/${returned}/contents/${claimId}`)
  await client.follow(sent, 'reviewed', 'approved', 'submitted', 'receipt_received', 'rejected', 'resubmitted')
  const over = { sourceEventKey: 'portal:1' }
  for (const status of [201, 200]) assert.equal((await client.record(sent, 'receipt_received', over)).status, status)
  await client.follow(returned, 'reviewed')
  await client.must(200, 'POST', `/packages/${returned}/return`)
  await client.must(200, 'PATCH', `/packages/${returned}`, { title: 'Another', dueAt: '2027-01-01T00:00:00Z' })
  await client.must(200, 'PATCH', `/submission-requirements/${requirementId}`, { status: 'retired', title: 'Another' })
  const feeds = [await client.must(201, 'POST', '/calendar-feeds', { name: 'one' })]
  feeds.push(await client.must(201, 'POST', '/calendar-feeds', { name: 'two' }))
  await client.must(204, 'DELETE', `/calendar-feeds/${feeds[0].calendarFeed.id}`)
}

before(async () => {
  p = await boot({ env: { PROBATA_WEBHOOK_ALLOW: '127.0.0.0/8' } })
  const organizations = await p.sql('select id from organization order by slug')
  ;[acme = '', globex = ''] = organizations.map(({ id }) => String(id))
  await work('acme')
  await work('globex')
  await p.system.delivery.drain()
  p.clock.advance(2 * hour)
  await p.system.runJob('expire-claims')
  await p.system.runJob('expire-upload-intents')
  for (const id of [acme, globex]) {
    await p.sql('insert into staged_blob values ($1, $2, $3, now())', [id, 'a'.repeat(32), p.system.services.nodeId])
    await p.sql(`insert into identity_provider values ($1, $2, true, 'x', '{}', '{}')`, [id, `idp_${id}`])
    await p.sql('insert into sign_on_domain values ($1, $2)', [id, 'bank.example'])
    await p.sql('insert into used_sign_on values ($1, $2, now())', [id, 'a'.repeat(64)])
    await p.sql(
      `insert into person_identity select organization_id, 'https://issuer.example', 'subject', id, now()
         from person where organization_id = $1 limit 1`,
      [id],
    )
    await seedFamilies(p, { id, canary: 'mixed', word: () => 'mixed', now: p.clock.now })
  }
  await p.sql(
    `insert into webhook_dead_letter select organization_id, endpoint_id, event_id, '{}', record from webhook_attempt`,
  )
  await p.sql(`insert into webhook_replay select organization_id, 'whr_' || organization_id, id, 'completed',
    json_build_object('id', 'whr_' || organization_id, 'webhookId', id) from webhook_endpoint where status = 'active'`)
  await p.sql('insert into webhook_replay_event select organization_id, id, $1 from webhook_replay', ['evt_x'])
  owner = new pg.Client(p.connection)
  app = new pg.Client({ ...p.connection, options: '-c role=probata_app' })
  await Promise.all([owner.connect(), app.connect()])
  const { rows } = await owner.query(`select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attname = 'organization_id' order by 1`)
  tables = rows.map(({ name }) => name).filter(name => !Object.hasOwn(directories, name))
})
after(async () => {
  await Promise.all([owner?.end(), app?.end()])
  await p[Symbol.asyncDispose]()
})

const count = async (client: pg.Client, table: string, where = 'true'): Promise<number> =>
  (await client.query(`select count(*)::int as count from ${table} where ${where}`)).rows[0].count

/** Runs in a transaction of probata_app bound to an organization, which is rolled back. */
const bound = async <T>(organizationId: string | null, run: () => Promise<T>): Promise<T> => {
  await app.query('begin')
  try {
    if (organizationId) await app.query(`select set_config('probata.organization', $1, true)`, [organizationId])
    return await run()
  } finally {
    await app.query('rollback')
  }
}

const sqlState = (run: Promise<unknown>): Promise<string | undefined> =>
  run.then(
    () => undefined,
    error => error.code,
  )

const denied = '42501'

describe('the second lock, for every table that has an organization', () => {
  test('there are such tables, and each has rows of both organizations', async () => {
    assert.ok(tables.length >= 15, tables.join())
    for (const table of tables)
      for (const id of [acme, globex])
        assert.ok((await count(owner, table, `organization_id = '${id}'`)) > 0, `${table} ${id}`)
  })

  test('its primary key begins with organization_id, and row-level security is on, for its owner too', async () => {
    const { rows } =
      await owner.query(`select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as secured, a.attname as first
      from pg_class c join pg_index i on i.indrelid = c.oid and i.indisprimary
      join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
      where c.relnamespace = 'public'::regnamespace`)
    for (const table of tables) {
      const found = rows.find(({ name }) => name === table)
      assert.deepEqual([found?.first, found?.secured], ['organization_id', true], table)
    }
  })

  test('bound to one organization, no row of another is visible; bound to none, no row at all', async () => {
    for (const table of tables) {
      const own = await count(owner, table, `organization_id = '${acme}'`)
      const [seen, foreign] = await bound(acme, async () => [
        await count(app, table),
        await count(app, table, `organization_id <> '${acme}'`),
      ])
      assert.deepEqual([seen, foreign], [own, 0], table)
      for (const nobody of [null, '', 'install', 'org_unknown']) {
        const visible = await bound(nobody, () => count(app, table, `organization_id in ('${acme}', '${globex}')`))
        assert.equal(visible, 0, `${table} bound to ${nobody}`)
      }
    }
  })

  test('no row of another organization can be written, changed, taken over or deleted', async () => {
    for (const table of tables) {
      const { rows } = await owner.query(
        `select to_jsonb(t) as row from ${table} t where organization_id = $1 limit 1`,
        [globex],
      )
      const insert = `insert into ${table} select * from jsonb_populate_record(null::${table}, $1)`
      assert.equal(await bound(acme, () => sqlState(app.query(insert, [rows[0]?.row]))), denied, `insert ${table}`)
      const writes: [string, string][] = [
        ['change', `update ${table} set organization_id = organization_id where organization_id = '${globex}'`],
        ['take', `update ${table} set organization_id = '${acme}' where organization_id = '${globex}'`],
        ['delete', `delete from ${table} where organization_id = '${globex}'`],
      ]
      for (const [what, statement] of writes) {
        const affected = await bound(acme, () =>
          app.query(statement).then(
            ({ rowCount }) => rowCount,
            error => error.code,
          ),
        )
        assert.ok(affected === 0 || affected === denied, `${what} ${table}: ${affected}`)
      }
      const give = `update ${table} set organization_id = '${globex}'`
      const gave = await bound(acme, () => sqlState(app.query(give)))
      assert.equal(gave, denied, `give ${table} away`)
      assert.equal(
        await bound(acme, () => sqlState(app.query(`truncate ${table} cascade`))),
        denied,
        `truncate ${table}`,
      )
    }
  })
})

test('partitions are reached through their table only', async () => {
  const { rows } =
    await owner.query(`select c.relname as name from pg_class c where c.relispartition and c.relkind = 'r'
    and c.relnamespace = 'public'::regnamespace`)
  assert.ok(rows.length >= 2)
  for (const { name } of rows)
    for (const statement of [`select * from ${name}`, `insert into ${name} default values`, `delete from ${name}`])
      assert.equal(await bound(acme, () => sqlState(app.query(statement))), denied, statement)
})

test('trails are append-only for the program and for the owner', async () => {
  for (const table of ['audit_event', 'review_decision', 'security_event', 'submission_event', 'submission_decision']) {
    for (const statement of [`update ${table} set id = id`, `delete from ${table}`, `truncate ${table}`]) {
      assert.equal(await bound(acme, () => sqlState(app.query(statement))), denied, `program: ${statement}`)
      await assert.rejects(owner.query(statement), { code: denied, message: `${table} is append-only` })
    }
  }
})

test('the role of the privileges owns nothing and is bound by row-level security', async () => {
  const { rows } =
    await owner.query(`select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication, rolcanlogin
    from pg_roles where rolname = 'probata_app'`)
  assert.deepEqual(new Set(Object.values(rows[0])), new Set([false]))
  const owned = await owner.query(`select 1 from pg_shdepend where refclassid = 'pg_authid'::regclass
    and refobjid = 'probata_app'::regrole and deptype = 'o'`)
  assert.equal(owned.rowCount, 0)
  const memberships = await owner.query(`select 1 from pg_auth_members where member = 'probata_app'::regrole`)
  assert.equal(memberships.rowCount, 0)
  for (const statement of [
    'create table mine (id int)',
    'alter table evidence_claim disable row level security',
    'drop policy bound_organization on evidence_claim',
    'alter table audit_event disable trigger all',
    `update schema_migration set name = 'x'`,
    'select pg_read_file($$/etc/passwd$$)',
  ])
    assert.equal(await bound(acme, () => sqlState(app.query(statement))), denied, statement)
})

/** Tables of no organization that the program reads and writes itself, each with its reason. */
const open: Readonly<Record<string, string>> = {
  webhook_lane: directories.webhook_lane ?? '',
  job: 'names and moments of the schedule',
  job_run: 'names, moments and numbers of the schedule',
  node: 'ids and moments of processes',
}

test('what belongs to no organization is reached through functions', async () => {
  const { rows } = await owner.query(`select c.relname as name, has_table_privilege('probata_app', c.oid,
      'select, insert, update, delete, truncate, references, trigger') as open
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
      and not c.relispartition and not c.relrowsecurity order by 1`)
  const names = (wanted: boolean) => rows.filter(row => row.open === wanted).map(({ name }) => name)
  assert.deepEqual(names(true), Object.keys(open).sort(), 'a table that is open states why')
  assert.deepEqual(names(false), [
    'login',
    'login_link',
    'login_name',
    'master_key_check',
    'schema_migration',
    'setup_link',
  ])
  for (const name of names(false))
    for (const statement of [`select from ${name}`, `insert into ${name} default values`, `delete from ${name}`])
      assert.equal(await bound('install', () => sqlState(app.query(statement))), denied, statement)
})

test('functions of the owner serve the program alone, and no temporary table stands in for what they read', async () => {
  const { rows } = await owner.query(`select p.oid::regprocedure::text as name,
      has_function_privilege('public', p.oid, 'execute') as open,
      has_function_privilege('probata_app', p.oid, 'execute') as served,
      (select option from unnest(p.proconfig) option where option like 'search_path=%') as path
    from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prosecdef`)
  assert.ok(rows.length >= 15)
  for (const { name, ...found } of rows)
    assert.deepEqual(found, { open: false, served: true, path: 'search_path=pg_catalog, public, pg_temp' }, name)
})

/** What is both in a row's columns and in its record; each pair is equal in every row. */
const agreements: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ...Object.fromEntries(families.map(family => [family.table, agreementsOf(family)])),
  upload_intent: {
    id: `r->>'id'`,
    claim_id: `r->>'claimId'`,
    status: `r->>'status'`,
    expires_at: `(r->>'expiresAt')::timestamptz`,
  },
  attachment_link: { id: `r->>'linkId'`, claim_id: `r->>'claimId'`, artifact_id: `r->>'artifactId'` },
  service_account: {
    id: `r->>'id'`,
    client_id: `r->>'clientId'`,
    disabled: `r->>'status' = 'disabled'`,
    scopes: `array(select jsonb_array_elements_text(r->'scopes'))`,
  },
  webhook_endpoint: {
    id: `r->>'id'`,
    url: `r->>'url'`,
    events: `array(select jsonb_array_elements_text(r->'events'))`,
    status: `case t.status when 'deleted' then t.status else r->>'status' end`,
  },
  webhook_attempt: { id: `r->>'id'`, event_id: `r->>'eventId'`, outcome: `r->>'outcome'` },
  webhook_dead_letter: { event_id: `r->>'eventId'` },
  webhook_replay: { id: `r->>'id'`, endpoint_id: `r->>'webhookId'` },
  submission_event: {
    id: `r->>'id'`,
    package_id: `r->>'submissionPackageId'`,
    event_kind: `r->>'eventKind'`,
    source_event_key: `r->>'sourceEventKey'`,
  },
  submission_decision: { id: `r->>'id'` },
  // The digest in it is of the claim as it was put in.
  submission_content: {},
  calendar_feed: { id: `r->>'id'` },
  invitation: {
    id: `r->>'id'`,
    purpose: `r->>'purpose'`,
    email: `r->>'email'`,
    status: `r->>'status'`,
    created_at: `(r->>'createdAt')::timestamptz`,
    expires_at: `(r->>'expiresAt')::timestamptz`,
  },
  // One of each organization is current, so what it says needs no column.
  identity_provider: {},
  audit_event: {
    id: `r->>'id'`,
    action: `r->>'action'`,
    actor_id: `r->>'actorId'`,
    resource_id: `r->>'resourceId'`,
  },
}

test('after a mixed workload, records agree with their columns', async () => {
  const withRecord =
    await owner.query(`select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attname = 'record'`)
  const names = withRecord.rows.map(({ name }) => name)
  assert.deepEqual(names.sort(), Object.keys(agreements).sort(), 'a table with a record states what it must agree with')
  for (const [table, pairs] of Object.entries(agreements)) {
    const differs = [
      'false',
      ...Object.entries(pairs).map(([column, path]) => `t.${column} is distinct from (${path})`),
    ]
    const { rows } = await owner.query(
      `select t.* from ${table} t cross join lateral (select t.record::jsonb as r) j where ${differs.join(' or ')}`,
    )
    assert.deepEqual(rows, [], table)
  }
  const states = await owner.query('select status, count(*)::int from evidence_claim group by 1 order by 1')
  assert.deepEqual(
    states.rows.map(({ status }) => status),
    ['accepted', 'expired', 'rejected', 'submitted'],
  )
  const files =
    await owner.query(`select 1 from artifact a join attachment_link l on l.organization_id = a.organization_id
    and l.artifact_id = a.id where (l.record::jsonb->>'byteSize')::bigint <> a.byte_size
    or l.record::jsonb->>'checksumSha256' <> a.checksum_sha256`)
  assert.equal(files.rowCount, 0)
})
