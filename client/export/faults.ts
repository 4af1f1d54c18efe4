/** Describes why a request got no response: permanent faults, and faults that waiting may resolve. */
import { connect } from 'node:tls'

export interface Fault {
  /** Whether the fault may resolve without action. */
  readonly isTemporary: boolean
  /** The fault, as the end of a sentence, such as `connection refused (ECONNREFUSED)`. */
  readonly cause: string
  /** The action to take, as a sentence. */
  readonly remedy: string
  /** Set if the cause may be plain HTTP to a TLS port. */
  readonly mayBeTls?: true
}

/** The maximum time until a response begins, and between two parts of it, in milliseconds. */
export const deadlineMs = 60_000

export class NoResponse extends Error {
  constructor(seconds: number) {
    super(`no response within ${seconds} seconds`)
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression looks for control characters
const controls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g

/** Makes text from another machine safe for a terminal: removes control characters and limits the length. */
export const printable = (text: string, maxLength = 200): string => {
  const line = text.replaceAll(controls, ' ').trim()
  return line.length > maxLength ? `${line.slice(0, maxLength)}…` : line
}

interface Failure {
  readonly name: string
  readonly code: string
  readonly message: string
}

/** Finds the innermost error that has a code. */
const failureOf = (error: unknown): Failure => {
  let failure: Failure = { name: '', code: '', message: String(error) }
  let next = error
  for (let depth = 0; depth < 5 && next instanceof Error; depth++) {
    const { name, code, message } = next as NodeJS.ErrnoException
    if (typeof code === 'string' || failure.code === '') failure = { name, code: String(code ?? ''), message }
    next = next instanceof AggregateError ? next.errors[0] : next.cause
  }
  return failure
}

const trustRemedy = (): string => {
  const { NODE_EXTRA_CA_CERTS: file } = process.env
  return file
    ? `NODE_EXTRA_CA_CERTS is ${file}, which is unreadable or lacks the certificate of that authority.`
    : 'Set NODE_EXTRA_CA_CERTS to a PEM file with the certificate of that authority.'
}

const untrusted = {
  cause: 'its certificate is from an authority that this machine does not trust',
  remedy: trustRemedy,
}

type FaultWords = { readonly cause: string; readonly remedy: (url: URL) => string }

const plainPort: FaultWords = {
  cause: 'it does not speak TLS on this port',
  remedy: url => `Give --url with the port that speaks TLS, or ${url.origin.replace('https:', 'http:')}.`,
}

/** Permanent faults, by the error code of Node, undici or OpenSSL. */
const permanentFaults: Readonly<Record<string, FaultWords>> = {
  __proto__: null as never,
  DEPTH_ZERO_SELF_SIGNED_CERT: { ...untrusted, cause: 'its certificate is self-signed, and not trusted here' },
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  CERT_UNTRUSTED: untrusted,
  CERT_HAS_EXPIRED: {
    cause: 'its certificate has expired',
    remedy: () => `It needs a new one, unless the clock of this machine is wrong (${new Date().toISOString()}).`,
  },
  CERT_NOT_YET_VALID: {
    cause: 'its certificate is not valid yet',
    remedy: () => `Check the clock of this machine (${new Date().toISOString()}).`,
  },
  ERR_TLS_CERT_ALTNAME_INVALID: {
    cause: 'its certificate is for another host',
    remedy: () => 'Give --url with a name that the certificate contains.',
  },
  ENOTFOUND: { cause: 'the host does not exist', remedy: () => 'Check the host name in --url.' },
  ERR_SSL_WRONG_VERSION_NUMBER: plainPort,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: plainPort,
}

const connectionClosed = 'the connection was closed'

/** Faults caused by a restart, a deployment or a broken connection. */
const temporaryFaults: Readonly<Record<string, string>> = {
  __proto__: null as never,
  ECONNREFUSED: 'connection refused',
  ECONNRESET: connectionClosed,
  ECONNABORTED: connectionClosed,
  EPIPE: connectionClosed,
  UND_ERR_SOCKET: connectionClosed,
  ERR_SSL_UNEXPECTED_EOF_WHILE_READING: connectionClosed,
  ETIMEDOUT: 'the connection timed out',
  UND_ERR_CONNECT_TIMEOUT: 'the connection timed out',
  UND_ERR_HEADERS_TIMEOUT: 'no response in time',
  UND_ERR_BODY_TIMEOUT: 'the response broke off',
  EHOSTUNREACH: 'no route to the host',
  ENETUNREACH: 'no route to the network',
  ENETDOWN: 'the network is down',
  EHOSTDOWN: 'the host is down',
  EAI_AGAIN: 'the name server does not respond',
}

const certificate = /CERT|ISSUER|SIGNATURE|CRL|HOSTNAME_MISMATCH|INVALID_PURPOSE/

/** Returns a hint about NODE_USE_ENV_PROXY, without which Node ignores HTTPS_PROXY. */
const proxyHint = (): string => {
  const { env } = process
  const name = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'].find(variable => env[variable])
  return name && !env.NODE_USE_ENV_PROXY ? ` ${name} is used with NODE_USE_ENV_PROXY=1 (Node 24 and newer).` : ''
}

const reasonOf = ({ code, message }: Failure): string =>
  code === 'ERR_TLS_CERT_ALTNAME_INVALID' ? `: ${printable(message)}` : ` (${code})`

/** Describes a rejection by the forward proxy; undefined for other failures. */
const proxyFault = ({ message }: Failure): Fault | undefined => {
  const [, status] = /Proxy response \((\d{3})\)/.exec(message) ?? []
  if (status === undefined) return undefined
  return {
    isTemporary: /^50[234]$/.test(status),
    cause: `the proxy of HTTPS_PROXY answered ${status}`,
    remedy: 'Allow this host in the proxy, or name the host in NO_PROXY.',
  }
}

const unknownFault = ({ name, code, message }: Failure): Fault => {
  const fault = { isTemporary: false, remedy: 'Check --url.' }
  if (/^ERR_(SSL|TLS)_|^EPROTO$/.test(code)) return { ...fault, cause: `no TLS connection could be made (${code})` }
  if (certificate.test(code))
    return { ...fault, cause: `its certificate is not valid (${code})`, remedy: trustRemedy() }
  if (name === 'HTTPParserError' || code.startsWith('HPE_'))
    return { ...fault, cause: 'it does not speak HTTP on this port', mayBeTls: true }
  return { ...fault, cause: printable(code ? `${message} (${code})` : message) }
}

/** Describes why `fetch` failed. */
export const faultOf = (error: unknown, url: URL): Fault => {
  const failure = failureOf(error)
  const { code, message } = failure
  const remedy = `Check --url, and that the install runs.${proxyHint()}`
  if (error instanceof NoResponse) return { isTemporary: true, cause: message, remedy }
  // Before Node 24 every OpenSSL error has the code EPROTO.
  const permanentFault = /wrong version number|packet length too long/.test(message) ? plainPort : permanentFaults[code]
  if (permanentFault) {
    const hint = code === 'ENOTFOUND' ? proxyHint() : ''
    return {
      isTemporary: false,
      cause: `${permanentFault.cause}${reasonOf(failure)}`,
      remedy: `${permanentFault.remedy(url)}${hint}`,
    }
  }
  const cause = temporaryFaults[code]
  if (cause === undefined) return proxyFault(failure) ?? unknownFault(failure)
  return {
    isTemporary: true,
    cause: `${cause} (${code})`,
    remedy,
    ...(cause === connectionClosed && { mayBeTls: true }),
  }
}

/** Tests whether the port of an `http:` address speaks TLS. */
export const speaksTls = ({ hostname, port }: URL): Promise<boolean> =>
  new Promise(resolve => {
    const host = hostname.replace(/^\[|\]$/g, '')
    const socket = connect({ host, port: Number(port || 80), ...(/^[\d.]+$|:/.test(host) ? {} : { servername: host }) })
    const settle = (speaks: boolean) => {
      socket.destroy()
      resolve(speaks)
    }
    socket.setTimeout(3000, () => settle(false))
    socket.once('secureConnect', () => settle(true))
    // An untrusted certificate also proves that the port speaks TLS.
    socket.on('error', error => settle(certificate.test(failureOf(error).code)))
  })

export const tlsPort = (url: URL): Fault => ({
  isTemporary: false,
  cause: 'it speaks TLS on this port',
  remedy: `Give --url ${url.origin.replace('http:', 'https:')}.`,
})
