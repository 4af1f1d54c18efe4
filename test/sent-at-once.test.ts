import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { test } from 'node:test'
import { bundles, exportsPath } from './bundles.ts'
import { openPath, prover } from './proof.ts'
import { boot } from './system.ts'

/** More than the system buffers for a client that does not read, so the server waits with its memory in use. */
const fileBytes = 8 * 1024 * 1024
const fileCount = 3
const rounds = 3

const answerTo = async (url: string, headers: Readonly<Record<string, string>>): Promise<IncomingMessage> => {
  const [answer] = await once(get(url, { agent: new Agent(), headers }), 'response')
  return answer
}

const bytesOf = async (answer: IncomingMessage): Promise<Buffer> => Buffer.concat(await answer.toArray())

/** A client that reads part of its response at intervals. One that reads nothing for long is cut off. */
const slowly = (answer: IncomingMessage) => {
  const parts: Buffer[] = []
  return {
    async takeSome() {
      await once(answer, 'readable')
      const part = answer.read()
      if (part) parts.push(part)
    },
    takeRest: async (): Promise<Buffer> => Buffer.concat([...parts, await bytesOf(answer)]),
  }
}

// The memory for sending files and bundles is reused, so a buffer used twice at once would mix their bytes.
test('simultaneous files and bundles, some slow and some aborted, have their own bytes', async () => {
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
  const breakOff = async (url: string, headers: Readonly<Record<string, string>>) => {
    const answer = await answerTo(url, headers)
    await once(answer, 'readable')
    answer.on('error', () => undefined).destroy()
  }

  const slowFiles = await Promise.all(
    files.map(async file => ({ file, reading: slowly(await answerTo(file.url, bearer)) })),
  )
  const slowBundle = slowly(await answerTo(bundleUrl, auditor))
  for (let round = 0; round < rounds; round++) {
    for (const file of files) {
      await breakOff(file.url, bearer)
      checkFile(file, await bytesOf(await answerTo(file.url, bearer)))
    }
    await Promise.all(slowFiles.map(({ reading }) => reading.takeSome()))
    await slowBundle.takeSome()
    await breakOff(bundleUrl, auditor)
    checkBundle(await bytesOf(await answerTo(bundleUrl, auditor)))
  }
  for (const { file, reading } of slowFiles) checkFile(file, await reading.takeRest())
  checkBundle(await slowBundle.takeRest())
})
