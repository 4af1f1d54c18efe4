import pg, { type ClientConfig } from 'pg'
import { sentenceOf } from '#lib/error-digest.ts'
import { addressOf } from './session.ts'
import { sqlState } from './sql-error.ts'

type Where = Readonly<Record<'host' | 'user' | 'database', string>>

/** Why a first connection failed, by system or PostgreSQL error code, and the remedy. */
const reasons: readonly (readonly [RegExp, (where: Where) => string])[] = [
  [
    /^(ENOTFOUND|EAI_AGAIN)$/,
    ({ host }) => `no such host is known: is ${host} spelled right, and does this machine resolve it?`,
  ],
  [/^ECONNREFUSED$/, () => 'nothing listens there: is PostgreSQL running, and is the port right?'],
  [/^(ENOENT|ENOTDIR)$/, () => 'there is no socket in that folder: is PostgreSQL running, and is `host` its folder?'],
  [/^EACCES$/, () => 'this user may not use its socket'],
  [
    /^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/,
    () => 'it does not answer: do address and port lead there, and does a firewall let them?',
  ],
  [
    /^28P01$/,
    ({ user }) =>
      `the password of ${JSON.stringify(user)} is not right: special characters in it must be percent-encoded`,
  ],
  [
    /^28000$/,
    ({ user }) => `it does not let ${JSON.stringify(user)} in: look at pg_hba.conf, or add ?sslmode=verify-full`,
  ],
  [
    /^(SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_(VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT(_LOCALLY)?))$/,
    () =>
      'its certificate is signed by an authority that this machine does not trust: add ' +
      '?sslmode=verify-full&sslrootcert=/path/to/authority.pem',
  ],
  [
    /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    ({ host }) => `its certificate is not for ${host}: use a name that it covers, or have one issued for this name`,
  ],
  [
    /^(CERT_HAS_EXPIRED|CERT_NOT_YET_VALID)$/,
    () => 'its certificate is not valid now: renew it, or check the clock of this machine',
  ],
  [/^no TLS$/, () => 'it offers no TLS: set ssl = on on the server, or remove sslmode if the network is trusted'],
  [
    /^08P01$/,
    () =>
      'a pooler in front of it rejects startup options, which carry time limits and formats (PgBouncer does): connect ' +
      'to PostgreSQL directly',
  ],
  [
    /^42501$/,
    ({ user, database }) =>
      `${JSON.stringify(user)} may not connect to it: GRANT CONNECT ON DATABASE ${pg.escapeIdentifier(database)} TO ${pg.escapeIdentifier(user)}`,
  ],
  [
    /^3D000$/,
    ({ database }) =>
      `it has no database ${JSON.stringify(database)}: create it, or name another at the end of the address`,
  ],
  [/^53300$/, () => 'it has no connection to spare: raise max_connections, or lower PROBATA_DATABASE_POOL'],
]

const timedOut = (error: unknown): boolean =>
  error instanceof Error && /timeout expired|timeout exceeded/.test(error.message)

// All addresses of a name are tried; the error then contains theirs.
const firstOf = (error: unknown): unknown => (error instanceof AggregateError ? error.errors[0] : error)

// Messages of the client, which gives these errors no code.
const offersNoTls = (error: unknown): boolean =>
  error instanceof Error && /server does not support SSL/.test(error.message)

const codeOf = (error: unknown): string =>
  sqlState(error) ?? (timedOut(error) ? 'ETIMEDOUT' : offersNoTls(error) ? 'no TLS' : '')

/**
 * A failed first connection in words: the variable, the host, the reason, the remedy and the original message; never a
 * password.
 */
export const explainConnectionError = (variable: string, connection: ClientConfig, error: unknown): unknown => {
  const { host, port, user, database } = addressOf(connection)
  const first = firstOf(error)
  const reason = reasons.find(([code]) => code.test(codeOf(first)))?.[1]({ host, user, database })
  if (!reason) return error
  const place = `${host}${host.startsWith('/') ? '' : `:${port}`}`
  return new Error(`${variable}: the database at ${place} cannot be used: ${reason} (${sentenceOf(first)})`, {
    cause: error,
  })
}
