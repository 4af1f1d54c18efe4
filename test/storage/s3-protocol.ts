import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

export const hex = (data: Buffer | string): string => createHash('sha256').update(data).digest('hex')
const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** A response, or the status and the provider's code of a failure. */
export interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Buffer | string
}

export class S3Error extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string) {
    super(code)
    this.status = status
    this.code = code
  }
}

export const xml = (name: string, content: string): Answer => ({
  status: 200,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?><${name}>${content}</${name}>`,
})

const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

export const keyEncoderFor = (query: URLSearchParams) =>
  query.get('encoding-type') === 'url' ? encode : (key: string) => key

/** Checks an AWS Signature Version 4 over the headers and the digest of the body. */
export const requireSignature = (
  request: IncomingMessage,
  url: URL,
  body: Buffer,
  secretsById: ReadonlyMap<string, string>,
) => {
  const { authorization = '', host = '' } = request.headers
  const match = /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)$/.exec(
    authorization,
  )
  if (!match) throw new S3Error(403, 'AccessDenied')
  const [, id = '', scope = '', signedHeaders = '', signature] = match
  const secret = secretsById.get(id)
  if (secret === undefined) throw new S3Error(403, 'InvalidAccessKeyId')
  const digest = String(request.headers['x-amz-content-sha256'])
  const headers = signedHeaders
    .split(';')
    .map(name => `${name}:${String(name === 'host' ? host : request.headers[name]).trim()}\n`)
  const query = [...url.searchParams].map(pair => pair.map(encode).join('=')).sort()
  const canonical = [request.method, url.pathname, query.join('&'), headers.join(''), signedHeaders, digest].join('\n')
  const [date = '', region = '', service = '', end = ''] = scope.split('/')
  const key = [date, region, service, end].reduce<Buffer | string>(
    (previous, part) => hmac(previous, part),
    `AWS4${secret}`,
  )
  const text = ['AWS4-HMAC-SHA256', String(request.headers['x-amz-date']), scope, hex(canonical)].join('\n')
  if (hmac(key, text).toString('hex') !== signature) throw new S3Error(403, 'SignatureDoesNotMatch')
  if (digest !== hex(body)) throw new S3Error(400, 'XAmzContentSHA256Mismatch')
}

export const rangeResponse = (bytes: Buffer, range: string | undefined): Answer => {
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? []
  if (from === undefined) return { status: 200, body: bytes }
  if (Number(from) >= bytes.length) throw new S3Error(416, 'InvalidRange')
  const end = Math.min(Number(to), bytes.length - 1)
  const headers = { 'content-range': `bytes ${from}-${end}/${bytes.length}` }
  return { status: 206, headers, body: bytes.subarray(Number(from), end + 1) }
}
