import { join, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { root } from './program-files.ts'
import { redactUrls } from './redact-urls.ts'
import { inSources } from './source-positions.ts'

/**
 * SQLSTATE classes and codes (PostgreSQL 18, appendix A) whose messages are about the server, its settings and the
 * names in our statements. All other messages may quote a value: `invalid input syntax for type uuid: "…"`.
 */
const aboutTheServer = [
  '08', // connection
  '25', // a transaction that cannot write, or was idle for too long
  '26', // a prepared statement that a pooler has lost
  '28', // login: no pg_hba.conf entry, wrong password
  '3D', // no such database
  '40', // serialization, deadlock
  '53', // disk, memory, connections
  '55', // locks
  '57', // ended by an operator, shutting down, starting up
  '58', // files, input and output
  'F0', // its configuration file
  '42501', // not permitted
  '42703', // no such column
  '42P01', // no such table
  'XX001', // corrupted data
  'XX002', // corrupted index
]

/** Messages that name a certificate or the place where the handshake failed. */
const ofTls = /^(ERR_TLS_|ERR_SSL_|CERT_|CRL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH$)/

/** Thrown by V8 and Node for an invalid value, which their messages quote. */
const quoting = [TypeError, RangeError, SyntaxError, ReferenceError, URIError]

const source = join(root, 'src', sep)
const ourselves = [source, pathToFileURL(source).href]

/** The clients of the database, Redis and the mail server, which the operator runs. */
const libraries = ['pg', 'pg-pool', 'pg-protocol', 'pg-connection-string', 'ioredis', 'redis-errors', 'nodemailer'].map(
  name => `/node_modules/${name}/`,
)

/** The frames of a stack in the sources, innermost first, without the message, which could imitate one. */
export function framesOf({ stack, message }: Error): readonly string[] {
  if (typeof stack !== 'string' || typeof message !== 'string') return []
  const head = stack.indexOf(message)
  const frames = head < 0 ? stack : stack.slice(head + message.length)
  return frames.split('\n', 64).flatMap(line => (line.startsWith('    at ') ? [inSources(line)] : []))
}

/**
 * The code of the system, of PostgreSQL (SQLSTATE) or of a library; nodemailer replaces the system's code by its own.
 */
export function codeOf(error: Error): string | undefined {
  return ['originalCode', 'code'].map(name => Reflect.get(error, name)).find(value => typeof value === 'string')
}

export const isOfSystem = (error: Error): boolean => 'syscall' in error

/** Messages of Node about hosts and files, of TLS, of PostgreSQL about itself, and Node's warnings. */
function isAboutMachines(error: Error): boolean {
  const code = codeOf(error) ?? ''
  if (error instanceof pg.DatabaseError) return aboutTheServer.some(state => code.startsWith(state))
  return isOfSystem(error) || ofTls.test(code) || /Warning$/.test(error.name)
}

function isMadeBy(error: Error, makers: readonly string[]): boolean {
  if ([pg.DatabaseError, ...quoting].some(kind => error instanceof kind) || codeOf(error)?.startsWith('ERR_'))
    return false
  const [innermost = ''] = framesOf(error)
  return makers.some(maker => innermost.includes(maker))
}

/**
 * The message of an error whose origin puts no values into its messages: our code, whose messages are kept whole, and
 * the system, TLS, PostgreSQL about itself, and the libraries for database, Redis and mail, whose messages may contain
 * an address. Undefined for all others, such as V8's.
 */
export function messageOf(error: Error): string | undefined {
  const { message } = error
  if (typeof message !== 'string' || message === '') return undefined
  if (isMadeBy(error, ourselves)) return message
  return isAboutMachines(error) || isMadeBy(error, libraries) ? redactUrls(message) : undefined
}
