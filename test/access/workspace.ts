import assert from 'node:assert/strict'
import { roles, scopes } from '#http/access.ts'
import { seedFamilies } from '#test/family-rows.ts'
import { startForgingProvider } from '#test/forging-provider.ts'
import { freePort } from '#test/free-port.ts'
import { startMemoryS3 } from '#test/storage/memory-s3.ts'
import { boot, type Probata } from '#test/system.ts'
import type { ExternalServices } from './external-services.ts'
import { createMaker, type RecordFactory } from './maker.ts'
import { seedSignIn } from './sign-in-maker.ts'

export const password = 'correct horse battery staple'
export const clientSecret = 'a-secret-of-the-access-matrix'

/** An organization with one of every kind of record, and functions that create more. */
export interface Organization extends RecordFactory {
  /** The ids of the newest two records of every kind. */
  readonly ids: readonly string[]
  /** An active attachment. */
  readonly attachment: { readonly claimId: string; readonly artifactId: string }
  /** Returns the id of a record with this prefix. */
  first(prefix: string): string
}

const organizationFile = (canary: string) => {
  const account = (name: string, disabled: boolean) => ({
    name: `${canary} ${name}`,
    clientId: `${canary}-${name}`,
    clientSecret,
    scopes,
    disabled,
  })
  return {
    slug: canary,
    name: canary,
    users: [
      ...roles.map(role => user(canary, role, role)),
      user(canary, 'leaver', 'admin'),
      user(canary, 'second', 'admin'),
    ],
    serviceAccounts: [account('active', false), account('retired', true)],
    evidenceRequirements: [{ requirementKey: canary, title: canary, description: canary, status: 'active' }],
  }
}

const user = (canary: string, name: string, role: string) => ({
  email: `${name}@${canary}.example`,
  name: canary,
  password,
  role,
})

/**
 * A workspace to which every other person belongs as well, with the same login. Their sessions there grant no access
 * here.
 */
const otherWorkspaceFile = (canaries: readonly string[]) => ({
  slug: 'elsewhere',
  name: 'elsewhere',
  users: canaries.flatMap(canary => roles.map(role => user(canary, role, role))),
})

const tablesWith = async (p: Probata, column: string): Promise<string[]> => {
  const rows = await p.sql(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = $1
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
    [column],
  )
  return rows.map(({ name }) => String(name))
}

const recordsPerKind = 2

/**
 * Returns the ids of an organization's records. Every tenant table must have a row, so that a new kind of record is not
 * forgotten here.
 */
const collectIds = async (p: Probata, organizationId: string): Promise<string[]> => {
  const withId = new Set(await tablesWith(p, 'id'))
  const tables = (await tablesWith(p, 'organization_id')).filter(table => withId.has(table))
  const ids = await Promise.all(
    tables.map(async table => {
      const newest = `select id from ${table} where organization_id = $1 order by id desc limit ${recordsPerKind}`
      const rows = await p.sql(newest, [organizationId])
      assert.ok(rows.length > 0, `no ${table} is seeded for the access matrix`)
      return rows.map(({ id }) => String(id))
    }),
  )
  return [organizationId, ...ids.flat()]
}

const ignoredTables: ReadonlySet<string> = new Set(['audit_event', 'idempotency_key', 'access_token', 'session'])

/**
 * Runs a function and returns the tables of the organization that it wrote to. Leaves out credentials and the audit
 * trail, which also records rejected requests.
 */
export type Watch = (organization: Organization, work: () => Promise<void>) => Promise<string[]>

// A trigger detects each written row, even one that is rolled back. It costs 2 ms per query, whatever the number of
// rows.
const createWatch = async (p: Probata): Promise<Watch> => {
  const tables = (await tablesWith(p, 'organization_id')).filter(table => !ignoredTables.has(table))
  await p.sql(`
    create unlogged table seen_write (organization_id text not null, name text not null);
    create function see_write() returns trigger language plpgsql security definer as $$
      begin
        if tg_op <> 'INSERT' then insert into public.seen_write values (old.organization_id, tg_argv[0]); end if;
        if tg_op <> 'DELETE' then insert into public.seen_write values (new.organization_id, tg_argv[0]); end if;
        return null;
      end $$;
    ${tables
      .map(
        name => `create trigger see_write after insert or update or delete on ${name}
      for each row execute function see_write('${name}');`,
      )
      .join('\n')}`)
  return async ({ id }, work) => {
    await p.system.services.scimLog.flush()
    await p.sql('truncate seen_write')
    await work()
    const rows = await p.sql('select distinct name from seen_write where organization_id = $1 order by name', [id])
    return rows.map(({ name }) => String(name))
  }
}

const open = async (p: Probata, canary: string, externalServices: ExternalServices): Promise<Organization> => {
  const maker = await createMaker(p, canary, externalServices)
  await maker.scimGroup()
  await p.system.services.scimLog.flush()
  const attachment = await maker.createOneOfEach()
  await seedFamilies(p, maker)
  await seedSignIn(p, maker)
  await maker.factorReset('auditor', 'done')
  await p.sql(
    `insert into storage_deviation select organization_id, new_identifier('sdv', now()), id, 'lock', 'nothing', null, 3,
       now(), now(), now(), null from storage_binding where organization_id = $1 limit 1`,
    [maker.id],
  )
  await p.sql(
    `insert into workspace_job_run (organization_id, id, job, started_at, node_id, finished_at, outcome)
     values ($1, new_identifier('jrn', now()), 'expire-claims', now(), 'nod_other', now(), 'succeeded')`,
    [maker.id],
  )
  await p.sql(
    `insert into ledger_verification (organization_id, id, status, record, state)
     select o, i, 'sound', json_build_object('id', i, 'status', 'sound', 'scope', 'daily', 'size', 0, 'rows', 0, 'pruned', 0,
       'records', 0, 'unbound', 0,
       'checkpoints', 0, 'findings', '[]'::json, 'requestedBy', $2::text, 'startedAt', '2026-01-01T00:00:00.000Z',
       'finishedAt', '2026-01-01T00:00:00.000Z'), '{}'
       from (select $1 as o, new_identifier('lvr', now()) as i) x`,
    [maker.id, canary],
  )
  await p.sql(
    `insert into review_approval
     select c.organization_id, new_identifier('rva', now()), c.id, p.id, $2, repeat('0', 64), now(), false, '{}', now(), 'changed'
       from evidence_claim c join person p on p.organization_id = c.organization_id
      where c.organization_id = $1 and c.status = 'submitted' order by c.id, p.id limit 1`,
    [maker.id, canary],
  )
  await p.sql(
    `insert into notification_delivery (organization_id, id, person_id, channel, mode, notification_ids, state, due_at, created_at, ended_at)
     select organization_id, new_identifier('ntd', now()), id, 'mail', 'at_once', '{}', 'sent', now(), now(), now()
       from person where organization_id = $1 order by id limit 1`,
    [maker.id],
  )
  await p.sql(
    `insert into search_entry select organization_id, id, array_to_tsvector(array['word'])
       from evidence_claim where organization_id = $1`,
    [maker.id],
  )
  // A passkey belongs to a login, so no table of the organization contains its id.
  const passkeyId = await maker.passkey('auditor')
  const ids = [...(await collectIds(p, maker.id)), passkeyId]
  return {
    ...maker,
    attachment,
    ids,
    first(prefix) {
      const id = ids.find(recordId => recordId.startsWith(`${prefix}_`))
      assert.ok(id, `no record with the prefix ${prefix}_ is seeded for the access matrix`)
      return id
    },
  }
}

interface TestWorkspaces {
  readonly p: Probata
  readonly alpha: Organization
  readonly omega: Organization
  readonly watch: Watch
}

/** Starts a Probata with two separate organizations, each with its own canary in its texts. */
export const bootWorkspaces = async (): Promise<TestWorkspaces> => {
  const canaries = ['canary-alpha', 'canary-omega'] as const
  const provision = { organizations: [...canaries.map(organizationFile), otherWorkspaceFile(canaries)] }
  const loopback = '127.0.0.0/8'
  const allowed = { PROBATA_WEBHOOK_ALLOW: loopback, PROBATA_OIDC_ALLOW: loopback, PROBATA_STORAGE_ALLOW: loopback }
  await using resources = new AsyncDisposableStack()
  const provider = resources.use(await startForgingProvider())
  provider.metadata = { token_endpoint_auth_methods_supported: ['private_key_jwt'] }
  const externalServices = { provider, bucket: resources.use(await startMemoryS3()) }
  // Browsers create passkeys only for host names, not for IP addresses.
  const port = await freePort()
  const address = { PORT: String(port), PROBATA_URL: `http://localhost:${port}` }
  const booted = resources.use(await boot({ provision, env: { ...allowed, ...address } }))
  const [alpha, omega] = [
    await open(booted, canaries[0], externalServices),
    await open(booted, canaries[1], externalServices),
  ]
  const owned = resources.move()
  const p = { ...booted, [Symbol.asyncDispose]: () => owned.disposeAsync() }
  return { p, alpha, omega, watch: await createWatch(p) }
}
