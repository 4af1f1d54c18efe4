import { createHash } from 'node:crypto'
import { bodyEnd, createClaim, multipartHeaders, partHead } from './attachments.ts'
import { type Benchmark, figure } from './benchmark.ts'
import { call } from './request.ts'
import { scaled } from './scale.ts'
import { type Server, startServer } from './server.ts'
import { interleave } from './statistics.ts'

const clients = 8
const each = scaled(40, 4)
const rounds = scaled(15, 2)

const bytes = Buffer.alloc(1024, 'x')
const body = Buffer.concat([Buffer.from(partHead), bytes, Buffer.from(bodyEnd)])
const checksumSha256 = createHash('sha256').update(bytes).digest('hex')

// As it was before files were counted: nothing is counted, nothing is asked of the quota.
const counted = `alter table artifact enable trigger artifact_counts`
const uncounted = `alter table artifact disable trigger artifact_counts`

/** Announces a file of 1 KiB; returns the path that takes it. */
export const announce = async (server: Server, claimId: string): Promise<string> => {
  const { upload } = await call(server, '/api/v1/governance/evidence/attachments/upload-intents', {
    claimId,
    originalFilename: 'report.bin',
    contentType: 'application/octet-stream',
    byteSize: bytes.length,
    checksumSha256,
    reason: 'Benchmark of attachments',
  })
  return upload.path
}

/** Sends a file that was announced. */
export const offer = ({ url, token }: Server, path: string): Promise<Response> => {
  const { 'content-length': _, ...headers } = multipartHeaders(0)
  return fetch(url + path, { method: 'POST', headers: { ...headers, authorization: `Bearer ${token}` }, body })
}

const send = async (server: Server, path: string): Promise<void> => {
  const answer = await offer(server, path)
  const text = await answer.text()
  if (answer.status !== 201) throw new Error(text)
}

/** Claims for `attachSmall`. */
export const claimsToAttachTo = (server: Server): Promise<string[]> =>
  Promise.all(Array.from({ length: clients }, () => createClaim(server)))

/** Files of 1 KiB, one after the other in each claim; returns files a second. */
export const attachSmall = async (server: Server, claims: readonly string[]): Promise<number> => {
  const paths = await Promise.all(
    claims.map(claim => Promise.all(Array.from({ length: each }, () => announce(server, claim)))),
  )
  const begun = performance.now()
  await Promise.all(
    paths.map(async own => {
      for (const path of own) await send(server, path)
    }),
  )
  return (clients * each * 1000) / (performance.now() - begun)
}

/** Small files, of which the transaction is most of the work, with a quota and their counters against without. */
export const attachCounted: Benchmark = {
  name: 'attach',
  async run() {
    await using server = await startServer()
    const claims = await claimsToAttachTo(server)
    await server.sql('insert into storage_quota (organization_id, bytes, files) values ($1, 1e12, 1e9)', [
      server.organizationId,
    ])
    const measured = await interleave({
      rounds,
      ours: async () => {
        await server.sql(counted)
        return attachSmall(server, claims)
      },
      floor: async () => {
        await server.sql(uncounted)
        return attachSmall(server, claims)
      },
    })
    return [
      figure({
        what: `attach 1 KiB, ${clients} clients, counted and within a quota against neither`,
        samples: measured.map(({ ours, floor }) => ours / floor),
        atLeast: 0.98,
        detail: `files/s, ours:floor, ${measured.map(({ ours, floor }) => `${ours.toFixed()}:${floor.toFixed()}`).join(' ')}`,
      }),
    ]
  },
}
