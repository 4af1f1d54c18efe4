import pg from 'pg'
import { isOwnMachine } from './own-machine.ts'

/**
 * How a connection is protected: it stays on this machine; it is TLS and the certificate is checked; it is TLS, but the
 * certificate or the name in it is not checked; nothing insists on TLS.
 */
export type Protection = 'local' | 'verified' | 'unverified' | 'plain'

/** Where an address leads, without user and password, and what protects the way. */
export interface Transport {
  readonly host: string
  readonly protection: Protection
}

const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, '')

const isLocal = (host: string): boolean => host.startsWith('/') || isOwnMachine(host)

const towards = (host: string, unlessLocal: Protection): Transport => ({
  host,
  protection: isLocal(host) ? 'local' : unlessLocal,
})

/** What pg makes of the parameters and of PGSSLMODE; modes without a check of the name count as unverified. */
const protectionOf = (ssl: unknown): Protection => {
  if (!ssl) return 'plain'
  const { rejectUnauthorized, checkServerIdentity } = Object(ssl)
  return rejectUnauthorized === false || checkServerIdentity ? 'unverified' : 'verified'
}

/** Of DATABASE_URL. A host that begins with a slash is a folder with a Unix socket. */
export const postgresTransport = (url: string): Transport => {
  const client = new pg.Client({ connectionString: url })
  return towards(client.host, protectionOf(Reflect.get(client, 'ssl')))
}

/** Of REDIS_URL. ioredis takes `?path=` for a Unix socket, and `?tls=` in place of what `rediss` means. */
export const redisTransport = (text: string): Transport => {
  const { protocol, hostname, searchParams } = new URL(text)
  const socket = searchParams.get('path')
  const isTls = protocol === 'rediss:' && !searchParams.has('tls')
  return towards(socket?.startsWith('/') ? socket : bare(hostname), isTls ? 'verified' : 'plain')
}

const isSet = (value: string | null): boolean => value !== null && !/^(false|0*)$/.test(value)

/** Of SMTP_URL. STARTTLS counts where it is insisted on: whoever stands between can hide that it is offered. */
export const mailTransport = (text: string): Transport => {
  const { protocol, hostname, searchParams } = new URL(text)
  const isTls = protocol === 'smtps:' || isSet(searchParams.get('requireTLS'))
  const isChecked = (searchParams.get('tls.rejectUnauthorized') ?? 'true') === 'true'
  return towards(bare(hostname), isTls ? (isChecked ? 'verified' : 'unverified') : 'plain')
}
