/** How the body after a head is delimited: by its length, by chunks, or by the end of the connection. */
export type Framing = number | 'chunked' | 'until-close'

/** The head of a response (RFC 9112). */
export interface ResponseHead {
  readonly status: number
  /** Names are in lower case; repeated headers are joined with commas. */
  readonly headers: Readonly<Record<string, string>>
  readonly framing: Framing
  /** How long the connection may stay idle and still be reused, in milliseconds; 0 if it must not be reused. */
  readonly keepAliveMs: number
}

const keepAliveMs = 4000
/** How long before the timeout in a receiver's `Keep-Alive` header its connection counts as closed. */
const safetyMarginMs = 2000

const statusLine = /^HTTP\/(0\.9|1\.0|1\.1|2\.0) ([1-9]\d\d)(?: |\r\n|$)/
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
const loneBreak = /\r(?!\n)|(?<!\r)\n/
const controlCharacter = /[^\t\r\n\x20-\x7e\x80-\xff]/
const decimal = /^\d{1,15}$/
const timeoutParameter = /(?:^|[ ,;])timeout=(\d{1,9})/i

/** Whether this text may be the beginning of a response. */
export const isBeginning = (text: string): boolean => {
  const prefix = text.slice(0, 'HTTP/'.length)
  return 'HTTP/'.startsWith(prefix) && !loneBreak.test(text.endsWith('\r') ? text.slice(0, -1) : text)
}

const noHeaders = Object.freeze({})

// Folded lines are invalid: they have no name (RFC 9112 section 5.2).
const readHeaders = (text: string): Record<string, string> | undefined => {
  if (controlCharacter.test(text)) return undefined
  const headers = new Map<string, string>()
  for (const line of text.split('\r\n')) {
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(0, colon)).toLowerCase()
    if (!token.test(name)) return undefined
    const value = line.slice(colon + 1).trim()
    const previous = headers.get(name)
    headers.set(name, previous === undefined ? value : `${previous}, ${value}`)
  }
  return Object.fromEntries(headers)
}

const splitList = (value = ''): string[] => value.toLowerCase().split(/[ \t]*,[ \t]*/)

/** Returns undefined for contradictory headers: two lengths, or a length and chunks. */
const framingOf = (status: number, headers: Readonly<Record<string, string>>): Framing | undefined => {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers
  if (length !== undefined && (encoding !== undefined || !decimal.test(length))) return undefined
  if (status < 200 || status === 204 || status === 304) return 0
  if (encoding !== undefined) return splitList(encoding).at(-1) === 'chunked' ? 'chunked' : 'until-close'
  return length === undefined ? 'until-close' : Number(length)
}

const keepAliveOf = (version: string, framing: Framing, headers: Readonly<Record<string, string>>): number => {
  const { connection, 'keep-alive': keepAlive } = headers
  if (framing === 'until-close') return 0
  if (connection === undefined && keepAlive === undefined) return version === '1.1' ? keepAliveMs : 0
  const options = splitList(connection)
  if (options.includes('close') || (version !== '1.1' && !options.includes('keep-alive'))) return 0
  const [, seconds] = timeoutParameter.exec(keepAlive ?? '') ?? []
  return seconds === undefined
    ? keepAliveMs
    : Math.max(0, Math.min(keepAliveMs, Number(seconds) * 1000 - safetyMarginMs))
}

/** Reads a head without the empty line that ends it. Returns undefined if it is not valid HTTP/1. */
export const readHead = (text: string): ResponseHead | undefined => {
  const [, version = '', code] = statusLine.exec(text) ?? []
  if (code === undefined || loneBreak.test(text)) return undefined
  const status = Number(code)
  const end = text.indexOf('\r\n')
  const headers = end < 0 ? noHeaders : readHeaders(text.slice(end + 2))
  const framing = headers && framingOf(status, headers)
  if (!headers || framing === undefined) return undefined
  return { status, headers, framing, keepAliveMs: keepAliveOf(version, framing, headers) }
}
