import { iso, second } from '#lib/clock.ts'
import { randomStandardSecret } from '#lib/ids.ts'
import { createSignatureMac, type SignatureMac } from './mac.ts'

/** The prepared keys of one signing secret. */
export interface SigningKeys {
  /** For the contract's signature: the whole secret as UTF-8. */
  readonly whole: SignatureMac
  /** For the signature of Standard Webhooks: the decoded base64 after `whsec_`. */
  readonly decoded: SignatureMac
}

const prefix = 'whsec_'

/** Returns a new signing secret: `whsec_` and 32 random bytes in base64 (Standard Webhooks 1.0). */
export const newSigningSecret = (): string => `${prefix}${randomStandardSecret(32)}`

export const signingKeys = (secret: string): SigningKeys => ({
  whole: createSignatureMac(Buffer.from(secret)),
  decoded: createSignatureMac(Buffer.from(secret.slice(prefix.length), 'base64')),
})

/** The fields that identify one attempt. */
interface AttemptIdentity {
  readonly deliveryId: string
  readonly eventId: string
  /** The name of the event type, in the workspace's form. */
  readonly type: string
  /** When the attempt starts, in milliseconds since 1970. */
  readonly at: number
}

interface SignatureInput extends AttemptIdentity {
  /** The valid keys, the newest first. */
  readonly keys: readonly SigningKeys[]
  readonly body: Buffer
}

/** The values of the two signature headers: the contract's and that of Standard Webhooks. */
export interface Signatures {
  readonly service: string
  readonly standard: string
}

/** Signs one attempt; each secret adds a signature to both headers. */
export const sign = ({ keys, eventId, at, body }: SignatureInput): Signatures => {
  const timestamp = iso(at)
  const seconds = Math.floor(at / second)
  const contractSignatures = keys.map(({ whole }) => `v1=${whole(`${timestamp}.`, body, 'hex')}`)
  const standard = keys.map(({ decoded }) => `v1,${decoded(`${eventId}.${seconds}.`, body, 'base64')}`)
  return { service: `t=${seconds},${contractSignatures.join(',')}`, standard: standard.join(' ') }
}

/** The headers that identify and sign one attempt: interface sections 6.1 and 6.2, and Standard Webhooks 1.0. */
export const attemptHeaders = (
  { deliveryId, eventId, type, at }: AttemptIdentity,
  { service, standard }: Signatures,
): Record<string, string> => ({
  'x-service-signature': service,
  'x-service-timestamp': iso(at),
  'x-service-delivery-id': deliveryId,
  'x-service-event': type,
  'webhook-id': eventId,
  'webhook-timestamp': String(Math.floor(at / second)),
  'webhook-signature': standard,
})

export const signatureHeaders = (input: SignatureInput): Record<string, string> => attemptHeaders(input, sign(input))
