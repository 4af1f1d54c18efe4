import { createHash } from 'node:crypto'
import { bodyEnd, partHead } from '#bench/attachments.ts'
import { type CountersLab, reason, workspaceApi } from '#bench/counters/lab.ts'
import { evidence, uniqueNumber, type Work } from '#bench/counters/work.ts'
import { claimBody } from '#bench/request.ts'

const newClaim = () => ({
  ...claimBody,
  claimKey: `counted-${uniqueNumber()}`,
  sourceResourceId: `job-${uniqueNumber()}`,
})

export const createClaim = async ({ serviceAccount }: CountersLab): Promise<string> =>
  (await serviceAccount.ask({ path: `${evidence}/claims`, body: newClaim() })).body.id

const file = Buffer.alloc(1024, 'x')

const announcement = (claimId: string) => ({
  path: `${evidence}/attachments/upload-intents`,
  body: {
    ...{ claimId, originalFilename: 'report.bin', contentType: 'application/octet-stream', reason },
    ...{ byteSize: file.length, checksumSha256: createHash('sha256').update(file).digest('hex') },
  },
})

const announce = async (lab: CountersLab): Promise<{ claimId: string; path: string }> => {
  const claimId = await createClaim(lab)
  const { body } = await lab.serviceAccount.ask(announcement(claimId))
  return { claimId, path: body.upload.path }
}

const form = {
  body: Buffer.concat([Buffer.from(partHead), file, Buffer.from(bodyEnd)]),
  headers: { 'content-type': `multipart/form-data; boundary=${partHead.slice(2, partHead.indexOf('\r'))}` },
}

/** Evidence: claims, their files and their review. */
export const evidenceWorks: readonly Work[] = [
  {
    name: 'create a claim',
    prepare: ({ serviceAccount }) => {
      const body = newClaim()
      const headers = { 'idempotency-key': body.claimKey }
      return () => serviceAccount.send({ path: `${evidence}/claims`, body, headers })
    },
  },
  {
    name: 'announce a file',
    async prepare(lab) {
      const request = announcement(await createClaim(lab))
      return () => lab.serviceAccount.send(request)
    },
  },
  {
    name: 'upload 1 KiB',
    async prepare(lab) {
      const { path } = await announce(lab)
      return () => lab.serviceAccount.send({ path, ...form })
    },
  },
  {
    name: 'open 1 KiB',
    async prepare(lab) {
      const { path, claimId } = await announce(lab)
      await lab.serviceAccount.send({ path, ...form })
      const artifactId = await lab.queryValue('select id from artifact order by id desc limit 1')
      const attachmentPath = `${evidence}/attachments/open?claimId=${claimId}&artifactId=${artifactId}`
      return () => lab.serviceAccount.send({ path: attachmentPath })
    },
  },
  {
    name: 'list the files of a claim',
    async prepare(lab) {
      const { path, claimId } = await announce(lab)
      await lab.serviceAccount.send({ path, ...form })
      return () => lab.serviceAccount.send({ path: `${evidence}/attachments?claimId=${claimId}` })
    },
  },
  {
    name: 'approve a claim',
    async prepare(lab) {
      const id = await createClaim(lab)
      const path = `${workspaceApi}/claims/${id}`
      const { reviewedDigest } = (await lab.person.ask({ path })).body
      return () => lab.person.send({ path: `${path}/approve`, body: { reason, reviewedDigest } })
    },
  },
]
