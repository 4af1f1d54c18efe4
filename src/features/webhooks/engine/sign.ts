import { iso, second } from '#lib/clock.ts'
import { randomStandardSecret } from '#lib/ids.ts'
import { createMac, type Mac } from './mac.ts'

/** The keys of one signing secret, ready to sign. */
export interface SigningKeys {
  /** The contract's: the whole secret as UTF-8 (open points "Webhooks"). */
  readonly whole: Mac
  /** Standard Webhooks': the bytes that are base64 after `whsec_`. */
  readonly decoded: Mac
}

const prefix = 'whsec_'

/** A new signing secret: `whsec_` and 32 random bytes in base64 (Standard Webhooks 1.0). */
export const newSigningSecret = (): string => `${prefix}${randomStandardSecret(32)}`

export const signingKeys = (secret: string): SigningKeys => ({
  whole: createMac(Buffer.from(secret)),
  decoded: createMac(Buffer.from(secret.slice(prefix.length), 'base64')),
})

interface Signed {
  /** Those that are valid now, the newest first. */
  readonly keys: readonly SigningKeys[]
  readonly deliveryId: string
  readonly eventId: string
  /** The name in the form of the workspace. */
  readonly type: string
  /** When the attempt starts, in milliseconds since 1970. */
  readonly at: number
  readonly body: Buffer
}

/**
 * The headers of one attempt that name and sign it: those of interface sections 6.1 and 6.2, and of Standard Webhooks
 * 1.0. Each secret adds a signature to both.
 */
export const signatureHeaders = ({ keys, deliveryId, eventId, type, at, body }: Signed): Record<string, string> => {
  const timestamp = iso(at)
  const seconds = Math.floor(at / second)
  const ours = keys.map(({ whole }) => `v1=${whole(`${timestamp}.`, body, 'hex')}`)
  const standard = keys.map(({ decoded }) => `v1,${decoded(`${eventId}.${seconds}.`, body, 'base64')}`)
  return {
    'x-service-signature': `t=${seconds},${ours.join(',')}`,
    'x-service-timestamp': timestamp,
    'x-service-delivery-id': deliveryId,
    'x-service-event': type,
    'webhook-id': eventId,
    'webhook-timestamp': String(seconds),
    'webhook-signature': standard.join(' '),
  }
}
