import { join, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { root } from './program-files.ts'
import { redactUrls } from './redact-urls.ts'
import { inSources } from './source-positions.ts'

/**
 * SQLSTATE classes and codes (PostgreSQL 18, appendix A) whose messages mention only the server, its settings and names
 * in our statements. Other messages may quote a value: `invalid input syntax for type uuid: "…"`.
 */
const aboutTheServer = [
  '08', // connection
  '25', // a transaction that cannot write, or was idle for too long
  '26', // a prepared statement that a connection pooler has lost
  '28', // login: no pg_hba.conf entry, wrong password
  '3D', // no such database
  '40', // serialization, deadlock
  '53', // disk, memory, connections
  '55', // locks
  '57', // operator intervention, shutdown, startup
  '58', // files, input and output
  'F0', // its configuration file
  '42501', // not permitted
  '42703', // no such column
  '42P01', // no such table
  'XX001', // corrupted data
  'XX002', // corrupted index
]

/** Codes of TLS errors, whose messages name a certificate or the step at which the handshake failed. */
const tlsCodes = /^(ERR_TLS_|ERR_SSL_|CERT_|CRL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH$)/

/** Errors that V8 and Node throw for an invalid value. Their messages quote the value. */
const quotingErrors = [TypeError, RangeError, SyntaxError, ReferenceError, URIError]

const source = join(root, 'src', sep)
const ownSources = [source, pathToFileURL(source).href]

/** The client libraries for the database, Redis and the mail server, which the operator runs. */
const libraries = ['pg', 'pg-pool', 'pg-protocol', 'pg-connection-string', 'ioredis', 'redis-errors', 'nodemailer'].map(
  name => `/node_modules/${name}/`,
)

/**
 * Returns the frames of a stack as positions in the sources, innermost first. Skips the message, which could imitate a
 * frame.
 */
export function framesOf({ stack, message }: Error): readonly string[] {
  if (typeof stack !== 'string' || typeof message !== 'string') return []
  const head = stack.indexOf(message)
  const frames = head < 0 ? stack : stack.slice(head + message.length)
  return frames.split('\n', 64).flatMap(line => (line.startsWith('    at ') ? [inSources(line)] : []))
}

/**
 * The code from the system, PostgreSQL (SQLSTATE) or a library. nodemailer replaces the system's code with its own.
 */
export function codeOf(error: Error): string | undefined {
  return ['originalCode', 'code'].map(name => Reflect.get(error, name)).find(value => typeof value === 'string')
}

export const isOfSystem = (error: Error): boolean => 'syscall' in error

/** Whether an error is about hosts, files, TLS or the PostgreSQL server, or is a warning from Node. */
function isAboutMachines(error: Error): boolean {
  const code = codeOf(error) ?? ''
  if (error instanceof pg.DatabaseError) return aboutTheServer.some(state => code.startsWith(state))
  return isOfSystem(error) || tlsCodes.test(code) || /Warning$/.test(error.name)
}

function isThrownBy(error: Error, origins: readonly string[]): boolean {
  if ([pg.DatabaseError, ...quotingErrors].some(kind => error instanceof kind) || codeOf(error)?.startsWith('ERR_'))
    return false
  const [innermost = ''] = framesOf(error)
  return origins.some(origin => innermost.includes(origin))
}

/**
 * Returns the message of an error if its origin puts no values into messages. Messages from our own code are unchanged.
 * Messages from the system, TLS, PostgreSQL about the server, and the libraries for database, Redis and mail have their
 * URLs redacted. Returns undefined for all other messages, such as V8's.
 */
export function messageOf(error: Error): string | undefined {
  const { message } = error
  if (typeof message !== 'string' || message === '') return undefined
  if (isThrownBy(error, ownSources)) return message
  return isAboutMachines(error) || isThrownBy(error, libraries) ? redactUrls(message) : undefined
}
