import { isIP } from 'node:net'
import { Refusal } from '#http/errors.ts'
import { type Sentence, sentence } from '#lib/sentence.ts'

/** The host and origin to which browsers bind a passkey. A port is part of the origin, not of the host. */
export interface PasskeyHost {
  readonly rpId: string
  readonly origin: string
}

/** The public URL of the install. */
interface PublicUrl {
  readonly settings: { readonly url: string }
}

type PasskeyObstacle = 'ip_address' | 'not_https'

/** Browsers create passkeys only for host names, over https or on the same machine (WebAuthn, section 5.1.3). */
export const passkeyHost = ({ settings }: PublicUrl): PasskeyHost & { readonly obstacle: PasskeyObstacle | null } => {
  const { hostname, origin, protocol } = new URL(settings.url)
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  const obstacle = isIP(hostname.replaceAll(/[[\]]/g, ''))
    ? 'ip_address'
    : protocol === 'https:' || isLocal
      ? null
      : 'not_https'
  return { rpId: hostname, origin, obstacle }
}

const sentences: Readonly<Record<PasskeyObstacle, Sentence>> = {
  ip_address: sentence`passkey.ip_address: Browsers do not create passkeys for IP addresses. Ask the operator to set PROBATA_URL to a host name.`,
  not_https: sentence`passkey.not_https: Browsers create passkeys only over https, but this install uses http. Ask the operator to set up https.`,
}

/** Throws 422 if browsers cannot create passkeys for this install. */
export const requirePasskeyHost = (services: PublicUrl): PasskeyHost => {
  const { obstacle, ...host } = passkeyHost(services)
  if (obstacle) throw new Refusal('unprocessable', sentences[obstacle])
  return host
}
