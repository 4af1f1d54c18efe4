import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sha256Base64url } from '#lib/hash.ts'
import { sentTag } from './entity-tag.ts'
import { sendBytes } from './send-bytes.ts'

/** Content codings (RFC 9110 section 8.4.1), the most compact first. */
type Coding = 'br' | 'gzip' | 'identity'

/**
 * A file that is identical for everyone. All responses share one copy of each coding: 500 unread responses took 2,023
 * MB when each had its own copy of the reference page's 4 MB script.
 */
export interface SharedFile {
  readonly codings: ReadonlyMap<Coding, Buffer>
  readonly etag: string
  readonly headers: Readonly<Record<string, string>>
}

/** Creates a shared file. `headers` contain at least Content-Type and Cache-Control. */
export const sharedFile = (
  bytes: Buffer,
  headers: Readonly<Record<string, string>>,
  compressed: Partial<Record<Exclude<Coding, 'identity'>, Buffer | undefined>> = {},
): SharedFile => {
  const { br, gzip } = compressed
  const codings = [...(br ? [['br', br] as const] : []), ...(gzip ? [['gzip', gzip] as const] : [])]
  // A weak tag (RFC 9110 section 8.8.1), because all codings are the same document.
  return { codings: new Map([...codings, ['identity', bytes]]), etag: `W/"${sha256Base64url(bytes)}"`, headers }
}

const compressions = { br: promisify(brotliCompress), gzip: promisify(gzip) }

/** Compresses a text once, on libuv's threads: the reference page's 4 MB script in 0.1 s. */
export const compressedFile = async (text: string, headers: SharedFile['headers']): Promise<SharedFile> => {
  const bytes = Buffer.from(text)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  const [br, gzip] = await Promise.all([compressions.br(bytes, { params }), compressions.gzip(bytes)])
  return sharedFile(bytes, headers, { br, gzip })
}

const qualityOf = (parameters: readonly string[]): number => {
  const quality = parameters.find(parameter => parameter.startsWith('q='))
  return quality === undefined ? 1 : Number(quality.slice(2))
}

// Follows RFC 9110 section 12.5.3. Codings that are not listed are not accepted, except `identity` as a last resort.
const chooseCoding = ({ codings }: SharedFile, acceptEncoding = ''): Coding => {
  const qualities = new Map(
    acceptEncoding
      .toLowerCase()
      .split(',')
      .map(part => part.split(';').map(text => text.trim()))
      .map(([name = '', ...parameters]) => [name, qualityOf(parameters)]),
  )
  const quality = (name: Coding) => qualities.get(name) ?? qualities.get('*') ?? (name === 'identity' ? 0.001 : 0)
  const [best] = [...codings.keys()].filter(name => quality(name) > 0).sort((a, b) => quality(b) - quality(a))
  return best ?? 'identity'
}

// Compares weakly, as RFC 9110 section 13.1.2 requires.
const matchesTag = (etag: string, ifNoneMatch = ''): boolean =>
  ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some(tag => sentTag(tag.trim()) === sentTag(etag))

/** Sends the coding that the client prefers, or a 304 if the client has the file. */
export const sendSharedFile = (request: FastifyRequest, reply: FastifyReply, file: SharedFile): FastifyReply => {
  const { codings, etag, headers } = file
  reply.headers({ ...headers, etag, ...(codings.size > 1 && { vary: 'Accept-Encoding' }) })
  if (matchesTag(etag, request.headers['if-none-match'])) return reply.code(304).removeHeader('content-type').send()
  const coding = chooseCoding(file, request.headers['accept-encoding'])
  if (coding !== 'identity') reply.header('content-encoding', coding)
  return sendBytes(reply, codings.get(coding) ?? Buffer.alloc(0))
}
