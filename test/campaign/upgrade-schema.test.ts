import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { ClientConfig } from 'pg'
import { migrate } from '#db/migrate.ts'
import { schemaOfProgram } from '#db/schema-files.ts'
import { dumpCatalog } from '#test/contract/catalog.ts'
import { query } from '#test/postgres.ts'
import { administrator, startTcpPostgres, type TcpPostgres } from '#test/tcp-postgres.ts'
import { restoreInstall } from '#test/upgrade/restore-install.ts'

let server: TcpPostgres
let databaseCount = 0

before(async () => {
  server = await startTcpPostgres({ programs: process.env.TEST_POSTGRES })
  await query({ connectionString: server.urlOf(administrator, 'postgres') }, 'create role probata_app nologin')
})
after(() => server[Symbol.asyncDispose]())

const newDatabase = async (): Promise<ClientConfig> => {
  const name = `install_${++databaseCount}`
  await query({ connectionString: server.urlOf(administrator, 'postgres') }, `create database ${name}`)
  return { connectionString: server.urlOf(administrator, name) }
}

const oldInstall = async (): Promise<ClientConfig> => {
  const install = await newDatabase()
  await restoreInstall(install, administrator)
  return install
}

// Drops the partitions before the comparison, because they depend on the days on which rows were written.
const schemaOf = async (install: ClientConfig): Promise<string> => {
  const days = `select format('drop table %I', c.relname) as text from pg_class c where c.relispartition and c.relkind = 'r'
    and c.relname ~ '_[0-9]+$'`
  for (const { text } of await query(install, days)) await query(install, String(text))
  return dumpCatalog(install)
}

test('an install of the last earlier migration gets the schema of a new one', async () => {
  const [oldDatabase, newInstall] = [await oldInstall(), await newDatabase()]
  const { applied } = await migrate(oldDatabase)
  assert.deepEqual(applied.slice(0, 1), ['0072-functions'])
  await migrate(newInstall)
  assert.equal(await schemaOf(oldDatabase), await schemaOf(newInstall))
  assert.deepEqual((await migrate(oldDatabase)).applied, [])
})

test('an older install is rejected before anything is changed, with the commit that upgrades it', async () => {
  const install = await oldInstall()
  await query(install, 'delete from public.schema_migration where version = 71')
  await query(install, 'revoke usage on schema public from probata_app')
  const [schema, tables] = [await dumpCatalog(install), 'select version from schema_migration order by 1']
  const versions = await query(install, tables)
  await assert.rejects(
    migrate(install),
    new RegExp(
      `has the schema 0070-former-identities.*from 0071 on: first start the program of commit ${schemaOfProgram.baseline?.commit} once`,
    ),
  )
  assert.equal(await dumpCatalog(install), schema)
  assert.deepEqual(await query(install, tables), versions)
})

test('the next start completes an upgrade that crashed between the tables and the functions', async () => {
  const install = await newDatabase()
  const { functions: _, ...tablesOnly } = schemaOfProgram
  await migrate(install, { source: tablesOnly })
  assert.equal((await migrate(install)).applied.length, 1)
  const freshDatabase = await newDatabase()
  await migrate(freshDatabase)
  assert.equal(await schemaOf(install), await schemaOf(freshDatabase))
})
