import type { Services } from '#http/call.ts'
import { day, iso } from '#lib/clock.ts'
import { sha256Hex } from '#lib/hash.ts'
import { randomToken } from '#lib/ids.ts'
import { offerSetupLink } from './queries.ts'

const lifetime = day

/**
 * Creates the link for the first administrator. It works once within 24 hours and voids earlier links. Returns
 * undefined once an administrator exists. Only the token's SHA-256 is stored. The token is in the fragment, which
 * browsers do not send.
 */
export const offerSetup = async ({ db, clock, settings }: Services): Promise<string | undefined> => {
  const now = clock.now()
  const token = randomToken()
  const [row] = await db.readInstall(offerSetupLink, {
    tokenSha256: sha256Hex(token),
    now: iso(now),
    expiresAt: iso(now + lifetime),
  })
  return row?.offered ? `${settings.url}/setup#${token}` : undefined
}
