import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, test } from 'node:test'
import { Command } from 'commander'
import { minute } from '#lib/clock.ts'
import { prover } from '#test/proof.ts'
import { bindingsOf } from '#test/storage/bindings.ts'
import { flipBit } from '#test/storage/damage.ts'
import { type MemoryS3, startMemoryS3 } from '#test/storage/memory-s3.ts'
import { migrationsOf } from '#test/storage/migrations.ts'
import { boot, type Probata } from '#test/system.ts'
import { addStorageCommands } from './storage-commands.ts'

const moveReason = 'move files to Frankfurt'

describe('probata storage', { concurrency: false }, () => {
  let resources: AsyncDisposableStack
  let p: Probata
  let bucket: MemoryS3
  let cookie: string
  let token: string
  let targetId: string
  let folderId: string
  let bindings: ReturnType<typeof bindingsOf>
  let migrations: ReturnType<typeof migrationsOf>
  let client: ReturnType<typeof prover>

  before(async () => {
    await using opening = new AsyncDisposableStack()
    const dataDir = await mkdtemp(join(tmpdir(), 'probata-storage-commands-'))
    opening.defer(() => rm(dataDir, { recursive: true, force: true }))
    bucket = opening.use(await startMemoryS3())
    p = opening.use(await boot({ env: { PROBATA_STORAGE_ALLOW: '127.0.0.0/8', PROBATA_DATA_DIR: dataDir } }))
    bucket.clock = p.clock
    bindings = bindingsOf(p, () => cookie)
    migrations = migrationsOf(p, () => cookie)
    await signIn()
    const { storageBindings } = await bindings.list()
    folderId = storageBindings[0].id
    targetId = (await bindings.done(bindings.create(bucket, { name: 'Frankfurt', encryption: 'none' }), 201)).id
    client = prover(p, () => token)
    for (const size of [1000, 2000]) {
      const bytes = randomBytes(size)
      await client.attach(await client.newClaim(), { name: 'proof.bin', type: 'application/octet-stream', bytes })
    }
    resources = opening.move()
  })
  after(() => resources.disposeAsync())
  const signIn = async () => {
    cookie = await p.signIn('admin@acme.example')
    token = await p.token('acme-scanner')
  }
  beforeEach(signIn)

  /** Runs a command as `main.ts` does, while the server is running. */
  const run = async (...args: string[]) => {
    const out: string[] = []
    const program = new Command().exitOverride().configureOutput({ writeErr() {}, outputError() {} })
    const storage = async () => ({ ...p.system.services, async [Symbol.asyncDispose]() {} })
    addStorageCommands(program, { say: text => out.push(text), storage })
    for (const command of program.commands.flatMap(({ commands }) => commands))
      command.exitOverride().configureOutput({ writeErr() {}, outputError() {} })
    try {
      await program.parseAsync(['storage', ...args], { from: 'user' })
      return { out: out.join('\n'), status: Number(process.exitCode ?? 0) }
    } finally {
      process.exitCode = 0
    }
  }
  const migrate = (...args: string[]) => run('migrate', '--organization', 'acme', ...args)
  const auditEvents = async (action: string) => {
    const { body, text, status } = await p.call('GET', `/api/workspace/audit?action=${action}`, { cookie })
    assert.equal(status, 200, text)
    return body.auditEvents
  }

  const invalidCalls: readonly (readonly [name: string, args: string[], message: RegExp])[] = [
    ['without a reason', ['--to', 'Frankfurt'], /--reason is required/],
    ['with a short reason', ['--to', 'Frankfurt', '--reason', 'why not'], /at least 10 and at most 2000 characters/],
    ['at a rate of zero', ['--to', 'Frankfurt', '--rate', '0', '--dry-run'], /number from 0\.1 to 10000/],
    [
      'to an unknown binding',
      ['--to', 'Paris', '--dry-run'],
      /^acme has no storage binding "Paris"; it has local \(stb_\w+, active\), Frankfurt \(stb_\w+, draft\)\.$/,
    ],
    [
      'to its source',
      ['--to', 'local', '--dry-run'],
      /^local takes the files of acme already; name the storage binding to empty with --from/,
    ],
    [
      'to a binding that is not validated',
      ['--to', 'Frankfurt', '--dry-run'],
      /^The target is draft; it must be validated or active or/,
    ],
    ['in an unknown mode', ['--to', 'Frankfurt', '--mode', 'steal', '--dry-run'], /Allowed choices are move, copy/],
    [
      'of an unknown workspace',
      ['--to', 'Frankfurt', '--organization', 'acne', '--dry-run'],
      /no workspace "acne"; did you mean acme\?/,
    ],
  ]
  for (const [name, args, message] of invalidCalls)
    test(`migrate ${name} is rejected with a message`, async () => {
      await assert.rejects(
        migrate(...args),
        ({ message: actual }: Error) => message.test(actual) || assert.fail(actual),
      )
      assert.deepEqual((await migrations.list()).storageMigrations, [])
    })

  test('migrate counts files, then starts a migration that servers carry out; the audit trail records the caller', async () => {
    assert.equal((await bindings.done(bindings.act(targetId, 'validate'))).passed, true)
    const plan = await migrate('--to', 'Frankfurt', '--dry-run', '--rate', '0.1')
    assert.equal(
      plan.out,
      'acme: 2 files, 3 kB would be copied from local to Frankfurt, in 1 second at least, at 100 kB a second. Nothing was started.',
    )
    assert.deepEqual(await auditEvents('storage.migration.start'), [])

    const started = await migrate('--to', targetId, '--from', 'local', '--hold', '2', '--reason', moveReason, '--json')
    const { organization, id, status, items, holdHours, rate } = JSON.parse(started.out)
    assert.deepEqual(
      [organization, status, items.left, holdHours, rate.bytesPerSecond, started.status],
      ['acme', 'copying', 2, 2, 20_000_000, 0],
    )
    const [event] = await auditEvents('storage.migration.start')
    assert.deepEqual(
      [event.actorKind, event.actorId, event.resourceId, event.reason],
      ['system', 'command-line', id, moveReason],
    )
    assert.match(event.detail, /^operating system account \S+$/)
    await assert.rejects(
      migrate('--to', 'Frankfurt', '--reason', moveReason),
      /Another storage migration .* is running/,
    )

    await migrations.run()
    assert.equal((await migrations.get(id)).status, 'holding')
    await bindings.done(bindings.act(folderId, 'activate'))
  })

  test('migrate --follow reports progress, and exits with 1 if the migration fails', async () => {
    bucket.intercept = method => (method === 'PUT' ? { status: 403, body: '' } : undefined)
    await p.sql('delete from blob_copy where binding_id = $1', [targetId])
    const following = migrate('--to', 'Frankfurt', '--mode', 'copy', '--reason', moveReason, '--follow')
    const [{ id }] = await waitForStarted()
    await migrations.run()
    const { out, status } = await following
    bucket.intercept = () => undefined
    assert.equal(status, 1)
    assert.match(
      out,
      /^acme: 2 files, 3 kB to be copied from local to Frankfurt by storage migration stm_\w+\..*\n {2}copying: 0 copied, 2 left\n(.*\n)?.*failed: 0 copied, 2 left: \w+; fix it/,
    )
    await migrations.done(migrations.act(id, 'cancel'))
  })
  const waitForStarted = async () => {
    for (;;) {
      const { storageMigrations } = await migrations.list()
      const started = storageMigrations.filter(({ status }: { status: string }) => status === 'copying')
      if (started.length > 0) return started
    }
  }

  test('scrub reports its coverage; scrub --now reads all files, and exits with 1 if one is damaged', async () => {
    const coverage = await run('scrub', '--organization', 'acme')
    assert.match(coverage.out, /^acme: 2 of 2 copies \(3 kB\) found right within 30 days, the oldest check at /)
    assert.equal(coverage.status, 0)
    const all = await run('scrub', '--now', '--json')
    const lines = all.out.split('\n').map(line => JSON.parse(line))
    assert.deepEqual(
      lines.map(({ organization, read, unavailable }) => [organization, read, unavailable]),
      [
        ['acme', { copies: 2, bytes: 3000 }, []],
        ['globex', { copies: 0, bytes: 0 }, []],
      ],
    )
    const [event] = await auditEvents('job.run')
    assert.deepEqual(
      [event.actorId, event.resourceId, event.reason],
      ['command-line', 'scrub-stored-files', 'probata storage scrub --now'],
    )

    await bindings.done(bindings.act(targetId, 'activate'))
    const proof = { name: 'proof.bin', type: 'application/octet-stream', bytes: randomBytes(500) }
    const { artifactId } = await client.attach(await client.newClaim(), proof)
    for (const object of bucket.objects.values()) object.bytes = flipBit(Buffer.from(object.bytes))
    const suspect = await run('scrub', '--now', '--organization', 'acme')
    assert.match(suspect.out, /^acme: read 3 copies, 3.5 kB; not all right\n {2}1 copy wrong or missing once: /)
    assert.equal(suspect.status, 1)
    p.clock.advance(11 * minute)
    const damaged = await run('scrub', '--now', '--organization', 'acme')
    assert.match(damaged.out, /\n {2}1 damaged, never opened; of 1 of them no good copy is left$/)
    await signIn()
    const { body } = await p.call('GET', '/api/workspace/security-events', { cookie })
    const [securityEvent] = body.securityEvents
    assert.deepEqual(
      [securityEvent.type, securityEvent.context.resourceId],
      ['storageOperationsDigestMismatch', artifactId],
    )
    const [last] = await auditEvents('job.run')
    assert.ok(last.detail.startsWith(`${securityEvent.context.runId}; operating system account `), last.detail)
  })

  test('scrub --now skips files that it cannot read, and does not count them as damaged', async () => {
    bucket.intercept = () => ({ status: 500, body: '' })
    const { out, status } = await run('scrub', '--now', '--organization', 'acme')
    bucket.intercept = () => undefined
    assert.match(out, new RegExp(`\\n  ${targetId} cannot be read at the moment; its copies were skipped$`))
    assert.equal(status, 1)
  })
})
