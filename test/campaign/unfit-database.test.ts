import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { migrate } from '#db/migrate.ts'
import { query } from '#test/postgres.ts'
import { administrator, startTcpPostgres, type TcpPostgres, tcpPassword } from '#test/tcp-postgres.ts'

const login = { user: 'unfit_app' }

describe('a starting server rejects an unusable database and leaves it unchanged', { concurrency: false }, () => {
  let server: TcpPostgres
  before(async () => {
    server = await startTcpPostgres({ settings: { max_connections: '25' } })
  })
  after(() => server?.[Symbol.asyncDispose]())

  const asAdministrator = (text: string, database = 'postgres') =>
    query({ connectionString: server.urlOf(administrator, database) }, text)

  /** Returns the objects of a database, and the roles of the server. */
  const stateOf = async (database: string) =>
    JSON.stringify([
      await asAdministrator('select oid, relname, relowner, relnamespace from pg_class order by oid', database),
      await asAdministrator('select oid, proname, proowner from pg_proc order by oid', database),
      await asAdministrator('select oid, nspname, nspacl from pg_namespace order by oid', database),
      await asAdministrator('select oid, rolname from pg_roles order by oid'),
      await asAdministrator('select roleid, member from pg_auth_members order by 1, 2'),
    ])

  const unfitDatabases: readonly {
    readonly title: string
    /** Returns the SQL that the administrator runs once the role and the database of this name exist. */
    readonly make?: (name: string) => readonly string[]
    /** Returns the SQL that is run in the database. */
    readonly inside?: (name: string) => readonly string[]
    readonly encoding?: string
    readonly pool?: number
    readonly pattern: RegExp
  }[] = [
    { title: 'LATIN1', encoding: 'LATIN1', pattern: /its encoding is LATIN1, .*ENCODING 'UTF8' TEMPLATE template0/ },
    { title: 'SQL_ASCII', encoding: 'SQL_ASCII', pattern: /its encoding is SQL_ASCII/ },
    {
      title: 'no right to create tables, the default since PostgreSQL 15',
      make: name => [`alter database ${name} owner to ${administrator}`],
      pattern: /may not create tables in the schema public\. Run ALTER DATABASE .* OWNER TO/,
    },
    {
      title: 'no right to connect for other roles',
      make: name => [`revoke connect on database ${name} from public`],
      pattern:
        /only some roles may connect to it\. Run CREATE ROLE probata_app NOLOGIN; GRANT CONNECT ON DATABASE .* TO probata_app;/,
    },
    {
      title: 'no right to use the schema for other roles',
      make: name => [`alter database ${name} owner to ${administrator}`],
      inside: name => ['revoke usage on schema public from public', `grant create, usage on schema public to ${name}`],
      pattern:
        /only some roles may use the schema public\. Run CREATE ROLE probata_app NOLOGIN; GRANT USAGE ON SCHEMA public/,
    },
    {
      title: 'no public schema',
      inside: () => ['drop schema public'],
      pattern: /has no schema public\. Run CREATE SCHEMA public AUTHORIZATION/,
    },
    {
      title: 'tables of another program with the same names as ours',
      inside: () => ['create table person (id int)', 'create table login (id int)'],
      pattern: /another program has tables there .*login.*Use an empty database/,
    },
    {
      title: 'read-only by default for the database',
      make: name => [`alter database ${name} set default_transaction_read_only = on`],
      pattern: /it is read-only: .*Reset it/,
    },
    {
      title: 'read-only by default for the role',
      make: name => [`alter role ${name} set default_transaction_read_only = on`],
      pattern: /it is read-only: .*Reset it/,
    },
    {
      title: 'unvalidated constraints',
      make: name => [`alter role ${name} set session_replication_role = replica`],
      pattern: /session_replication_role is not origin.*Run ALTER ROLE .* RESET session_replication_role/,
    },
    {
      title: 'fewer connections for the database than the pool takes',
      make: name => [`alter database ${name} connection limit 6`],
      pattern:
        /needs 15 connections .*allows only 6: ALTER DATABASE .* CONNECTION LIMIT -1, or set PROBATA_DATABASE_POOL=3/,
    },
    {
      title: 'fewer connections for the login',
      make: () => [`create role ${login.user} login connection limit 2`],
      pattern: /the role "unfit_app" may open only 2: ALTER ROLE "unfit_app" CONNECTION LIMIT -1\. Nothing/,
    },
    {
      title: 'fewer connections on the server',
      pool: 40,
      pattern: /needs 43 connections .*max_connections leaves only 22: raise it, or set PROBATA_DATABASE_POOL=19/,
    },
  ]

  for (const [i, { title, make, inside, encoding, pool = 12, pattern }] of unfitDatabases.entries())
    test(title, async () => {
      const name = `unfit_${i}`
      await asAdministrator(`create role ${name} login createrole password '${tcpPassword}'`)
      const options = encoding ? `encoding '${encoding}' template template0` : ''
      await asAdministrator(`create database ${name} owner ${name} ${options}`)
      for (const text of make?.(name) ?? []) await asAdministrator(text)
      for (const text of inside?.(name) ?? []) await asAdministrator(text, name)
      const stateBefore = await stateOf(name)
      const connection = { connectionString: server.urlOf(name, name) }
      const error = await migrate(connection, { login, pool }).catch((caught: Error) => caught)
      assert.ok(error instanceof Error)
      assert.match(error.message, pattern)
      assert.match(error.message, /^DATABASE_URL: the database .*Nothing was changed\.$/)
      assert.ok(!error.message.includes(tcpPassword))
      assert.equal(await stateOf(name), stateBefore)
      await asAdministrator(`drop database ${name}`)
      await asAdministrator(`drop role if exists ${login.user}`)
    })

  for (const [name, owner, remedy] of [
    ['restored', administrator, /restore the database again as "restored" with pg_restore --no-owner/],
    ['handed_over', 'other_superuser', /run (REASSIGN OWNED BY other_superuser TO "handed_over") in this database/],
  ] as const)
    test(`tables of another owner: ${owner}`, async () => {
      if (owner !== administrator)
        await asAdministrator(`create role ${owner} superuser login password '${tcpPassword}'`)
      await asAdministrator(`create role ${name} login createrole password '${tcpPassword}'`)
      await asAdministrator(`create database ${name} owner ${name}`)
      await migrate({ connectionString: server.urlOf(owner, name) })
      const stateBefore = await stateOf(name)
      const connection = { connectionString: server.urlOf(name, name) }
      const error = await migrate(connection).catch((caught: Error) => caught)
      assert.ok(error instanceof Error)
      assert.match(error.message, new RegExp(`the tables \\(.*\\) belong to ${owner}, not to "${name}"`))
      const [, statement] = remedy.exec(error.message) ?? assert.fail(error.message)
      assert.equal(await stateOf(name), stateBefore)
      if (!statement) return
      await asAdministrator(statement, name)
      assert.deepEqual((await migrate(connection)).applied, [])
    })

  test('on a closed database the printed statements are sufficient', async () => {
    await asAdministrator(`create role closed login createrole password '${tcpPassword}'`)
    await asAdministrator(`create role by_hand login password '${tcpPassword}'`)
    await asAdministrator(`create database closed owner ${administrator}`)
    await asAdministrator('revoke all on database closed from public; grant connect on database closed to closed')
    const schema = 'revoke all on schema public from public; grant create, usage on schema public to closed'
    await asAdministrator(schema, 'closed')
    const connection = { connectionString: server.urlOf('closed', 'closed') }
    const start = () =>
      migrate(connection, { login: { user: 'by_hand' } }).then(
        () => '',
        (error: Error) => error.message,
      )
    for (const privilege of ['TEMPORARY', 'CONNECT', 'USAGE']) {
      const [, statements = ''] = new RegExp(`Run (.*GRANT ${privilege} .*;)`).exec(await start()) ?? []
      await asAdministrator(statements, 'closed')
    }
    const [, statements = ''] = /administrator of the database to run: (.*;)/.exec(await start()) ?? []
    await asAdministrator(statements, 'closed')
    assert.equal(await start(), '')
    const ownConnection = { connectionString: server.urlOf('by_hand', 'closed') }
    assert.equal((await query(ownConnection, 'select count(*)::int as n from organization'))[0]?.n, 0)
  })

  test('a schema named after the role changes nothing: everything is created in public', async () => {
    await asAdministrator(`create role schemed login createrole password '${tcpPassword}'`)
    await asAdministrator('create database schemed owner schemed')
    await asAdministrator('create schema schemed authorization schemed', 'schemed')
    await migrate({ connectionString: server.urlOf('schemed', 'schemed') })
    const schemaTables = "select relname from pg_class where relnamespace = 'schemed'::regnamespace"
    assert.deepEqual(await asAdministrator(schemaTables, 'schemed'), [])
    assert.notEqual(
      (await asAdministrator("select to_regclass('public.organization')::text as t", 'schemed'))[0]?.t,
      null,
    )
  })
})
