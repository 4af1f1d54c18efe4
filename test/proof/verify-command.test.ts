/**
 * Tests the verifier that outsiders download and run: one file, served with its digest, on the oldest Node that it
 * supports.
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { runMeasured } from '#bench/run-measured.ts'
import { boot, type Probata } from '#test/system.ts'
import { makeBundle } from './make-bundle.ts'

const nodes = [process.execPath, '/usr/bin/node', '/usr/local/bin/node'].filter(path => existsSync(path))
const folder = mkdtempDisposableSync(join(tmpdir(), 'probata-verify-'))
after(() => folder.remove())

const writeFile = (name: string, content: Buffer | string): string => {
  const path = join(folder.path, name)
  writeFileSync(path, content)
  return path
}

const run = (node: string, ...args: readonly string[]) =>
  new Promise<{ exit: number; out: string }>(resolve => {
    const options = { cwd: folder.path, env: { PATH: '' } }
    execFile(node, args, options, (error, stdout, stderr) =>
      resolve({ exit: error ? Number(error.code) : 0, out: `${stdout}${stderr}` }),
    )
  })

describe('GET /verify/probata-verify.mjs', () => {
  let p: Probata
  let script: string

  before(async () => {
    p = await boot()
    const response = await fetch(`${p.url}/verify/probata-verify.mjs`)
    assert.equal(response.status, 200)
    assert.match(response.headers.get('content-disposition') ?? '', /^attachment/)
    assert.equal(response.headers.get('content-type'), 'text/javascript; charset=utf-8')
    script = writeFile('probata-verify.mjs', Buffer.from(await response.arrayBuffer()))
  })
  after(() => p[Symbol.asyncDispose]())

  test('comes with its digest in the format of sha256sum', async () => {
    const line = await (await fetch(`${p.url}/verify/probata-verify.mjs.sha256`)).text()
    const bytes = Buffer.from(await (await fetch(`${p.url}/verify/probata-verify.mjs`)).arrayBuffer())
    assert.equal(line, `${createHash('sha256').update(bytes).digest('hex')}  probata-verify.mjs\n`)
  })

  const bundle = makeBundle({ claims: 3, attachmentsEach: 1, unrelatedRows: 5 })
  const soundFile = writeFile('sound.asice', bundle.bytes)
  const alteredBytes = Buffer.from(bundle.bytes)
  const index = alteredBytes.indexOf('data/records/claims.jsonl') + 200
  alteredBytes.writeUInt8(alteredBytes.readUInt8(index) ^ 1, index)
  const forgedPath = writeFile('forged.asice', alteredBytes)
  const keys = writeFile('keys.txt', `${bundle.bundleKey.vkey}\n`)

  test('uses at most 80 MiB for a bundle of 5 MB', { skip: process.platform !== 'linux' }, async () => {
    const largePath = writeFile('large.asice', makeBundle({ claims: 1500 }).bytes)
    const { exit, output, memory } = await runMeasured(script, largePath)
    assert.equal(exit, 3, output)
    assert.ok(memory <= 80, `${memory.toFixed(1)} MiB`)
  })

  for (const node of nodes)
    test(`has the same exit codes as the installed command, with ${node}`, async () => {
      const exits = await Promise.all([
        run(node, script, soundFile, '--key', keys),
        run(node, script, forgedPath, '--key', keys),
        run(node, script, writeFile('none.asice', 'no bundle')),
        run(node, script, soundFile),
        run(node, script, soundFile, '--wrong'),
      ])
      assert.deepEqual(
        exits.map(({ exit }) => exit),
        [0, 1, 2, 3, 2],
        exits.map(({ out }) => out).join('\n'),
      )
    })

  test('returns the same as JSON', async () => {
    const { exit, out } = await run(process.execPath, script, soundFile, '--key', keys, '--json')
    assert.equal(exit, 0)
    assert.equal(typeof JSON.parse(out), 'object')
  })
})
