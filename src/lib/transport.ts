import pg from 'pg'
import { isOwnMachine } from './own-machine.ts'

/**
 * The protection of a connection. `local`: stays on this machine. `verified`: TLS with a verified certificate.
 * `unverified`: TLS, but without verifying the certificate or its name. `plain`: TLS is not required.
 */
export type Protection = 'local' | 'verified' | 'unverified' | 'plain'

/** The host of an address and the protection of the connection, without user and password. */
export interface Transport {
  readonly host: string
  readonly protection: Protection
}

const withoutBrackets = (hostname: string): string => hostname.replace(/^\[|\]$/g, '')

const isLocal = (host: string): boolean => host.startsWith('/') || isOwnMachine(host)

const transportTo = (host: string, remoteProtection: Protection): Transport => ({
  host,
  protection: isLocal(host) ? 'local' : remoteProtection,
})

/**
 * Derives the protection from pg's `ssl` setting, which includes PGSSLMODE. Modes that do not verify the host name are
 * `unverified`.
 */
const protectionOf = (ssl: unknown): Protection => {
  if (!ssl) return 'plain'
  const { rejectUnauthorized, checkServerIdentity } = Object(ssl)
  return rejectUnauthorized === false || checkServerIdentity ? 'unverified' : 'verified'
}

/** The transport of DATABASE_URL. A host that begins with a slash is a folder with a Unix socket. */
export const postgresTransport = (url: string): Transport => {
  const client = new pg.Client({ connectionString: url })
  return transportTo(client.host, protectionOf(Reflect.get(client, 'ssl')))
}

/** The transport of REDIS_URL. ioredis accepts `?path=` for a Unix socket, and `?tls=` overrides `rediss`. */
export const redisTransport = (text: string): Transport => {
  const { protocol, hostname, searchParams } = new URL(text)
  const socket = searchParams.get('path')
  const isTls = protocol === 'rediss:' && !searchParams.has('tls')
  return transportTo(socket?.startsWith('/') ? socket : withoutBrackets(hostname), isTls ? 'verified' : 'plain')
}

const isSet = (value: string | null): boolean => value !== null && !/^(false|0*)$/.test(value)

/** The transport of SMTP_URL. STARTTLS counts only if it is required, because an attacker can hide the offer. */
export const mailTransport = (text: string): Transport => {
  const { protocol, hostname, searchParams } = new URL(text)
  const isTls = protocol === 'smtps:' || isSet(searchParams.get('requireTLS'))
  const isChecked = (searchParams.get('tls.rejectUnauthorized') ?? 'true') === 'true'
  return transportTo(withoutBrackets(hostname), isTls ? (isChecked ? 'verified' : 'unverified') : 'plain')
}
