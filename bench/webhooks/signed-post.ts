import { Agent, request } from 'undici'
import { createIds } from '#lib/ids.ts'
import { newSigningSecret, signatureHeaders, signingKeys } from '#src/features/webhooks/engine/sign.ts'

const keys = [signingKeys(newSigningSecret())]
const ids = createIds()

/** Returns a function that posts one event like a delivery, with the same headers, signatures and bytes. */
export const signedPost = (
  connectionsPerHost: number,
): ((url: string, eventId: string, text: string) => Promise<void>) => {
  const dispatcher = new Agent({ connections: connectionsPerHost, pipelining: 1 })
  return async (url, eventId, text) => {
    const at = Date.now()
    const body = Buffer.from(text)
    const deliveryId = ids.next('whd', at)
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Probata-Webhooks/1',
      ...signatureHeaders({ keys, deliveryId, eventId, type: 'evidence.claim.expired', at, body }),
    }
    const response = await request(url, { method: 'POST', headers, body, dispatcher })
    await response.body.dump()
    if (response.statusCode > 299) throw new Error(`${url} answered ${response.statusCode}`)
  }
}
