import { createPublicKey, type KeyObject } from 'node:crypto'
import { accessSync, constants, statSync } from 'node:fs'
import { isIP } from 'node:net'
import { dirname, resolve } from 'node:path'

/** An invalid value. The message continues "NAME is …:" and quotes no part of the value except elements of a list. */
export class ValueError extends Error {
  override name = 'ValueError'
}

export type Parse<T> = (text: string) => T

const digits = /^(0|[1-9][0-9]{0,15})$/

/** Parses plain decimal digits within [min, max], without sign, exponent or unit. */
export function wholeNumber(min: number, max: number, unit = ''): Parse<number> {
  return text => {
    const value = Number(text)
    if (digits.test(text) && value >= min && value <= max) return value
    throw new ValueError(`must be a whole number from ${min} to ${max}${unit && `, in ${unit} and without a suffix`}`)
  }
}

export function oneOf<const T extends string>(names: readonly T[]): Parse<T> {
  return text => {
    const match = names.find(name => name === text)
    if (match !== undefined) return match
    throw new ValueError(`must be one of ${names.join(', ')}`)
  }
}

const findRepeated = (words: readonly string[]) => words.find((word, index) => words.indexOf(word) !== index)

/** Parses a comma-separated list. Ignores spaces around elements; rejects empty and repeated elements. */
export function listOf<T>(parse: Parse<T>): Parse<readonly T[]> {
  return text => {
    const parts = text.split(',').map(part => part.trim())
    const repeated = findRepeated(parts)
    if (parts.includes('')) throw new ValueError('has an empty element')
    if (repeated !== undefined) throw new ValueError(`names ${JSON.stringify(repeated)} twice`)
    return parts.map(parse)
  }
}

/** Parses `name=number` pairs with the names of `defaults`; a name that is left out keeps its default. */
export function numbersByName<const T extends string>(
  defaults: Readonly<Record<T, number>>,
  parse: Parse<number>,
): Parse<Readonly<Record<T, number>>> {
  const names = Object.keys(defaults)
  const readPairs = listOf(text => {
    const [name = '', value = '', ...rest] = text.split('=').map(part => part.trim())
    if (rest.length > 0 || !names.includes(name))
      throw new ValueError(`${JSON.stringify(text)} must be name=number with a name of ${names.join(', ')}`)
    try {
      return [name, parse(value)] as const
    } catch (error) {
      throw error instanceof ValueError ? new ValueError(`${name} ${error.message}`) : error
    }
  })
  return text => {
    const pairs = readPairs(text)
    const repeated = findRepeated(pairs.map(([name]) => name))
    if (repeated !== undefined) throw new ValueError(`names ${repeated} twice`)
    return Object.freeze({ ...defaults, ...Object.fromEntries(pairs) })
  }
}

const label = /^(?!-)[A-Za-z0-9-]{1,63}(?<!-)$/

/** Parses an IP address without brackets, or a host name (RFC 1123). */
export const host: Parse<string> = text => {
  const isName = text.length <= 253 && text.split('.').every(part => label.test(part)) && !/^[0-9.]+$/.test(text)
  if (isIP(text) !== 0 || isName) return text
  throw new ValueError('must be an IP address without brackets or a host name; 0.0.0.0 or :: listens on all addresses')
}

/** Checks that a string is an absolute URL with one of the schemes; returns the string. */
function address(...schemes: readonly string[]): Parse<string> {
  return text => {
    const scheme = schemes.find(name => text.toLowerCase().startsWith(`${name}://`))
    if (scheme === undefined) throw new ValueError(`must begin with ${schemes.map(name => `${name}://`).join(' or ')}`)
    if (!URL.canParse(text))
      throw new ValueError('is not an address; percent-encode special characters in the password')
    return text
  }
}

const postgresScheme = address('postgres', 'postgresql')

const certificateParameters = ['sslrootcert', 'sslcert', 'sslkey'] as const

const requireCertificate = (name: string, path: string): void => {
  try {
    readableFile(path)
  } catch (error) {
    throw error instanceof ValueError ? new ValueError(`has a parameter ${name}: ${error.message}`) : error
  }
}

/**
 * Checks a PostgreSQL URL with a single host. Accepts the forms of libpq, such as
 * `postgres://user@/name?host=/run/postgresql`.
 */
export const postgresAddress: Parse<string> = text => {
  const [, authority = ''] = /^[a-z]+:\/\/(?:[^/?#]*@)?([^/?#]*)/i.exec(text) ?? []
  const parameters = new URLSearchParams(text.split('?')[1])
  if ([authority, parameters.get('host'), parameters.get('port')].some(part => part?.includes(',')))
    throw new ValueError('names several hosts: use the primary, or an address that always leads to it')
  postgresScheme(text.replace('@/', '@host/'))
  for (const name of certificateParameters) {
    const path = parameters.get(name)
    if (path) requireCertificate(name, path)
  }
  return text
}

/** Checks that a string is an absolute URL with one of the schemes and a host; returns the string. */
export function hostAddress(...schemes: readonly string[]): Parse<string> {
  const parse = address(...schemes)
  return text => {
    if (new URL(parse(text)).hostname === '') throw new ValueError('must name a host')
    return text
  }
}

/** Parses an http or https origin (RFC 6454): scheme, host and port. Drops a single trailing slash. */
export const origin: Parse<string> = text => {
  const url = new URL(address('http', 'https')(text))
  if (url.username || url.password) throw new ValueError('must not contain a user name or password')
  if (url.pathname !== '/' || /[?#]/.test(text)) throw new ValueError('must end after host and port, without a path')
  return url.origin
}

/** The sender of mail. */
export interface Mailbox {
  readonly name: string
  readonly address: string
}

/** Parses `address` or `Name <address>`; the name is empty if it is left out. */
export const mailbox: Parse<Mailbox> = text => {
  const [, name = '', address] = /^(?:"?([^"<>\p{Cc}]*?)"?\s*<([^<>]*)>)$/u.exec(text) ?? [undefined, '', text]
  if (address !== undefined && address.length <= 254 && /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[A-Za-z0-9.-]+$/.test(address))
    return { name, address }
  throw new ValueError('must be an address, or a name followed by <address>')
}

const fileFaults: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'does not exist: a part of its path is a file',
  EACCES: 'is not accessible to this user',
  EPERM: 'is not accessible to this user',
  ELOOP: 'is a loop of symbolic links',
  EISDIR: 'is a directory',
}

/** Describes a file-system error as a problem with the file. */
export function fileFault(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown fault'
  return fileFaults[code] ?? `is not usable (${code})`
}

/** Checks that a path leads to a regular, readable file; returns the absolute path. */
export const readableFile: Parse<string> = text => {
  const path = resolve(text)
  try {
    accessSync(path, constants.R_OK)
    if (statSync(path).isFile()) return path
  } catch (error) {
    throw new ValueError(`the file ${fileFault(error)}`)
  }
  throw new ValueError('is not a regular file')
}

/** Checks that a path leads to a regular file or that no file exists there yet; returns the absolute path. */
export const laterFile: Parse<string> = text => {
  const path = resolve(text)
  try {
    if (statSync(path, { throwIfNoEntry: false })?.isFile() !== false) return path
  } catch {
    // Reading the file later reports the problem.
    return path
  }
  throw new ValueError('is not a regular file')
}

/** The longest part of the path that exists. */
const existingPart = (path: string): string =>
  statSync(path, { throwIfNoEntry: false }) || path === dirname(path) ? path : existingPart(dirname(path))

/** Checks that a path leads to a directory, or that one could be created there; returns the absolute path. */
export const directory: Parse<string> = text => {
  const path = resolve(text)
  try {
    if (statSync(existingPart(path)).isDirectory()) return path
  } catch (error) {
    throw new ValueError(`the directory ${fileFault(error)}`)
  }
  throw new ValueError('is a file, or below one, instead of a directory')
}

/** Parses a bearer token (RFC 6750 section 2.1, b64token) that is too long to guess. */
export const bearerToken: Parse<string> = text => {
  if (/^[A-Za-z0-9\-._~+/]{16,512}=*$/.test(text)) return text
  throw new ValueError('must be 16 to 512 characters: letters, digits and -._~+/')
}

/** Parses a public key in PEM (with line feeds or `\n`), base64 of DER (SPKI), or JWK. */
export const publicKey: Parse<KeyObject> = text => {
  if (text.includes('PRIVATE KEY') || /"d"\s*:/.test(text)) throw new ValueError('is a private key; use the public key')
  try {
    if (text.startsWith('{')) return createPublicKey({ key: JSON.parse(text), format: 'jwk' })
    if (text.startsWith('-----BEGIN')) return createPublicKey(text.replaceAll('\\n', '\n'))
    return createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })
  } catch {
    throw new ValueError('is not a public key in PEM, base64 of DER (SPKI) or JWK')
  }
}
