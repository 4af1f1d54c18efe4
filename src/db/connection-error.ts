import pg, { type ClientConfig } from 'pg'
import { sentenceOf } from '#lib/error-digest.ts'
import { addressOf } from './session.ts'
import { sqlState } from './sql-error.ts'

type Address = Readonly<Record<'host' | 'user' | 'database', string>>

/** The reason for a failed first connection, and the remedy, by system or PostgreSQL error code. */
const reasons: readonly (readonly [RegExp, (address: Address) => string])[] = [
  [
    /^(ENOTFOUND|EAI_AGAIN)$/,
    ({ host }) => `the host is unknown: is ${host} spelled right, and can this machine resolve it?`,
  ],
  [/^ECONNREFUSED$/, () => 'nothing listens there: is PostgreSQL running, and is the port right?'],
  [/^(ENOENT|ENOTDIR)$/, () => 'there is no socket in that folder: is PostgreSQL running, and is `host` its folder?'],
  [/^EACCES$/, () => 'this user may not open its socket'],
  [
    /^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/,
    () => 'it does not respond: are address and port right, and does a firewall let the connection through?',
  ],
  [
    /^28P01$/,
    ({ user }) =>
      `the password of ${JSON.stringify(user)} is not right: special characters in it must be percent-encoded`,
  ],
  [/^28000$/, ({ user }) => `it rejects ${JSON.stringify(user)}: check pg_hba.conf, or add ?sslmode=verify-full`],
  [
    /^(SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_(VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT(_LOCALLY)?))$/,
    () =>
      'its certificate is signed by an authority that this machine does not trust: add ' +
      '?sslmode=verify-full&sslrootcert=/path/to/authority.pem',
  ],
  [
    /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    ({ host }) => `its certificate is not for ${host}: use a name that it covers, or get a certificate for this name`,
  ],
  [
    /^(CERT_HAS_EXPIRED|CERT_NOT_YET_VALID)$/,
    () => 'its certificate is not valid now: renew it, or check the clock of this machine',
  ],
  [/^no TLS$/, () => 'it offers no TLS: set ssl = on on the server, or remove sslmode if the network is trusted'],
  [
    /^08P01$/,
    () =>
      'a pooler in front of it, such as PgBouncer, rejects startup options, which carry time limits and formats: connect ' +
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
      `it has no database ${JSON.stringify(database)}: create it, or name another one at the end of the address`,
  ],
  [/^53300$/, () => 'all its connections are in use: raise max_connections, or lower PROBATA_DATABASE_POOL'],
]

const timedOut = (error: unknown): boolean =>
  error instanceof Error && /timeout expired|timeout exceeded/.test(error.message)

// Node tries all addresses of a name, and its error then contains an error for each.
const firstOf = (error: unknown): unknown => (error instanceof AggregateError ? error.errors[0] : error)

// The client reports these errors without a code.
const offersNoTls = (error: unknown): boolean =>
  error instanceof Error && /server does not support SSL/.test(error.message)

const codeOf = (error: unknown): string =>
  sqlState(error) ?? (timedOut(error) ? 'ETIMEDOUT' : offersNoTls(error) ? 'no TLS' : '')

/**
 * Explains a failed first connection with the variable, the host, the reason, the remedy and the original message, but
 * without a password.
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
