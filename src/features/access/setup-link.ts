import type { Services } from '#api/call.ts'
import { day, iso } from '#lib/clock.ts'
import { sha256Hex } from '#lib/hash.ts'
import { randomToken } from '#lib/ids.ts'
import { offerSetupLink } from './queries.ts'

const lifetime = day

/**
 * The address that makes the first administrator, good for 24 hours and one use; earlier ones are void. Undefined once
 * there is an administrator. Only its SHA-256 is stored. The token stands in the fragment, which browsers do not send.
 */
export const offerSetup = async ({ db, clock, settings }: Services): Promise<string | undefined> => {
  const now = clock.now()
  const token = randomToken()
  const [answer] = await db.readInstall(offerSetupLink, {
    tokenSha256: sha256Hex(token),
    now: iso(now),
    expiresAt: iso(now + lifetime),
  })
  return answer?.offered ? `${settings.url}/setup#${token}` : undefined
}
