import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createClient } from '#test/client.ts'
import { checkResponse } from '#test/contract/responses.ts'
import { type Setting, startServer } from '#test/faults/server-process.ts'
import { claimInput, workspace } from '#test/fixture.ts'

/** Starts a process as in a container: it sees neither the processes nor the shared memory of other containers. */
const container = ['unshare', '--pid', '--ipc', '--fork', '--mount-proc', '--kill-child']

const canCreateContainers = (): boolean => {
  try {
    execFileSync('unshare', [...container.slice(1), 'true'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const folderFor = async (t: TestContext): Promise<Setting> => {
  const folder = await mkdtemp(join(tmpdir(), 'probata-containers-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const [dataDir, provisionFile] = [join(folder, 'data'), join(folder, 'provision.json')]
  await mkdir(dataDir)
  await writeFile(provisionFile, JSON.stringify(workspace))
  return { dataDir, provisionFile, logFile: join(folder, 'server.log'), within: container }
}

const claims = '/api/v1/governance/evidence/claims'

const containerOf = async (t: TestContext, setting: Setting) => {
  const server = await startServer(setting)
  const client = createClient(server.url, checkResponse)
  const kill = async (): Promise<void> => {
    await client[Symbol.asyncDispose]()
    server[Symbol.dispose]()
    server.kill('SIGKILL')
    await server.exited
  }
  t.after(kill)
  return { client, kill }
}

/** The number of second containers that are started. `RIVALS=20` starts 20. */
const secondContainers = Number(process.env.RIVALS ?? 4)

test('a second container on a data directory is rejected while the first works, and harms nothing', async t => {
  if (!canCreateContainers()) return t.skip('namespaces are not allowed here')
  const setting = await folderFor(t)
  const acknowledgedKeys: string[] = []

  const firstContainer = await containerOf(t, setting)
  const { client } = firstContainer
  const token = await client.token('acme-scanner')
  let isWorking = true
  const work = (async () => {
    for (let i = 0; isWorking; i++) {
      const body = claimInput(`while-${i}`)
      const { status } = await client.call('POST', claims, { token, body, key: `key-of-claim-${i}` })
      assert.equal(status, 201)
      acknowledgedKeys.push(body.claimKey)
    }
  })()
  for (let i = 0; i < secondContainers; i++) {
    const logFile = `${setting.logFile}.${i}`
    await assert.rejects(startServer({ ...setting, logFile }), /exited before it was ready \({"code":1/)
    assert.match(await readFile(logFile, 'utf8'), /already running on the data directory .* \(in another container, /)
  }
  isWorking = false
  await work
  assert.ok(acknowledgedKeys.length > 0)
  await firstContainer.kill()

  const nextContainer = await containerOf(t, setting)
  for (const claimKey of acknowledgedKeys) {
    const { body } = await nextContainer.client.call('GET', `${claims}?claimKey=${claimKey}`, { token })
    assert.equal(body.claims.length, 1, claimKey)
  }
})
