import { readFileSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { requireAppendable } from './appended-file.ts'
import { fileFault, type Parse, ValueError } from './variable-values.ts'

const formats = ['jsonl', 'ocsf'] as const

interface Destination {
  /** Identifies this destination among all destinations of events. */
  readonly name: string
  readonly format: (typeof formats)[number]
}

/** A file to which lines are appended. */
export interface FileDestination extends Destination {
  readonly kind: 'file'
  readonly path: string
}

/** A receiver of syslog over TLS (RFC 5425). */
export interface SyslogDestination extends Destination {
  readonly kind: 'syslog'
  readonly host: string
  readonly port: number
  /** In PEM: the authorities to trust instead of Node's, and the client certificate with its key. */
  readonly ca?: string
  readonly cert?: string
  readonly key?: string
}

/** The destinations of security events. */
export type SecurityLogAddress = FileDestination | SyslogDestination

/** The port of syslog over TLS (RFC 5425 section 4.1). */
const defaultPort = 6514
const pems = ['ca', 'cert', 'key'] as const

const readPem = (name: string, path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new ValueError(`names a file as ${name} that ${fileFault(error)}`)
  }
}

const formatOf = (query: URLSearchParams): Destination['format'] => {
  const requested = query.get('format') ?? 'jsonl'
  const format = formats.find(name => name === requested)
  if (format) return format
  throw new ValueError(`must have a format of ${formats.join(' or ')}`)
}

const requireKnownParameters = (query: URLSearchParams, known: readonly string[]): void => {
  const other = [...query.keys()].find(name => !known.includes(name))
  if (other !== undefined)
    throw new ValueError(`has the unknown parameter ${JSON.stringify(other)}; the known ones are ${known.join(', ')}`)
}

const filePlace = (text: string): FileDestination => {
  const [path = '', query = ''] = text
    .slice('file:'.length)
    .replace(/^\/\/(?=\/)/, '')
    .split('?', 2)
  if (!isAbsolute(path) || path.endsWith('/')) throw new ValueError('must name a file by its absolute path')
  const parameters = new URLSearchParams(query)
  requireKnownParameters(parameters, ['format'])
  requireAppendable(path)
  return { kind: 'file', name: `file:${path}`, path, format: formatOf(parameters) }
}

const syslogPlace = (text: string): SyslogDestination => {
  const url = URL.parse(text)
  if (!url?.hostname) throw new ValueError('must name a host')
  const { username, password, pathname, hash, searchParams, hostname, port } = url
  if (username || password) throw new ValueError('must not contain a user name or password')
  if ((pathname !== '' && pathname !== '/') || hash) throw new ValueError('must end after host, port and parameters')
  requireKnownParameters(searchParams, ['format', ...pems])
  if (searchParams.has('cert') !== searchParams.has('key')) throw new ValueError('needs both cert and key, or neither')
  const certificates = pems.flatMap(name => {
    const path = searchParams.get(name)
    return path === null ? [] : [[name, readPem(name, path)]]
  })
  const host = hostname.replace(/^\[|\]$/g, '')
  const number = port === '' ? defaultPort : Number(port)
  const name = `syslog+tls://${hostname}:${number}`
  return {
    kind: 'syslog',
    name,
    host,
    port: number,
    format: formatOf(searchParams),
    ...Object.fromEntries(certificates),
  }
}

/** Parses `syslog+tls://host:6514?ca=…&cert=…&key=…` or `file:/path`, each with an optional `format=jsonl|ocsf`. */
export const securityLogAddress: Parse<SecurityLogAddress> = text => {
  if (text.length > 900) throw new ValueError('is longer than 900 characters')
  if (text.startsWith('file:')) return filePlace(text)
  if (text.startsWith('syslog+tls://')) return syslogPlace(text)
  throw new ValueError('must begin with syslog+tls:// or file:/')
}
