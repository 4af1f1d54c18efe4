import { isIP } from 'node:net'
import type { Mailbox } from './variable-values.ts'

/** The sender if PROBATA_MAIL_FROM is not set; with an address literal if the host is an IP address (RFC 5321). */
export const senderAt = (url: string): Mailbox => {
  const { hostname } = new URL(url)
  const literal = isIP(hostname) === 4 ? `[${hostname}]` : hostname.replace(/^\[/, '[IPv6:')
  return { name: 'Probata', address: `no-reply@${literal}` }
}
