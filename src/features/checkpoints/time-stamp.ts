import { readFile } from 'node:fs/promises'
import type { CoreServices } from '#http/call.ts'
import type { GuardedFetch } from '#lib/guarded/fetch.ts'
import { certificatesOf } from '#lib/pki.ts'
import { readTimeStampResponse, TimeStampRefused, timeStampRequest, verifyTimeStamp } from '#lib/time-stamp.ts'
import { type ExternalPlace, PlaceProblem } from './place.ts'

export interface Authority {
  readonly url: string
  /** A PEM file with the root certificates that verify the authority's time-stamps. */
  readonly rootsFile: string
}

/** Requests a time-stamp of bytes and verifies it. Returns it as DER. @throws PlaceProblem */
export const requestTimeStamp = async (
  { fetch, clock }: { readonly fetch: GuardedFetch; readonly clock: CoreServices['clock'] },
  { url, rootsFile }: Authority,
  bytes: Uint8Array,
  signal?: AbortSignal,
): Promise<Buffer> => {
  const roots = await readFile(rootsFile, 'utf8')
    .then(certificatesOf)
    .catch(cause => {
      throw new PlaceProblem('setup', 'the roots of the time-stamp authority cannot be read', { cause })
    })
  const { query, nonce } = await timeStampRequest(bytes)
  const headers = { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' }
  const response = await fetch(url, { method: 'POST', headers, body: query, signal })
  if (response.status !== 200) throw new PlaceProblem('refused', `the authority answered ${response.status}`)
  const token = await readTimeStampResponse(new Uint8Array(await response.arrayBuffer()), nonce).catch(cause => {
    throw cause instanceof TimeStampRefused ? new PlaceProblem('lies', cause.message, { cause }) : cause
  })
  const verification = await verifyTimeStamp(token, { bytes, roots, now: clock.now() })
  if (verification.verdict === 'wrong') throw new PlaceProblem('lies', verification.why)
  if (verification.verdict === 'not now')
    throw new PlaceProblem('setup', `the time-stamp cannot be verified with PROBATA_TSA_CA: ${verification.why}`)
  return token
}

/**
 * Creates the place for a time-stamp authority (RFC 3161), which proves the time to anyone who trusts it. It stamps the
 * bytes of the note.
 */
export const timeStampPlace = (needs: Parameters<typeof requestTimeStamp>[0], authority: Authority): ExternalPlace => ({
  name: 'time-stamp',
  forInstall: true,
  publish: async ({ note, signal }) => ({
    answer: await requestTimeStamp(needs, authority, Buffer.from(note), signal),
  }),
})
