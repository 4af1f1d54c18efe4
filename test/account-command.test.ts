import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, test } from 'node:test'
import { testMasterKey } from './environment.ts'
import { freePort } from './free-port.ts'
import { createNewcomers } from './newcomers.ts'
import { commandsWith } from './run-command.ts'
import { boot } from './system.ts'

const folder = mkdtempDisposableSync(join(tmpdir(), 'probata-account-command-'))
after(() => folder.remove())

const reset = (email: string, ...extraArgs: string[]) => [
  'account',
  'reset-factor',
  email,
  '--reason',
  'lost',
  ...extraArgs,
]

test('probata account reset-factor announces the reset while a server runs, and reports whether a mail was sent', async () => {
  await using p = await boot()
  const { email, cookie } = await createNewcomers(p).enrolled()
  const { host, port, user, password, database } = p.connection
  const url = `postgres://${user}:${encodeURIComponent(String(password ?? ''))}@localhost:${port}/${database}?host=${host}`
  const { run } = commandsWith(join(folder.path, 'external'))
  const env = { DATABASE_URL: url, PROBATA_MASTER_KEY: testMasterKey }
  const firstRun = await run(reset(email, '--json'), env)
  assert.equal(firstRun.status, 0, firstRun.err)
  const line = JSON.parse(firstRun.out.trim().split('\n').at(-1) ?? '')
  assert.deepEqual([line.event, line.workspace, line.mailed], ['factorResetBegun', 'acme', false])
  const pendingResets = await p.call('GET', '/api/workspace/factor-resets?status=open', {
    cookie: await p.signIn('auditor@acme.example'),
  })
  assert.deepEqual(
    pendingResets.body.factorResets.map(({ dueAt }: { dueAt: string }) => dueAt),
    [line.dueAt],
  )
  const [sessionCount] = await p.sql('select count(*)::int as sessions from session where person_id = $1', [
    line.personId,
  ])
  assert.equal(sessionCount?.sessions, 0, cookie)
  const repeat = await run(reset(email), env)
  assert.deepEqual([repeat.out, repeat.status], ['', 1])
  assert.match(repeat.err, /being removed already/)
})

test('account reset-factor works on the embedded database while the server runs, and requires a reason', async () => {
  const dataDir = join(folder.path, 'embedded')
  const file = join(folder.path, 'file.json')
  const users = [{ email: 'ada@acme.example', name: 'Ada', role: 'admin', password: 'correct horse battery staple' }]
  writeFileSync(file, JSON.stringify({ organizations: [{ slug: 'acme', name: 'Acme', users }] }))
  const { launch, run } = commandsWith(dataDir)
  const server = launch(['serve'], { PROBATA_PROVISION: file, PORT: String(await freePort()), PROBATA_PROCESSES: '1' })
  server.stderr.resume()
  try {
    for await (const text of createInterface(server.stdout)) if (text.includes('"ready"')) break
    const withoutReason = await run(['account', 'reset-factor', 'ada@acme.example'])
    assert.equal(withoutReason.status, 2)
    const rejection = await run(reset('ada@acme.example'))
    assert.equal(rejection.status, 1)
    assert.match(rejection.err, /There is no second factor/)
    assert.equal(server.exitCode, null)
  } finally {
    server.kill('SIGTERM')
    if (server.exitCode === null) await once(server, 'exit')
  }
})
