import { createHash } from 'node:crypto'
import { bodyEnd, partHead } from '#bench/attachments.ts'
import { type CountersLab, reason, workspace } from '#bench/counters/lab.ts'
import { evidence, uniqueNumber, type Work } from '#bench/counters/work.ts'
import { claimBody } from '#bench/request.ts'

const newClaim = () => ({
  ...claimBody,
  claimKey: `counted-${uniqueNumber()}`,
  sourceResourceId: `job-${uniqueNumber()}`,
})

export const createClaim = async ({ machine }: CountersLab): Promise<string> =>
  (await machine.ask({ path: `${evidence}/claims`, body: newClaim() })).body.id

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
  const { body } = await lab.machine.ask(announcement(claimId))
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
    prepare: ({ machine }) => {
      const body = newClaim()
      const headers = { 'idempotency-key': body.claimKey }
      return () => machine.send({ path: `${evidence}/claims`, body, headers })
    },
  },
  {
    name: 'announce a file',
    async prepare(lab) {
      const request = announcement(await createClaim(lab))
      return () => lab.machine.send(request)
    },
  },
  {
    name: 'upload 1 KiB',
    async prepare(lab) {
      const { path } = await announce(lab)
      return () => lab.machine.send({ path, ...form })
    },
  },
  {
    name: 'open 1 KiB',
    async prepare(lab) {
      const { path, claimId } = await announce(lab)
      await lab.machine.send({ path, ...form })
      const artifactId = await lab.one('select id from artifact order by id desc limit 1')
      const attachmentPath = `${evidence}/attachments/open?claimId=${claimId}&artifactId=${artifactId}`
      return () => lab.machine.send({ path: attachmentPath })
    },
  },
  {
    name: 'list the files of a claim',
    async prepare(lab) {
      const { path, claimId } = await announce(lab)
      await lab.machine.send({ path, ...form })
      return () => lab.machine.send({ path: `${evidence}/attachments?claimId=${claimId}` })
    },
  },
  {
    name: 'approve a claim',
    async prepare(lab) {
      const id = await createClaim(lab)
      const path = `${workspace}/claims/${id}`
      const { reviewedDigest } = (await lab.person.ask({ path })).body
      return () => lab.person.send({ path: `${path}/approve`, body: { reason, reviewedDigest } })
    },
  },
]
