import { filenameCandidates } from './multipart-filename.ts'

/** A request body that is not exactly one well-formed file part (RFC 7578); `status` is the status to respond with. */
export class MultipartError extends Error {
  override readonly name = 'MultipartError'
  readonly status: 400 | 413 | 415 | 422

  constructor(message: string, options?: ErrorOptions & { status?: 413 | 415 | 422 }) {
    super(message, options)
    this.status = options?.status ?? 400
  }
}

export interface FilePartHeader {
  /**
   * The possible names, each acceptable to `checkFilename`: the value of `filename*` (RFC 8187: .NET, Go, Rust), or the
   * quoted string without backslash escapes (RFC 9110, older curl), also with %22, %0D and %0A decoded (WHATWG HTML:
   * browsers, undici) and with every percent escape decoded (aiohttp).
   */
  readonly filenameCandidates: readonly string[]
  /** The part's Content-Type as sent. */
  readonly contentType: string
  /** The part's own Content-Length, which a few clients add. */
  readonly contentLength: number | undefined
}

const TOKEN = "[!#$%&'*+\\-.^_`|~0-9A-Za-z]+"
const QUOTED = '"((?:[^"\\\\]|\\\\.)*)"'
const HEADER_LINE = new RegExp(`^(${TOKEN}): *(\\S.*)$`, 's')
const MEDIA_TYPE = new RegExp(`^${TOKEN}/${TOKEN}(?:[ \\t]*;[ \\t]*${TOKEN}=(?:${QUOTED}|${TOKEN}))*$`, 's')
const PARAMETER = new RegExp(`[ \\t]*;[ \\t]*(${TOKEN})=(?:${QUOTED}|([^\\s",;\\\\]+))`, 'sy')
/** RFC 2046 section 5.1.1. */
const BOUNDARY = /^[0-9A-Za-z'()+_,\-./:=? ]{0,69}[0-9A-Za-z'()+_,\-./:=?]$/
// biome-ignore lint/suspicious/noControlCharactersInRegex: it searches for control characters
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f-\u009f]/

/** The parameters by lower-case name; quoted values keep their backslashes. */
type Parameters = ReadonlyMap<string, string>

const quoteHint = ': a quote in a quoted value is sent as %22 or with a backslash'

function parseParameters(text: string, start: number, subject: string, hint = ''): Parameters {
  const parameters = new Map<string, string>()
  let index = start
  while (index < text.length) {
    PARAMETER.lastIndex = index
    const match = PARAMETER.exec(text)
    if (!match) throw new MultipartError(`${subject} is malformed${hint}`)
    const name = (match[1] ?? '').toLowerCase()
    if (parameters.has(name)) throw new MultipartError(`${subject} has a parameter twice`)
    parameters.set(name, match[2] ?? match[3] ?? '')
    index = PARAMETER.lastIndex
  }
  return parameters
}

/** Reads the boundary from the request's Content-Type. @throws MultipartError 415 for another media type, else 400 */
export function multipartBoundary(contentType: string): string {
  const mediaType = /^multipart\/form-data(?![^\s;])/i.exec(contentType)?.[0]
  if (!mediaType) throw new MultipartError('the body must be multipart/form-data', { status: 415 })
  const parameters = parseParameters(contentType, mediaType.length, 'the Content-Type header')
  const boundary = parameters.get('boundary')
  if (boundary === undefined) throw new MultipartError('the Content-Type header names no boundary')
  if (!BOUNDARY.test(boundary)) throw new MultipartError('the boundary must be 1 to 70 characters of RFC 2046')
  for (const [name, value] of parameters) {
    if (name !== 'boundary' && !(name === 'charset' && /^utf-?8$/i.test(value))) {
      throw new MultipartError('the Content-Type header has a parameter that is not allowed')
    }
  }
  return boundary
}

/** The encodings that send the bytes unchanged (RFC 2045 section 6). */
const IDENTITY_ENCODINGS: ReadonlySet<string> = new Set(['binary', '8bit', '7bit'])

function parseHeaderLines(block: Buffer): ReadonlyMap<string, string> {
  const headers = new Map<string, string>()
  for (const line of decodeUtf8(block).split('\r\n')) {
    const match = HEADER_LINE.exec(line)
    if (!match || CONTROL_CHARACTER.test(line)) throw new MultipartError('the part has a malformed header')
    const name = (match[1] ?? '').toLowerCase()
    if (headers.has(name)) throw new MultipartError('the part has a header twice')
    headers.set(name, match[2] ?? '')
  }
  return headers
}

function decodeUtf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (cause) {
    throw new MultipartError('the headers of the part are not valid UTF-8', { cause })
  }
}

const DISPOSITION_PARAMETERS: ReadonlySet<string> = new Set(['name', 'filename', 'filename*'])

function parseDisposition(value: string): readonly string[] {
  const type = /^form-data(?![^ ;])/i.exec(value)?.[0]
  if (!type) throw new MultipartError('the part must have Content-Disposition: form-data')
  const parameters = parseParameters(value, type.length, 'Content-Disposition', quoteHint)
  if (parameters.get('name') !== 'file') throw new MultipartError('the part must be named file')
  for (const name of parameters.keys())
    if (!DISPOSITION_PARAMETERS.has(name))
      throw new MultipartError('Content-Disposition has a parameter that is not allowed')
  const names = filenameCandidates(parameters.get('filename'), parameters.get('filename*'))
  if (typeof names === 'string') throw new MultipartError(names)
  return names
}

/** Parses the header lines of the part; `block` excludes the empty line that ends them. @throws MultipartError */
export function parseFilePartHeader(block: Buffer): FilePartHeader {
  const headers = parseHeaderLines(block)
  const disposition = headers.get('content-disposition')
  if (disposition === undefined) throw new MultipartError('the part has no Content-Disposition')
  const contentType = headers.get('content-type')
  if (contentType === undefined)
    throw new MultipartError('the part has no Content-Type: send the media type of the upload intent')
  if (!MEDIA_TYPE.test(contentType)) throw new MultipartError('the Content-Type of the part is malformed')
  const encoding = headers.get('content-transfer-encoding')
  if (encoding !== undefined && !IDENTITY_ENCODINGS.has(encoding.trim().toLowerCase())) {
    throw new MultipartError('the Content-Transfer-Encoding must be binary: send the bytes as they are')
  }
  const contentLength = headers.get('content-length')
  if (contentLength !== undefined && !/^\d{1,15}$/.test(contentLength)) {
    throw new MultipartError('the Content-Length of the part is malformed')
  }
  return {
    filenameCandidates: parseDisposition(disposition),
    contentType,
    contentLength: contentLength === undefined ? undefined : Number(contentLength),
  }
}
