import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { test } from 'node:test'
import { bundles, exportsPath } from './bundles.ts'
import { openPath, prover } from './proof.ts'
import { boot } from './system.ts'

/**
 * More bytes than the system buffers for a client that does not read. The server therefore has to wait, and keeps its
 * memory in use.
 */
const fileBytes = 8 * 1024 * 1024
const fileCount = 3
const rounds = 3

const openResponse = async (url: string, headers: Readonly<Record<string, string>>): Promise<IncomingMessage> => {
  const [response] = await once(get(url, { agent: new Agent(), headers }), 'response')
  return response
}

const bytesOf = async (response: IncomingMessage): Promise<Buffer> => Buffer.concat(await response.toArray())

/** Reads part of a response at intervals. The server disconnects clients that read nothing for long. */
const readSlowly = (response: IncomingMessage) => {
  const parts: Buffer[] = []
  return {
    async takeSome() {
      await once(response, 'readable')
      const part = response.read()
      if (part) parts.push(part)
    },
    takeRest: async (): Promise<Buffer> => Buffer.concat([...parts, await bytesOf(response)]),
  }
}

// The memory for sending files and bundles is reused, so a buffer used twice at once would mix their bytes.
test('simultaneous files and bundles, some slow and some aborted, receive their own bytes', async () => {
  await using p = await boot()
  const token = await p.token('acme-scanner')
  const bearer = { authorization: `Bearer ${token}` }
  const auditor = { cookie: await p.signIn('auditor@acme.example') }
  const { newClaim, attach } = prover(p, () => token)
  const files: { readonly url: string; readonly bytes: Buffer }[] = []
  for (let i = 0; i < fileCount; i++) {
    const claimId = await newClaim()
    const bytes = randomBytes(fileBytes + i)
    const { artifactId } = await attach(claimId, { name: 'report.bin', type: 'application/octet-stream', bytes })
    files.push({ url: p.url + openPath(claimId, artifactId), bytes })
  }
  const { id, bytes: bundle } = await bundles(p, auditor).make({ kind: 'everything' })
  for (const { bytes } of files) assert.ok(bundle.includes(bytes.subarray(0, 64)))
  const bundleUrl = `${p.url}${exportsPath}/${id}/content`

  const checkFile = ({ bytes }: (typeof files)[number], body: Buffer) => {
    const { content } = JSON.parse(body.toString())
    assert.ok(Buffer.from(content.dataBase64, 'base64').equals(bytes), 'a file has other bytes')
  }
  const checkBundle = (body: Buffer) => assert.ok(body.equals(bundle), 'the bundle has other bytes')
  const abort = async (url: string, headers: Readonly<Record<string, string>>) => {
    const response = await openResponse(url, headers)
    await once(response, 'readable')
    response.on('error', () => undefined).destroy()
  }

  const slowFiles = await Promise.all(
    files.map(async file => ({ file, reader: readSlowly(await openResponse(file.url, bearer)) })),
  )
  const slowBundle = readSlowly(await openResponse(bundleUrl, auditor))
  for (let round = 0; round < rounds; round++) {
    for (const file of files) {
      await abort(file.url, bearer)
      checkFile(file, await bytesOf(await openResponse(file.url, bearer)))
    }
    await Promise.all(slowFiles.map(({ reader }) => reader.takeSome()))
    await slowBundle.takeSome()
    await abort(bundleUrl, auditor)
    checkBundle(await bytesOf(await openResponse(bundleUrl, auditor)))
  }
  for (const { file, reader } of slowFiles) checkFile(file, await reader.takeRest())
  checkBundle(await slowBundle.takeRest())
})
