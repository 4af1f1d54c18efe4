import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { minute } from '#lib/clock.ts'
import { checkResponse as check } from '#test/contract/responses.ts'
import { claimInput } from '#test/fixture.ts'
import { prover } from '#test/proof.ts'
import type { ApiResponse } from '#test/system.ts'
import { until } from '#test/until.ts'
import { assertRefused, assertStoresNothing, bootHostile, type HostileClient, rowCounts } from './workspace.ts'

const evidence = '/api/v1/governance/evidence'
const maxBytes = 4096
const machine = { surface: 'v1', access: { scope: 'governance.evidence:write' } } as const

let hostile: HostileClient
let folder: string
let claimId: string
let serial = 0

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'probata-hostile-'))
  hostile = await bootHostile({ PROBATA_DATA_DIR: folder, PROBATA_MAX_UPLOAD_BYTES: String(maxBytes) })
  claimId = await createClaim()
})
after(async () => {
  await hostile[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

const createClaim = async (): Promise<string> => {
  const body = claimInput(`claim-${++serial}`)
  const { body: claim } = await hostile.probata.call('POST', `${evidence}/claims`, {
    ...hostile.callerOf(machine),
    body,
  })
  return claim.id
}

/** Returns every file below the folder of stored objects. */
const storedFiles = async (): Promise<string[]> => {
  const entries = await readdir(join(folder, 'blobs'), { recursive: true, withFileTypes: true })
  return entries.filter(entry => entry.isFile()).map(entry => entry.name)
}

interface Intent {
  readonly id: string
  readonly path: string
}

const content = Buffer.from('the proof')

const announce = async (bytes: Buffer = content, token = hostile.callerOf(machine).token ?? ''): Promise<Intent> => {
  const proof = { name: 'proof.txt', type: 'text/plain', bytes }
  const intent = await prover(hostile.probata, () => token).announce(claimId, proof)
  assert.equal(intent.status, 201, intent.text)
  return { id: intent.body.intent.id, path: intent.body.upload.path }
}

interface Upload {
  readonly type?: string
  readonly body: Buffer
  readonly token?: string
}

const upload = async (
  path: string,
  { type = 'multipart/form-data; boundary=B', body, token }: Upload,
): Promise<ApiResponse> => {
  const authorization = `Bearer ${token ?? hostile.callerOf(machine).token}`
  const headers = { authorization, ...(type && { 'content-type': type }) }
  const response = await fetch(hostile.probata.url + path, { method: 'POST', headers, body })
  const text = await response.text()
  const observed = { status: response.status, headers: response.headers, text, body: JSON.parse(text) }
  check({ method: 'POST', url: path, ...observed })
  return observed
}

const disposition = 'Content-Disposition: form-data; name="file"; filename="proof.txt"'
const type = 'Content-Type: text/plain'
const part = (lines: readonly string[], bytes: Buffer | string = content): Buffer =>
  Buffer.concat([Buffer.from(`--B\r\n${lines.join('\r\n')}\r\n\r\n`), Buffer.from(bytes), Buffer.from('\r\n')])
const closing = Buffer.from('--B--\r\n')
const bodyOf = (...parts: Buffer[]): Buffer => Buffer.concat([...parts, closing])
const validBody = bodyOf(part([disposition, type]))
const bodyNamed = (filename: string) => bodyOf(part([`Content-Disposition: form-data; name="file"; ${filename}`, type]))

interface Case {
  readonly body: Buffer
  readonly type?: string
  readonly status?: number
  readonly error?: string
}

const differs = { status: 422, error: 'unprocessable' }

const cases: Readonly<Record<string, Case>> = {
  'two parts named file': { body: bodyOf(part([disposition, type]), part([disposition, type])) },
  'a field before the file': {
    body: bodyOf(part(['Content-Disposition: form-data; name="reason"']), part([disposition, type])),
  },
  'a field after the file': {
    body: bodyOf(part([disposition, type]), part(['Content-Disposition: form-data; name="key"'])),
  },
  'another field name': { body: bodyOf(part([disposition.replace('name="file"', 'name="upload"'), type])) },
  'FILE instead of file': { body: bodyOf(part([disposition.replace('name="file"', 'name="FILE"'), type])) },
  'filename* of another name': { body: bodyNamed(`filename*=UTF-8''other.txt`), ...differs },
  'a path in filename*': { body: bodyNamed(`filename*=UTF-8''..%2Fproof.txt`) },
  'filename beside filename*': { body: bodyNamed(`filename="proof.txt"; filename*=UTF-8''..%2fevil`) },
  'no filename': { body: bodyOf(part(['Content-Disposition: form-data; name="file"', type])) },
  'an empty filename': { body: bodyNamed('filename=""') },
  'a path in the filename': { body: bodyNamed('filename="../../proof.txt"') },
  'an absolute filename': { body: bodyNamed('filename="/etc/passwd"') },
  'a backslash in the filename': { body: bodyNamed(String.raw`filename="C:\\proof.txt"`) },
  'the filename ..': { body: bodyNamed('filename=".."') },
  'a NUL in the filename': { body: bodyNamed('filename="proof\0.txt"') },
  'an escaped line end in the filename': { body: bodyNamed('filename="proof%0D%0AX: 1"'), ...differs },
  'a text-direction character in the filename': { body: bodyNamed('filename="\u202etxt.exe"') },
  'a filename that is not NFC': { body: bodyNamed('filename="cafe\u0301.txt"') },
  'a filename of 256 bytes': { body: bodyNamed(`filename="${'x'.repeat(256)}"`) },
  'a filename that is not UTF-8': {
    body: Buffer.from(bodyNamed('filename="caf\u00e9.txt"').toString('utf8'), 'latin1'),
  },
  'two filenames': { body: bodyNamed('filename="proof.txt"; filename="other.txt"') },
  'two names': { body: bodyOf(part([disposition.replace('name="file"', 'name="file"; name="other"'), type])) },
  'an unknown parameter': { body: bodyNamed('filename="proof.txt"; bucket="mine"') },
  'two Content-Disposition headers': { body: bodyOf(part([disposition, disposition, type])) },
  'two Content-Type headers': { body: bodyOf(part([disposition, type, 'Content-Type: text/html'])) },
  'no Content-Disposition': { body: bodyOf(part([type])) },
  'no Content-Type of the part': { body: bodyOf(part([disposition])) },
  'Content-Disposition: attachment': { body: bodyOf(part([disposition.replace('form-data', 'attachment'), type])) },
  'Content-Transfer-Encoding': { body: bodyOf(part([disposition, type, 'Content-Transfer-Encoding: base64'])) },
  'a folded header': { body: bodyOf(part([disposition.replace('; filename', ';\r\n filename'), type])) },
  'bare line feeds': { body: Buffer.from(validBody.toString().replaceAll('\r\n', '\n')) },
  'part headers over 8 KiB': { body: bodyOf(part([disposition, type, `Content-Length: ${'9'.repeat(9000)}`])) },
  'a Content-Length of the part that is wrong': { body: bodyOf(part([disposition, type, 'Content-Length: 8'])) },
  'a nested multipart': { body: bodyOf(part([disposition, 'Content-Type: multipart/mixed; boundary=C'])), ...differs },
  'another boundary': { body: Buffer.from(validBody.toString().replaceAll('--B', '--C')) },
  'a boundary that continues': { body: Buffer.from(validBody.toString().replaceAll('--B', '--BB')) },
  'no boundary': { body: validBody, type: 'multipart/form-data' },
  'an empty boundary': { body: validBody, type: 'multipart/form-data; boundary=' },
  'a boundary of 71 characters': { body: validBody, type: `multipart/form-data; boundary=${'B'.repeat(71)}` },
  'two boundaries': { body: validBody, type: 'multipart/form-data; boundary=B; boundary=C' },
  'a boundary inside the file': { body: bodyOf(part([disposition, type], 'the\r\n--B proof')) },
  'bytes before the first boundary': { body: Buffer.concat([Buffer.from('x\r\n'), validBody]) },
  'bytes after the last boundary': { body: Buffer.concat([validBody, Buffer.from('x')]) },
  'no closing boundary': { body: part([disposition, type]) },
  'an end inside the headers': { body: part([disposition, type]).subarray(0, 40) },
  'an end inside the file': { body: validBody.subarray(0, validBody.length - 12) },
  'no part': { body: closing },
  'an empty body': { body: Buffer.alloc(0) },
  JSON: { body: Buffer.from('{}'), type: 'application/json', status: 415 },
  'multipart/mixed': { body: validBody, type: 'multipart/mixed; boundary=B', status: 415 },
  'a form': { body: Buffer.from('file=x'), type: 'application/x-www-form-urlencoded', status: 415 },
  'another file name than announced': { body: bodyNamed('filename="other.txt"'), ...differs },
  'another type than announced': { body: bodyOf(part([disposition, 'Content-Type: text/html'])), ...differs },
  'a byte less than announced': { body: bodyOf(part([disposition, type], content.subarray(1))), ...differs },
  'a byte more than announced': { body: bodyOf(part([disposition, type], `${content}!`)), ...differs },
  'no bytes at all': { body: bodyOf(part([disposition, type], '')), ...differs },
  'other bytes than announced': { body: bodyOf(part([disposition, type], 'the prooF')), ...differs },
  'more than the maximum': { body: bodyOf(part([disposition, type], 'x'.repeat(maxBytes + 1))), status: 413 },
}

describe('a bad upload is rejected and leaves nothing', { concurrency: false }, () => {
  for (const [name, { status = 400, error, ...request }] of Object.entries(cases)) {
    test(name, async () => {
      const intent = await announce()
      await assertStoresNothing(hostile.probata, async () => {
        const expected = { status, ...(error && { error }) }
        assertRefused(await upload(intent.path, request), expected, name)
      })
      assert.deepEqual(await storedFiles(), [])
      const [row] = await hostile.probata.sql('select status from upload_intent where id = $1', [intent.id])
      assert.equal(row?.status, 'pending')
    })
  }

  test("an intent under another claim's id, and an unknown intent", async () => {
    const intent = await announce()
    const otherClaimId = await createClaim()
    await assertStoresNothing(hostile.probata, async () => {
      for (const path of [
        intent.path.replace(claimId, otherClaimId),
        intent.path.replace(intent.id, 'aui_00000000000000000000000000'),
        intent.path.replace(intent.id, '..%2f..%2fetc'),
      ])
        assertRefused(await upload(path, { body: validBody }), { status: 404, error: 'not_found' }, path)
    })
  })

  test('a query that does not match the intent', async () => {
    const { path } = await announce()
    const badQueries = [
      path.split('?')[0],
      path.split('&')[0],
      `${path}&bucket=mine`,
      `${path}&intentId=aui_1`,
      `${path}%00`,
    ]
    await assertStoresNothing(hostile.probata, async () => {
      for (const address of badQueries)
        assertRefused(await upload(address ?? '', { body: validBody }), { status: 400 }, address ?? '')
    })
  })
})

const stagedRows = async (): Promise<number> => (await hostile.probata.sql('select from staged_blob')).length

describe('the connection', { concurrency: false }, () => {
  for (const ending of ['destroy', 'end'] as const) {
    test(`a client that aborts in the middle leaves nothing: ${ending}`, async () => {
      const bytes = Buffer.alloc(maxBytes, 'x')
      const intent = await announce(bytes)
      const countsBefore = await rowCounts(hostile.probata)
      const { hostname, port } = new URL(hostile.probata.url)
      const socket = connect(Number(port), hostname)
      const requestHead = [
        `POST ${intent.path} HTTP/1.1`,
        'Host: probata',
        `Authorization: Bearer ${hostile.callerOf(machine).token}`,
        'Content-Type: multipart/form-data; boundary=B',
        'Content-Length: 5000',
      ]
      socket.write(`${requestHead.join('\r\n')}\r\n\r\n`)
      socket.write(part([disposition, type], bytes.subarray(100)))
      await until('the upload is staged', async () => (await stagedRows()) === 1)
      socket[ending]()
      socket.resume()
      if (ending === 'end') await once(socket, 'close')
      await until('the staged row is gone', async () => (await stagedRows()) === 0)
      await hostile.probata.system.runJob('sweep-staged-blobs')
      const { job_run: _, node: __, job: ___, ...remaining } = await rowCounts(hostile.probata)
      const { job_run: ____, node: _____, job: ______, ...expected } = countsBefore
      assert.deepEqual(remaining, expected)
      assert.deepEqual(await storedFiles(), [])
    })
  }
})

test('a completed intent keeps its attachment: the same bytes return it, others are rejected', async () => {
  const intent = await announce()
  const first = await upload(intent.path, { body: validBody })
  assert.equal(first.status, 201, first.text)
  await assertStoresNothing(hostile.probata, async () => {
    const repeat = await upload(intent.path, { body: validBody })
    assert.deepEqual([repeat.status, repeat.text], [200, first.text])
    const otherUpload = await upload(intent.path, { body: bodyOf(part([disposition, type], 'the prooF')) })
    assertRefused(otherUpload, differs, 'other bytes')
  })
  assert.equal((await storedFiles()).length, 1)
})

test('an expired intent accepts nothing', async () => {
  const intent = await announce()
  hostile.probata.clock.advance(61 * minute)
  const token = await hostile.probata.token('hostile')
  const files = await storedFiles()
  await assertStoresNothing(hostile.probata, async () =>
    assertRefused(await upload(intent.path, { body: validBody, token }), differs, 'an expired intent'),
  )
  assert.deepEqual(await storedFiles(), files)
})
