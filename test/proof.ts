import assert from 'node:assert/strict'
import { sha256Hex } from '#lib/hash.ts'
import type { Client } from './client.ts'
import { claimInput } from './fixture.ts'

const evidence = '/api/v1/governance/evidence'
export const attachments = `${evidence}/attachments`

/** A file that a client uploads as proof. */
export interface Proof {
  readonly name: string
  readonly type: string
  readonly bytes: Buffer
}

export const textFile = (content: string, name = 'report.txt'): Proof => ({
  name,
  type: 'text/plain',
  bytes: Buffer.from(content),
})

export const formOf = ({ name, type, bytes }: Proof): FormData => {
  const form = new FormData()
  form.set('file', new File([new Uint8Array(bytes)], name, { type }))
  return form
}

/** Returns the body that announces a file of a claim. */
export const intentOf = (claimId: string, { name, type, bytes }: Proof) => ({
  claimId,
  originalFilename: name,
  contentType: type,
  byteSize: bytes.length,
  checksumSha256: sha256Hex(bytes),
  reason: 'the report of last night',
})

export const openPath = (claimId: string, artifactId: string) =>
  `${attachments}/open?${new URLSearchParams({ claimId, artifactId })}`

/** Returns the steps with which a client attaches files. `token` is called for each request. */
export const prover = (p: Pick<Client, 'call'>, token: () => string) => {
  let claims = 0

  const newClaim = async (): Promise<string> => {
    const body = claimInput(`proof-${++claims}`)
    const response = await p.call('POST', `${evidence}/claims`, { token: token(), body })
    assert.equal(response.status, 201, response.text)
    return response.body.id
  }

  const announce = (claimId: string, proof: Proof) =>
    p.call('POST', `${attachments}/upload-intents`, { token: token(), body: intentOf(claimId, proof) })

  const send = (path: string, proof: Proof) => p.call('POST', path, { token: token(), body: formOf(proof) })

  const attach = async (claimId: string, proof: Proof) => {
    const { body } = await announce(claimId, proof)
    const response = await send(body.upload.path, proof)
    assert.equal(response.status, 201, response.text)
    return response.body.attachment
  }

  return { newClaim, announce, send, attach }
}
