import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { until } from '#test/until.ts'
import { commandFor } from './account.ts'
import { spawnChild } from './child.ts'
import { processCommands } from './processes.ts'

const account = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0, switched: false }

const program = (tethered: boolean) => `
  import { spawnChild } from '#db/embedded/child.ts'
  import { commandFor } from '#db/embedded/account.ts'
  const command = commandFor(${JSON.stringify(account)}, '/bin/sleep', ['600'], ${tethered ? 'undefined' : "''"})
  const child = await spawnChild(command, () => undefined)
  console.log(child.pid)`

for (const tethered of [true, false]) {
  test(`a child ends with its program, ${tethered ? 'by the kernel' : 'by the watching shell'}`, async () => {
    const parent = spawn(process.execPath, ['--input-type=module', '--eval', program(tethered)], {
      cwd: `${import.meta.dirname}/../../..`,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [output] = await once(parent.stdout, 'data')
    const pid = Number(output)
    const isRunning = async () => Boolean((await processCommands()).get(pid))
    assert.ok(await isRunning())
    parent.kill('SIGKILL')
    await until('the child has ended', async () => !(await isRunning()))
  })
}

test('a child does not inherit environment variables of the program', async t => {
  process.env.PROBATA_TEST_SECRET = 'planted'
  t.after(() => delete process.env.PROBATA_TEST_SECRET)
  const child = await spawnChild(commandFor(account, '/usr/bin/env', []), () => undefined)
  assert.deepEqual(await child.exited, { code: 0, signal: null })
  assert.match(await child.tail(), /^LC_ALL=C$/m)
  assert.doesNotMatch(await child.tail(), /planted/)
})

test('a command that cannot be run is rejected immediately', async () => {
  const command = { file: '/nonexistent/postgres', args: [], ids: {}, tethered: false }
  await assert.rejects(
    spawnChild(command, () => undefined),
    { code: 'ENOENT' },
  )
})
