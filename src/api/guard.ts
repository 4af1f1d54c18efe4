import type { IncomingMessage } from 'node:http'
import { invalid, Refusal } from './errors.ts'

// Headers of which a second one makes the request mean different things to different readers (RFC 9110, 9112).
const single: ReadonlySet<string> = new Set([
  'host',
  'authorization',
  'content-type',
  'content-length',
  'idempotency-key',
  'cookie',
])

const repeated = (rawHeaders: readonly string[]): string | undefined => {
  const seen = new Set<string>()
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]?.toLowerCase() ?? ''
    if (seen.has(name)) return name
    if (single.has(name)) seen.add(name)
  }
  return undefined
}

/** What Node accepts although HTTP has it refused, or proxies disagree on it. Throws a 400. */
export const guardHttp = (request: IncomingMessage): void => {
  const twice = repeated(request.rawHeaders)
  if (twice) throw invalid([twice], 'may be sent once only')
  if (request.headers.host === undefined && request.httpVersion !== '1.0') throw invalid(['host'], 'is required')
  if (request.headers.expect !== undefined && request.headers.expect.toLowerCase() !== '100-continue')
    throw invalid(['expect'], 'must be 100-continue or absent')
  const encoding = request.headers['transfer-encoding']
  if (encoding !== undefined && encoding.toLowerCase() !== 'chunked')
    throw invalid(['transfer-encoding'], 'must be chunked or absent')
  if (request.headers['content-encoding'] !== undefined && request.headers['content-encoding'] !== 'identity')
    throw new Refusal('unsupported_media_type', 'Compressed bodies are not accepted.')
  if (request.method === 'TRACE' || request.method === 'CONNECT')
    throw new Refusal('invalid_request', `${request.method} is not accepted.`)
}
