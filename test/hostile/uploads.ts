import { randomUUID } from 'node:crypto'
import { claimInput } from '#test/fixture.ts'
import { intentOf, textFile } from '#test/proof.ts'
import type { HostileClient } from './workspace.ts'

const machine = { surface: 'v1', access: { scope: 'governance.evidence:write' } } as const
const governance = '/api/v1/governance/evidence'

/** Creates an upload intent for this many bytes of `x`; returns the URL of the upload. */
export const intentFor = async ({ probata, callerOf }: HostileClient, byteSize: number): Promise<string> => {
  const caller = callerOf(machine)
  const { body: claim } = await probata.call('POST', `${governance}/claims`, {
    ...caller,
    body: claimInput(randomUUID()),
  })
  const { body } = await probata.call('POST', `${governance}/attachments/upload-intents`, {
    ...caller,
    body: intentOf(claim.id, textFile('x'.repeat(byteSize), 'a.txt')),
  })
  return body.upload.path
}

interface UploadOptions {
  readonly bytes: number
  readonly framing: 'Content-Length' | 'chunks'
  readonly key?: string
}

/** Uploads this many bytes of `x` to that URL. */
export const attach = async (
  { probata, callerOf }: HostileClient,
  path: string,
  { bytes, framing, key }: UploadOptions,
): Promise<Response> => {
  const part =
    '--B\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\n'
  const body = Buffer.concat([Buffer.from(part), Buffer.alloc(bytes, 'x'), Buffer.from('\r\n--B--\r\n')])
  return fetch(probata.url + path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${callerOf(machine).token}`,
      'content-type': 'multipart/form-data; boundary=B',
      ...(key && { 'idempotency-key': key }),
    },
    ...(framing === 'chunks' ? { body: new Blob([body]).stream(), duplex: 'half' } : { body }),
  })
}
