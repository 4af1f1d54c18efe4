import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempDisposableSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { compileCache } from '#test/compile-cache.ts'
import { curlSkipReason } from '#test/curl.ts'
import { freePort } from '#test/free-port.ts'

const root = join(import.meta.dirname, '..', '..')
const readme = readFileSync(join(root, 'README.md'), 'utf8')
const [, section = ''] = readme.split(/^## Push a piece of proof$/m)
const blocks = [...(section.split(/^## /m)[0] ?? '').matchAll(/^```sh\n(.*?)^```$/gms)].map(([, code = '']) => code)
const [serve = '', ...walk] = blocks

const shell = (code: string, env: NodeJS.ProcessEnv) =>
  spawn('bash', ['-euo', 'pipefail', '-c', code], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })

test("the README's walkthrough leads from an empty install to current proof", async t => {
  const reason = await curlSkipReason()
  if (reason) return t.skip(reason)

  using folder = mkdtempDisposableSync(join(tmpdir(), 'probata-readme-'))
  chmodSync(folder.path, 0o755)
  const { PATH, HOME } = process.env
  const env = { PATH, HOME, PORT: String(await freePort()), TMPDIR: folder.path, NODE_COMPILE_CACHE: compileCache }
  const server = shell(serve, env)
  const closed = once(server, 'close')
  const log = text(server.stderr)
  let pid = 0
  for await (const line of createInterface(server.stdout)) {
    const announcement: { event?: string; pid?: number } = line.startsWith('{') ? JSON.parse(line) : {}
    if (announcement.event !== 'ready') continue
    pid = announcement.pid ?? 0
    break
  }
  assert.notEqual(pid, 0, await (pid ? '' : log))
  server.stdout.resume()
  try {
    const walkthrough = shell(walk.join('\n'), env)
    const [stdout, stderr, [status]] = await Promise.all([
      text(walkthrough.stdout),
      text(walkthrough.stderr),
      once(walkthrough, 'close'),
    ])
    assert.deepEqual([status, stderr], [0, ''])
    assert.equal(stdout, 'backup finished: 0 errors\nRita Reviewer\naccepted\ncurrent\n')
  } finally {
    process.kill(pid, 'SIGTERM')
    await closed
  }
})
