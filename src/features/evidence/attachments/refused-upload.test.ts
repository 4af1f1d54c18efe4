import assert from 'node:assert/strict'
import { Agent, request } from 'node:http'
import { after, before, test } from 'node:test'
import { claimInput } from '#test/fixture.ts'
import { attachments, intentOf } from '#test/proof.ts'
import { boot, type Probata } from '#test/system.ts'

const evidence = '/api/v1/governance/evidence'

let probata: Probata
let token: string
let claimId: string

before(async () => {
  probata = await boot()
  token = await probata.token('acme-scanner')
  const claim = await probata.call('POST', `${evidence}/claims`, { token, body: claimInput('refused') })
  claimId = claim.body.id
})

after(() => probata[Symbol.asyncDispose]())

const bytes = Buffer.alloc(2_000_000, 'x')

const announce = async (byteSize: number): Promise<string> => {
  const proof = { name: 'proof.bin', type: 'application/octet-stream', bytes }
  const body = { ...intentOf(claimId, proof), byteSize }
  return (await probata.call('POST', `${attachments}/upload-intents`, { token, body })).body.upload.path
}

const bodyNamed = (filename: string): Buffer => {
  const disposition = `Content-Disposition: form-data; name="file"; filename="${filename}"`
  const head = `--b\r\n${disposition}\r\nContent-Type: application/octet-stream\r\n\r\n`
  return Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--b--\r\n')])
}

const rejections: readonly { name: string; path: () => Promise<string>; body: Buffer; status: number }[] = [
  { name: 'its file name', path: () => announce(bytes.length), body: bodyNamed('other.bin'), status: 422 },
  { name: 'its size', path: () => announce(1000), body: bodyNamed('proof.bin'), status: 422 },
  {
    name: 'an unknown intent',
    path: async () => `${attachments}/upload-binary?claimId=${claimId}&intentId=none`,
    body: bodyNamed('proof.bin'),
    status: 404,
  },
  { name: 'a broken body', path: () => announce(bytes.length), body: bytes, status: 400 },
]

for (const { name, path, body, status } of rejections) {
  test(`after an upload is rejected for ${name}, its connection serves the next request`, async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const send = (method: string, to: string, body?: Buffer): Promise<number | undefined> => {
      const form = body && { 'content-type': 'multipart/form-data; boundary=b', 'content-length': body.length }
      const headers = { authorization: `Bearer ${token}`, ...form }
      return new Promise((resolve, reject) => {
        const outgoing = request(probata.url + to, { method, agent, headers })
        outgoing.once('error', reject)
        outgoing.once('response', response => response.resume().once('end', () => resolve(response.statusCode)))
        outgoing.end(body)
      })
    }
    assert.equal(await send('POST', await path(), body), status)
    assert.equal(await send('GET', `${evidence}/claims?limit=1`), 200)
    agent.destroy()
  })
}
