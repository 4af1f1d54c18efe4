import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempDisposable, readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { keepLog } from '#test/keep-log.ts'
import { prover } from '#test/proof.ts'
import { boot } from '#test/system.ts'
import { until } from '#test/until.ts'

test('a stop does not wait for an upload that takes its time, and nothing of it is left', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'probata-stop-'))
  const staging = join(folder.path, 'blobs', 'staging')
  const { log, lines } = keepLog()
  await using p = await boot({ env: { PROBATA_DATA_DIR: folder.path }, finishMs: 300, log })
  const token = await p.token('acme-scanner')
  const client = prover(p, () => token)
  const bytes = randomBytes(4_000_000)
  const file = { name: 'slow.bin', type: 'application/octet-stream', bytes }
  const { body } = await client.announce(await client.newClaim(), file)
  const sent = request(p.url + body.upload.path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'multipart/form-data; boundary=xYz',
      'content-length': bytes.length + 1000,
    },
  })
  const ended = once(sent, 'error')
  sent.write(
    '--xYz\r\ncontent-disposition: form-data; name="file"; filename="slow.bin"\r\ncontent-type: application/octet-stream\r\n\r\n',
  )
  sent.write(bytes.subarray(0, 1_000_000))
  await until('the upload is under way', async () => (await readdir(staging)).length === 1)
  await p.system[Symbol.asyncDispose]()
  const [error] = await ended
  assert.equal(error.code, 'ECONNRESET')
  assert.deepEqual(await readdir(staging), [])
  assert.deepEqual(await p.sql('select from staged_blob'), [])
  assert.deepEqual(
    lines.map(({ event, connections }) => [event, connections]),
    [['requests_cut', 1]],
  )
})
