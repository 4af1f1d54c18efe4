import { isIP } from 'node:net'
import { Refusal } from '#http/errors.ts'
import { type Sentence, sentence } from '#lib/sentence.ts'

/** The host and origin to which browsers bind a passkey. A port is part of the origin, not of the host. */
export interface PasskeyHost {
  readonly rpId: string
  readonly origin: string
}

/** The public URL of the install. */
interface Place {
  readonly settings: { readonly url: string }
}

type WhyNoPasskeys = 'ip_address' | 'not_https'

/** Browsers make passkeys for names only, over https or on the same machine (WebAuthn, section 5.1.3). */
export const passkeyHost = ({ settings }: Place): PasskeyHost & { readonly why: WhyNoPasskeys | null } => {
  const { hostname, origin, protocol } = new URL(settings.url)
  const isOwn = hostname === 'localhost' || hostname.endsWith('.localhost')
  const why = isIP(hostname.replaceAll(/[[\]]/g, ''))
    ? 'ip_address'
    : protocol === 'https:' || isOwn
      ? null
      : 'not_https'
  return { rpId: hostname, origin, why }
}

const sentences: Readonly<Record<WhyNoPasskeys, Sentence>> = {
  ip_address: sentence`passkey.ip_address: Browsers do not create passkeys for IP addresses. Ask the operator to set PROBATA_URL to a host name.`,
  not_https: sentence`passkey.not_https: Browsers create passkeys only over https, but this install uses http. Ask the operator to set up https.`,
}

/** Throws a 422 if browsers make no passkeys for this install. */
export const requirePasskeyHost = (services: Place): PasskeyHost => {
  const { why, ...host } = passkeyHost(services)
  if (why) throw new Refusal('unprocessable', sentences[why])
  return host
}
