import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { linesOf } from '#lib/lines.ts'
import { compileCache } from '#test/compile-cache.ts'
import { password, workspace } from '#test/fixture.ts'
import { serve } from '#test/serve.ts'

const root = join(import.meta.dirname, '..', '..')

test('prints existing and new events while a server with its embedded database runs', async t => {
  const folder = await mkdtemp(join(tmpdir(), 'probata-events-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const [dataDir, provisionFile] = [join(folder, 'data'), join(folder, 'provision.json')]
  await mkdir(dataDir)
  await writeFile(provisionFile, JSON.stringify(workspace))
  const launch = (...args: string[]) =>
    spawn(process.execPath, ['src/main.ts', 'security-events', ...args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: compileCache, PROBATA_DATA_DIR: dataDir },
    })
  const run = async (...args: string[]) => {
    const child = launch(...args)
    const closed = once(child, 'close')
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
    return {
      lines: stdout
        .split('\n')
        .slice(0, -1)
        .map(line => JSON.parse(line)),
      err: stderr,
      status: (await closed)[0],
    }
  }

  const emptyRun = await run()
  assert.equal(emptyRun.status, 1)
  assert.match(emptyRun.err, /^There is no Probata in .*: PROBATA_DATA_DIR names another folder\.\n$/)

  const { client } = await serve(t, { dataDir, provisionFile, logFile: join(folder, 'server.log') })
  const cookie = await client.signIn('admin@acme.example')
  const addPerson = async (name: string): Promise<string> => {
    const body = { email: `${name}@acme.example`, name, role: 'admin', password, reason: 'for the test of a command' }
    const {
      status,
      body: response,
      text: responseText,
    } = await client.call('POST', '/api/workspace/people', { cookie, body })
    assert.equal(status, 201, responseText)
    return response.person.id
  }
  const firstId = await addPerson('first')

  const { lines, err, status } = await run()
  assert.deepEqual([err, status], ['', 0])
  assert.deepEqual(
    lines.map(({ type, context }) => [type, context.personId]),
    [['administratorAdded', firstId]],
  )
  const { lines: findings } = await run('--format', 'ocsf')
  assert.deepEqual(
    findings.map(({ class_uid, metadata }) => [class_uid, metadata.uid]),
    [[2004, lines[0].id]],
  )
  assert.deepEqual((await run('--since', '2099-01-01T00:00:00Z')).lines, [])
  const badOption = await run('--since', 'yesterday')
  assert.equal(badOption.status, 2)
  assert.match(badOption.err, /argument 'yesterday' is invalid\. It must be a timestamp such as 2026-11-01T00:00:00Z\./)
  assert.match((await run('--format', 'cef')).err, /Allowed choices are jsonl, ocsf/)

  const follower = launch('--follow')
  const closed = once(follower, 'close')
  const printedIds: string[] = []
  let secondId = ''
  for await (const line of linesOf(follower.stdout)) {
    printedIds.push(JSON.parse(line).context.personId)
    if (printedIds.length === 1) secondId = await addPerson('second')
    else break
  }
  assert.deepEqual(printedIds, [firstId, secondId])
  follower.kill('SIGTERM')
  assert.deepEqual((await closed)[0], 0)
})
