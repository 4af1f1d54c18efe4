import { isIP } from 'node:net'
import type { Mailbox } from './variable-values.ts'

/** Returns the default sender. If the host is an IP address, the mail address has an address literal (RFC 5321). */
export const senderAt = (url: string): Mailbox => {
  const { hostname } = new URL(url)
  const literal = isIP(hostname) === 4 ? `[${hostname}]` : hostname.replace(/^\[/, '[IPv6:')
  return { name: 'Probata', address: `no-reply@${literal}` }
}
