import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { day, minute, second } from '#lib/clock.ts'
import { bindingsOf } from '#test/storage/bindings.ts'
import { type MemoryS3, startMemoryS3 } from '#test/storage/memory-s3.ts'
import { migrationsOf } from '#test/storage/migrations.ts'
import { bootStorageKeys, provider, type StorageKeys } from '#test/storage-keys.ts'
import { until } from '#test/until.ts'

const holds = '/storage-holds'
const destruction = '/storage-keys/destruction'
const holdViolation = { code: '23001', constraint: 'retention_hold' }

describe('files under a hold or retention', { concurrency: false }, () => {
  let s: StorageKeys
  let bucket: MemoryS3
  let cookie: string
  let bucketId: string
  let resources: AsyncDisposableStack

  before(async () => {
    await using opening = new AsyncDisposableStack()
    s = opening.use(await bootStorageKeys())
    bucket = opening.use(await startMemoryS3())
    bucket.clock = s.p.clock
    cookie = await s.p.signIn('admin@acme.example')
    bucketId = await bindingsOf(s.p, () => cookie).activate(bucket, { encryption: 'envelope' })
    resources = opening.move()
  })
  after(() => resources.disposeAsync())

  const place = async (claimId: string | null) => {
    const response = await s.acme.ask('admin', 'POST', holds, { claimId })
    assert.equal(response.status, 201, response.text)
    return String(response.body.id)
  }
  const release = async (id: string) => {
    for (const [person, verb] of [
      ['admin', ''],
      ['second', '/confirm'],
    ] as const) {
      const response = await s.acme.ask(person, 'POST', `${holds}/${id}/release${verb}`)
      assert.equal(response.status, 200, response.text)
    }
  }
  const fileOf = async (claimKey: string, fields?: object) => {
    const claimId = await s.acme.claim(claimKey, { ...fields })
    await s.acme.attach(claimId, claimKey)
    return claimId
  }
  const postDestruction = () => s.acme.ask('admin', 'POST', destruction)
  const confirm = (destructionId: string) => s.acme.ask('second', 'POST', `${destruction}/confirm`, { destructionId })
  const requestDestruction = async (): Promise<string> => {
    const response = await postDestruction()
    assert.equal(response.status, 201, response.text)
    return response.body.id
  }
  const withdraw = () => s.acme.ask('admin', 'POST', `${destruction}/withdraw`)
  const requireRejection = ({ status, body }: Awaited<ReturnType<typeof postDestruction>>, message: RegExp) => {
    assert.deepEqual([status, body.error], [422, 'unprocessable'])
    assert.match(body.message, message)
  }
  const countKeys = async () =>
    Number(
      (
        await s.p.sql(`select count(*) from storage_data_key where organization_id = $1 and status <> 'destroyed'`, [
          s.acmeId,
        ])
      )[0]?.count,
    )
  const copiesOf = (claimId: string) =>
    s.p.sql(
      `select c.object_key, c.binding_id, c.state from blob_copy c join artifact a using (organization_id, blob_key)
         join attachment_link l on l.organization_id = a.organization_id and l.artifact_id = a.id
        where l.claim_id = $1 order by 1`,
      [claimId],
    )

  test('a hold protects the keys of its files until it is released', async () => {
    const earlyRequest = await requestDestruction()
    const claimId = await fileOf('held')
    const id = await place(claimId)
    requireRejection(await confirm(earlyRequest), /under a hold/)
    await withdraw()
    requireRejection(await postDestruction(), /under a hold/)
    const destroy = `update storage_data_key set status = 'destroyed', wrapped = null, destroyed_at = now()
      where organization_id = $1`
    await assert.rejects(s.p.sql(destroy, [s.acmeId]), holdViolation)
    assert.ok((await countKeys()) > 0)
    await release(id)
    assert.equal((await confirm(await requestDestruction())).status, 200)
    assert.equal(await countKeys(), 0)
  })

  test('a hold on the workspace protects keys even before anything is encrypted; a hold on a claim protects only its own keys', async () => {
    const workspaceHold = await place(null)
    assert.equal((await s.acme.ask('admin', 'POST', '/storage-keys')).status, 201)
    requireRejection(await postDestruction(), /under a hold/)
    await release(workspaceHold)
    const empty = await place(await s.acme.claim('without-a-file'))
    assert.equal((await confirm(await requestDestruction())).status, 200)
    await release(empty)
  })

  test('retention protects keys until it ends', async () => {
    const body = { requirementKey: 'KEPT-1', title: 'Kept', status: 'active', retentionYears: 1 }
    const { id } = (await s.acme.ask('admin', 'POST', '/evidence-requirements', body)).body
    await fileOf('retained', { evidenceRequirementId: id })
    requireRejection(await postDestruction(), /retention/)
    s.p.clock.advance(367 * day)
    assert.equal((await confirm(await requestDestruction())).status, 200)
    assert.equal(await countKeys(), 0)
  })

  test('under a hold, only the install can become the key holder, but the current holder can get a new token', async () => {
    await fileOf('of-a-holder')
    const claimId = await s.acme.claim('holds-the-holder')
    const first = await place(claimId)
    const useVault = () => s.acme.ask('admin', 'POST', provider, s.settings())
    requireRejection(await useVault(), /under a hold/)
    await assert.rejects(
      s.p.sql(
        `insert into storage_key_provider (organization_id, id, kind, settings, state, since)
         values ($1, 'skp_x', 'vault-transit', '{}', 'available', now())`,
        [s.acmeId],
      ),
      holdViolation,
    )
    await release(first)
    assert.equal((await useVault()).status, 200)
    const next = await place(claimId)
    assert.equal((await useVault()).status, 200)
    s.vault.rotate('another')
    requireRejection(
      await s.acme.ask('admin', 'POST', provider, { ...s.settings(), keyName: 'another' }),
      /under a hold/,
    )
    await s.useLocal(s.acme)
    requireRejection(await useVault(), /under a hold/)
    await release(next)
  })

  /** Opens a connection with an open transaction in which these statements have run. */
  const inTransaction = async (...statements: string[]) => {
    const client = new pg.Client(s.p.connection)
    await client.connect()
    await client.query('begin')
    for (const statement of statements) await client.query(statement, [s.acmeId])
    return {
      commit: () => client.query('commit'),
      [Symbol.asyncDispose]: () => client.end(),
    }
  }
  /** Opens a connection that waits at most 100 ms for locks. */
  const connectWithoutWaiting = async () => {
    const client = new pg.Client({ ...s.p.connection, options: '-c lock_timeout=100ms' })
    await client.connect()
    return {
      query: (statement: string, values: unknown[]) => client.query(statement, values),
      [Symbol.asyncDispose]: () => client.end(),
    }
  }
  const untilLockWaits = () =>
    until('another connection waits for the lock of the holds', async () => {
      const [row] = await s.p.sql(`select count(*) from pg_locks where locktype = 'advisory' and not granted`)
      return Number(row?.count) > 0
    })

  test('a hold placed during the destruction of keys either prevents it or waits for it', async () => {
    await fileOf('in-the-race')
    const destructionId = await requestDestruction()
    const before = await countKeys()
    {
      await using placing = await inTransaction(
        'select lock_holds($1, true)',
        `insert into retention_hold (organization_id, id, status, placed_by, record)
         select organization_id, 'srh_race', 'active', min(id), '{}' from person where organization_id = $1 group by 1`,
      )
      const confirming = confirm(destructionId)
      await untilLockWaits()
      await placing.commit()
      requireRejection(await confirming, /under a hold/)
      assert.equal(await countKeys(), before)
    }
    await s.p.sql(
      `update retention_hold h set status = 'released', release_asked_by = placed_by,
          released_by = (select max(id) from person where organization_id = h.organization_id) where id = 'srh_race'`,
    )
    {
      await using destroying = await inTransaction(
        `update storage_data_key set status = 'destroyed', wrapped = null, destroyed_at = now()
          where organization_id = $1 and status <> 'destroyed'`,
      )
      const placing = place(null)
      await untilLockWaits()
      await destroying.commit()
      await release(await placing)
      assert.equal(await countKeys(), 0)
    }
  })

  const signIn = async () => {
    cookie = await s.p.signIn('admin@acme.example')
  }
  const folderId = async () =>
    (await s.p.sql(`select id from storage_binding where organization_id = $1 and kind = 'folder'`, [s.acmeId]))[0]?.id
  const damage = `update blob_copy set state = 'damaged', damage = 'missing' where object_key = $1`

  test('files under a hold can still move; a copy that replaces another stays until the other is removed', async () => {
    const [claimId, lost] = [await fileOf('moves'), await fileOf('is-lost-over-there')]
    await place(claimId)
    await signIn()
    const migrations = migrationsOf(s.p, () => cookie)
    const plan = { sourceId: bucketId, targetId: await folderId(), mode: 'move', holdHours: 1 }
    const { id } = await migrations.done(migrations.start(plan), 201)
    await migrations.run()
    // Accepts the failures of files from earlier tests, whose keys are destroyed.
    for (const { artifactId } of await migrations.failures(id)) await migrations.accept(id, artifactId)
    await migrations.run()
    const [targetCopy] = (await copiesOf(lost)).filter(({ binding_id }) => binding_id !== bucketId)
    assert.equal(targetCopy?.state, 'verified')
    s.p.clock.advance(61 * minute)
    await signIn()
    await migrations.run()
    // Damages the target copy after the source copy was condemned.
    await s.p.sql(damage, [targetCopy?.object_key])

    const states: unknown[] = []
    const [replacement] = (await copiesOf(claimId)).filter(({ binding_id }) => binding_id !== bucketId)
    bucket.intercept = async method => {
      if (method !== 'DELETE') return undefined
      await using client = await connectWithoutWaiting()
      await client.query(damage, [replacement?.object_key]).catch(error => states.push(error.code))
      return undefined
    }
    s.p.clock.advance(minute + second)
    await signIn()
    await migrations.run()
    bucket.intercept = () => undefined
    assert.ok(states.includes('55P03'), 'the replacement cannot be marked as damaged while a removal relies on it')
    const [copy, ...otherCopies] = await copiesOf(claimId)
    assert.deepEqual([copy?.binding_id, copy?.state, otherCopies], [plan.targetId, 'verified', []])
    // The file was copied again from the source copy, which awaits removal.
    const lostCopies = (await copiesOf(lost)).map(
      row => `${row.binding_id === bucketId ? 'source' : 'target'} ${row.state}`,
    )
    assert.deepEqual(lostCopies.toSorted(), ['source condemned', 'target damaged', 'target verified'])
  })

  test('files never lose their last copy or their record, even through direct SQL', async () => {
    const claimId = await fileOf('the-last-copy')
    await place(claimId)
    const [onlyCopy] = await copiesOf(claimId)
    const remove = 'delete from blob_copy where object_key = $1'
    for (const statement of [remove, `update blob_copy set state = 'condemned' where object_key = $1`])
      await assert.rejects(s.p.sql(statement, [onlyCopy?.object_key]), holdViolation)
    await s.p.sql(damage, [onlyCopy?.object_key])
    await assert.rejects(s.p.sql(remove, [onlyCopy?.object_key]), holdViolation)
    for (const statement of [
      'delete from attachment_link where claim_id = $1',
      `update attachment_link set claim_id = claim_id where claim_id = $1`,
    ])
      await assert.rejects(s.p.sql(statement, [claimId]), holdViolation)
  })
})
