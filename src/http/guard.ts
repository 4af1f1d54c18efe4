import type { IncomingMessage } from 'node:http'
import { type Sentence, sentence } from '#lib/sentence.ts'
import { announcesBody } from './body.ts'
import { invalid, Refusal } from './errors.ts'
import { isRequired, sentTwice } from './sentences.ts'

// Headers that must not be repeated, because recipients would interpret the request differently (RFC 9110, 9112).
const singleHeaders: ReadonlySet<string> = new Set([
  'host',
  'authorization',
  'content-type',
  'content-length',
  'idempotency-key',
  'cookie',
])

const findRepeated = (rawHeaders: readonly string[]): string | undefined => {
  const names = new Set<string>()
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]?.toLowerCase() ?? ''
    if (names.has(name)) return name
    if (singleHeaders.has(name)) names.add(name)
  }
  return undefined
}

type CheckedHeader = 'host' | 'expect' | 'transfer-encoding'
type Rule = readonly [
  name: CheckedHeader,
  isWrong: (value: string | undefined, version: string) => boolean,
  problem: Sentence,
]

// RFC 9112 sections 3.2 and 6.1, RFC 9110 section 10.1.1.
const rules: readonly Rule[] = [
  ['host', (value, version) => value === undefined && version !== '1.0', isRequired],
  [
    'host',
    (value = '') => !/^[\w.~!$&'()*+,;=%:[\]-]*$/.test(value),
    sentence`field.host: must be the name or address of a host`,
  ],
  [
    'expect',
    (value = '100-continue') => value.toLowerCase() !== '100-continue',
    sentence`field.expect: must be 100-continue or absent`,
  ],
  [
    'transfer-encoding',
    (value = 'chunked') => value.toLowerCase() !== 'chunked',
    sentence`field.transfer_encoding: must be chunked or absent`,
  ],
  [
    'transfer-encoding',
    (value, version) => value !== undefined && version === '1.0',
    sentence`field.needs_http_1_1: needs HTTP/1.1`,
  ],
]

// If a proxy ignores the body of such a request, the next server may parse it as a request (RFC 9110 section 9.3.1).
const bodilessMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Rejects requests that Node accepts although HTTP forbids them or proxies disagree about them. Throws a 400. */
export const guardHttp = (request: IncomingMessage): void => {
  const { headers, rawHeaders, httpVersion, method } = request
  const repeated = findRepeated(rawHeaders)
  if (repeated) throw invalid([repeated], sentTwice)
  for (const [name, isWrong, problem] of rules) {
    if (isWrong(headers[name], httpVersion)) throw invalid([name], problem)
  }
  if (headers['content-encoding'] !== undefined && headers['content-encoding'] !== 'identity')
    throw new Refusal(
      'unsupported_media_type',
      sentence`request.compressed: Compressed bodies are not accepted; send the body without Content-Encoding.`,
    )
  if (announcesBody(request) && bodilessMethods.has(method ?? ''))
    throw new Refusal('invalid_request', sentence`request.takes_no_body: ${{ method: method ?? '' }} takes no body.`)
  if (method === 'TRACE' || method === 'CONNECT')
    throw new Refusal('invalid_request', sentence`request.method_not_accepted: ${{ method }} is not accepted.`)
}
