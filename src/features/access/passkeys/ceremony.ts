import { randomBytes } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { install } from '#db/database.ts'
import { cookieNamed } from '#http/cookie.ts'
import type { CommittingCall } from '#http/endpoint.ts'
import { readRecord } from '#http/record.ts'
import { iso, minute, second } from '#lib/clock.ts'
import { sha256Hex } from '#lib/hash.ts'
import { SealedError } from '#lib/sealed.ts'
import { useChallenge } from './queries.ts'

/** How long a challenge is valid, in milliseconds. The browser gives up at the same time. */
export const challengeLifetime = 5 * minute

const Ceremony = Type.Object({
  challenge: Type.String(),
  /** `prove`, or the id of the session in which a passkey is added. */
  purpose: Type.String(),
  expiresAt: Type.Number(),
})

const binding = { organization: 'install', record: 'passkey', field: 'challenge' } as const
const cookie = cookieNamed('probata_passkey')

/**
 * Creates a challenge of 256 bits. Only the browser that requested it can respond, because the browser's cookie has the
 * sealed challenge.
 */
export const beginCeremony = ({ sealer, now, incoming, setHeader }: CommittingCall, purpose: string): string => {
  const challenge = randomBytes(32).toString('base64url')
  const ceremony: Static<typeof Ceremony> = { challenge, purpose, expiresAt: now + challengeLifetime }
  const sealed = sealer.seal(JSON.stringify(ceremony), binding)
  setHeader('set-cookie', cookie.set(incoming.secure, sealed, challengeLifetime / second))
  return challenge
}

const readCeremony = ({ sealer, incoming }: CommittingCall): Static<typeof Ceremony> | undefined => {
  const sealed = cookie.valueIn(incoming.stream.headers.cookie, incoming.secure)
  if (!sealed) return undefined
  try {
    return readRecord(Ceremony, sealer.open(sealed, binding))
  } catch (error) {
    if (error instanceof SealedError) return undefined
    throw error
  }
}

/** Returns this browser's challenge once, even if the response to it is wrong. */
export const takeChallenge = async (call: CommittingCall, purpose: string): Promise<string | undefined> => {
  const { now, db } = call
  const ceremony = readCeremony(call)
  if (!ceremony || ceremony.purpose !== purpose || ceremony.expiresAt <= now) return undefined
  const { challenge, expiresAt } = ceremony
  const use = { challengeSha256: sha256Hex(challenge), now: iso(now), until: iso(expiresAt) }
  const [row] = await db.transaction(install, tx => tx.query(useChallenge, use))
  return row?.first ? challenge : undefined
}
