import { digestOfChunks } from './bytes.ts'
import { call, claimBody } from './request.ts'
import type { Server } from './server.ts'

const evidence = '/api/v1/governance/evidence'
const reason = 'Benchmark of attachments'

const boundary = 'probata-bench-boundary'
const contentType = 'application/octet-stream'
const filename = 'report.bin'

/** The bytes around a multipart body with one part. */
export const partHead = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${filename}"\r\ncontent-type: ${contentType}\r\n\r\n`
export const bodyEnd = `\r\n--${boundary}--\r\n`

export const multipartHeaders = (mebibytes: number): Record<string, string> => ({
  'content-type': `multipart/form-data; boundary=${boundary}`,
  'content-length': String(mebibytes * 1024 * 1024 + partHead.length + bodyEnd.length),
})

let claims = 0

export const createClaim = async (server: Server): Promise<string> => {
  const claimKey = `attachments-${claims++}`
  const claim = await call(server, `${evidence}/claims`, { ...claimBody, claimKey })
  return claim.id
}

/** Announces a file of this many MiB for a claim; returns the path of its upload. */
export const createIntent = async (server: Server, claimId: string, mebibytes: number): Promise<string> => {
  const { upload } = await call(server, `${evidence}/attachments/upload-intents`, {
    claimId,
    originalFilename: filename,
    contentType,
    byteSize: mebibytes * 1024 * 1024,
    checksumSha256: digestOfChunks(mebibytes),
    reason,
  })
  return upload.path
}

/** The path for opening an attachment. */
export const openPath = (claimId: string, artifactId: string): string =>
  `${evidence}/attachments/open?claimId=${claimId}&artifactId=${artifactId}`
