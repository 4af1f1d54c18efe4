import { createHash } from 'node:crypto'
import { bodyEnd, createClaim, multipartHeaders, partHead } from './attachments.ts'
import { type Comparison, compareOn } from './comparison.ts'
import { meterServer } from './cpu.ts'
import { call } from './request.ts'
import { scaled } from './scale.ts'
import type { Server } from './server.ts'
import { bareStand, type Rounds, type Work } from './work.ts'

const clients = 8
const filesPerClaim = scaled(40, 4)
const rounds = scaled(15, 2)

const bytes = Buffer.alloc(1024, 'x')
const body = Buffer.concat([Buffer.from(partHead), bytes, Buffer.from(bodyEnd)])
const checksumSha256 = createHash('sha256').update(bytes).digest('hex')

// Statements that enable and disable the triggers that count files and check the quota.
const enableCounts = `alter table artifact enable trigger artifact_counts`
const disableCounts = `alter table artifact disable trigger artifact_counts`

/** Announces a file of 1 KiB; returns its upload path. */
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

/** Sends an announced file. */
export const uploadAnnounced = ({ url, token }: Server, path: string): Promise<Response> => {
  const { 'content-length': _, ...headers } = multipartHeaders(0)
  return fetch(url + path, { method: 'POST', headers: { ...headers, authorization: `Bearer ${token}` }, body })
}

const requireUpload = async (server: Server, path: string): Promise<void> => {
  const response = await uploadAnnounced(server, path)
  const text = await response.text()
  if (response.status !== 201) throw new Error(text)
}

/** Attaches files of 1 KiB to several claims in parallel, one after the other in each claim. */
const prepareAttachments = async (server: Server): Promise<Rounds> => {
  const claims = await Promise.all(Array.from({ length: clients }, () => createClaim(server)))
  let paths: string[][] = []
  return {
    async before() {
      // Each client announces one file at a time, because a busy machine refuses hundreds of connections at once.
      const announceAll = async (claim: string): Promise<string[]> => {
        const uploadPaths: string[] = []
        for (let i = 0; i < filesPerClaim; i++) uploadPaths.push(await announce(server, claim))
        return uploadPaths
      }
      paths = await Promise.all(claims.map(announceAll))
    },
    async round() {
      const startTime = performance.now()
      const attachAll = async (claimPaths: readonly string[]): Promise<void> => {
        for (const path of claimPaths) await requireUpload(server, path)
      }
      await Promise.all(paths.map(attachAll))
      const operations = clients * filesPerClaim
      return { operations, perSecond: (operations * 1000) / (performance.now() - startTime) }
    },
  }
}

const withTriggers = async (server: Server, triggers: string): Promise<Rounds> => {
  const rounds = await prepareAttachments(server)
  return {
    ...rounds,
    async before() {
      await server.sql(triggers)
      await rounds.before?.()
    },
  }
}

/** Attaches small files, for which most of the work is the transaction. */
export const attachWork: Work = {
  name: 'attach',
  label: `attach 1 KiB, ${clients} clients`,
  operations: 'files',
  rounds,
  stand: bareStand,
  prepare: ({ server }) => prepareAttachments(server),
}

const attachCountedWork: Comparison = {
  ...attachWork,
  label: `${attachWork.label}, counted and within a quota`,
  async prepare({ server }) {
    const quota = 'insert into storage_quota (organization_id, bytes, files) values ($1, 1e12, 1e9)'
    await server.sql(quota, [server.organizationId])
    return withTriggers(server, enableCounts)
  },
  against: 'neither',
  floor: async ({ server }) => ({ meter: meterServer(server), ...(await withTriggers(server, disableCounts)) }),
  wall: { atLeast: 0.98 },
}

/** Compares attaching files with the quota and its counters enabled against attaching them without. */
export const attachCounted = compareOn('attach', [attachCountedWork])
