import pg from 'pg'
import { isOwnMachine } from './own-machine.ts'

/**
 * How a connection is protected: it stays on this machine; it uses TLS and the certificate is verified; it uses TLS,
 * but the certificate or its name is not verified; TLS is not required.
 */
export type Protection = 'local' | 'verified' | 'unverified' | 'plain'

/** The destination of an address, without user and password, and how the connection is protected. */
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

/** The result of the parameters and of PGSSLMODE in pg; modes that do not verify the name count as unverified. */
const protectionOf = (ssl: unknown): Protection => {
  if (!ssl) return 'plain'
  const { rejectUnauthorized, checkServerIdentity } = Object(ssl)
  return rejectUnauthorized === false || checkServerIdentity ? 'unverified' : 'verified'
}

/** For DATABASE_URL. A host that begins with a slash is a folder with a Unix socket. */
export const postgresTransport = (url: string): Transport => {
  const client = new pg.Client({ connectionString: url })
  return towards(client.host, protectionOf(Reflect.get(client, 'ssl')))
}

/** For REDIS_URL. ioredis accepts `?path=` for a Unix socket, and `?tls=` overrides the meaning of `rediss`. */
export const redisTransport = (text: string): Transport => {
  const { protocol, hostname, searchParams } = new URL(text)
  const socket = searchParams.get('path')
  const isTls = protocol === 'rediss:' && !searchParams.has('tls')
  return towards(socket?.startsWith('/') ? socket : bare(hostname), isTls ? 'verified' : 'plain')
}

const isSet = (value: string | null): boolean => value !== null && !/^(false|0*)$/.test(value)

/** For SMTP_URL. STARTTLS counts only if it is required: an attacker in between can hide the offer. */
export const mailTransport = (text: string): Transport => {
  const { protocol, hostname, searchParams } = new URL(text)
  const isTls = protocol === 'smtps:' || isSet(searchParams.get('requireTLS'))
  const isChecked = (searchParams.get('tls.rejectUnauthorized') ?? 'true') === 'true'
  return towards(bare(hostname), isTls ? (isChecked ? 'verified' : 'unverified') : 'plain')
}
