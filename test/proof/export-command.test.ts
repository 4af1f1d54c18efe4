import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { iso, minute } from '#lib/clock.ts'
import { bundles, unzip } from '#test/bundles.ts'
import { clientSecret } from '#test/fixture.ts'
import { prover, textFile } from '#test/proof.ts'
import { boot, type Probata } from '#test/system.ts'
import { until } from '#test/until.ts'
import { accountsOf } from '#test/webhooks/callers.ts'

const program = fileURLToPath(import.meta.resolve('#client/export/main.ts'))
/** The number of response bytes after which the connection to the install breaks. */
const cutAfter = 100_000

/** Starts a proxy in front of the install that repeatedly breaks the connection. */
const startFlakyProxy = async (port: number): Promise<{ server: Server; breaks: () => number }> => {
  let breaks = 0
  const server = createServer(client => {
    const install = connect(port, '127.0.0.1')
    let forwardedBytes = 0
    client.pipe(install)
    install.on('data', bytes => {
      client.write(bytes)
      forwardedBytes += bytes.length
      if (forwardedBytes < cutAfter) return
      breaks++
      client.destroy()
      install.destroy()
    })
    for (const [socket, other] of [
      [client, install],
      [install, client],
    ] as const) {
      socket.on('error', () => undefined)
      socket.on('close', () => other.destroy())
    }
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return { server, breaks: () => breaks }
}

describe('probata export', { concurrency: false }, () => {
  let p: Probata
  let folder: string
  let clientId: string
  let auditor: { cookie: string }
  let id: string

  before(async () => {
    p = await boot()
    folder = await mkdtemp(join(tmpdir(), 'probata-export-'))
    ;({ clientId } = await accountsOf(p).create(['governance.exports:read', 'governance.exports:write']))
    auditor = { cookie: await p.signIn('auditor@acme.example') }
    const token = await p.token('acme-scanner')
    const { newClaim, attach } = prover(p, () => token)
    await attach(await newClaim(), textFile(randomBytes(300_000).toString('hex')))
  })
  after(async () => {
    await p[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  })

  const start = (options: readonly string[], url = p.url, secret = clientSecret) => {
    const env = { ...process.env, PROBATA_URL: url, PROBATA_CLIENT_ID: clientId, PROBATA_CLIENT_SECRET: secret }
    const child = spawn(process.execPath, [program, ...options], { env, cwd: folder })
    let [stdout, stderr] = ['', '']
    child.stdout.on('data', text => {
      stdout += text
    })
    child.stderr.on('data', text => {
      stderr += text
    })
    const finished = new Promise<{ exit: number | null; stdout: string; stderr: string }>(resolve =>
      child.on('close', exit => resolve({ exit, stdout, stderr })),
    )
    return { ended: finished, stderr: () => stderr }
  }

  test('requests, waits, and downloads everything over a connection that keeps breaking', async () => {
    const proxy = await startFlakyProxy(Number(new URL(p.url).port))
    try {
      const reason = 'the audit of this year'
      const { port } = proxy.server.address() as AddressInfo
      const command = start(['--everything', '--all-rows', '--reason', reason], `http://127.0.0.1:${port}`)
      await until('it waits', async () => /gee_/.test(command.stderr()))
      await bundles(p, auditor).prepare()
      const { exit, stdout, stderr } = await command.ended
      assert.equal(exit, 0, stderr)
      id = /gee_\w+/.exec(stderr)?.[0] ?? ''
      assert.equal(stdout, `${id}.asice\n`)
      const { bytes } = await bundles(p, auditor).download(id)
      assert.ok((await readFile(join(folder, `${id}.asice`))).equals(bytes))
      assert.ok(!existsSync(join(folder, `${id}.asice.${id}.part`)))
      assert.ok(proxy.breaks() >= 3, `${proxy.breaks()} breaks`)
      const [exportRow] = await p.sql(
        `select record::jsonb ->> 'reason' as reason from audit_event where action = 'evidence.export.request' and resource_id = $1`,
        [id],
      )
      assert.equal(exportRow?.reason, reason)
    } finally {
      proxy.server.close()
    }
  })

  test('resumes the download of an earlier call', async () => {
    const { bytes } = await bundles(p, auditor).download(id)
    await writeFile(join(folder, 'again.asice.gee_another.part'), 'of another bundle')
    await writeFile(join(folder, `again.asice.${id}.part`), bytes.subarray(0, 1000))
    const { exit, stderr } = await start(['--id', id, '--output', 'again.asice']).ended
    assert.equal(exit, 0, stderr)
    assert.match(stderr, new RegExp(`going on after 1000 of ${bytes.length} bytes`))
    assert.ok((await readFile(join(folder, 'again.asice'))).equals(bytes))
  })

  test('downloads the state at a given time', async () => {
    const time = iso(p.clock.now())
    p.clock.advance(1)
    const command = start(['--as-of', time, '--reason', 'the audit of this year'])
    await until('it waits', async () => /gee_/.test(command.stderr()))
    await bundles(p, auditor).prepare()
    const { exit, stdout, stderr } = await command.ended
    assert.equal(exit, 0, stderr)
    const files = unzip(await readFile(join(folder, stdout.trim())))
    assert.match(files.get('bag-info.txt')?.toString() ?? '', new RegExp(`^As-Of: ${time}$`, 'm'))
  })

  test('says why no bundle is available', async () => {
    const wrongSecret = await start(['--everything', '--reason', 'the audit of this year'], p.url, 'a wrong secret')
      .ended
    assert.equal(wrongSecret.exit, 1)
    assert.match(wrongSecret.stderr, /\S/)
    assert.ok(!wrongSecret.stderr.includes('a wrong secret'))
    const unknownPackage = await start(['--package', 'subpkg_01J9ZZZZZZZZZZZZZZZZZZZZZZ', '--reason', 'the audit'])
      .ended
    assert.equal(unknownPackage.exit, 1)
    const futureTime = await start(['--as-of', iso(p.clock.now() + minute), '--reason', 'the audit']).ended
    assert.equal(futureTime.exit, 1)
    for (const options of [
      [],
      ['--everything'],
      ['--everything', '--id', id],
      ['--everything', '--as-of', iso(p.clock.now()), '--reason', 'the audit'],
      ['--period', 'today'],
      ['--nonsense'],
    ])
      assert.equal((await start(options).ended).exit, 2, options.join(' '))
  })

  test('reports a cancelled export, and writes nothing', async () => {
    const { body } = await bundles(p, auditor).ask({ kind: 'everything' })
    const cancel = { ...auditor, body: { reason: 'the bundle is no longer needed' } }
    await p.call('POST', `/api/workspace/exports/${body.id}/cancel`, cancel)
    const { exit, stderr } = await start(['--id', body.id]).ended
    assert.equal(exit, 1)
    assert.match(stderr, /The export is cancelled\./)
    assert.ok(!existsSync(join(folder, `${body.id}.asice`)))
  })
})
