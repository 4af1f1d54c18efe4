import { ByteSource } from './byte-source.ts'
import { type FilePartHeader, MultipartError, multipartBoundary, parseFilePartHeader } from './multipart-header.ts'

export { MultipartError } from './multipart-header.ts'

export interface FilePart extends FilePartHeader {
  /**
   * The content of the file. Iteration completes only if the body ends after exactly one whole part. Otherwise it
   * throws MultipartError: 413 above `maxBytes`, or 422 at the end if the file has more than `announcedBytes`. Excess
   * bytes are not yielded.
   */
  readonly bytes: AsyncIterable<Buffer>
}

interface Limits {
  readonly maxBytes: number
  readonly announcedBytes?: number
}

const MAX_HEADER_BYTES = 8 * 1024
const CR = 13
const CRLF = Buffer.from('\r\n')
const HEADER_END = Buffer.from('\r\n\r\n')
const CLOSING = Buffer.from('--')

/**
 * Reads a multipart/form-data body (RFC 7578) with exactly one part, a file named `file`, as a stream. Resolves when
 * the headers of the part are read; buffers at most 8 KiB of headers and one chunk. It never destroys the request:
 * after an error the rest stays unread, so that the caller can respond.
 *
 * We use our own reader because @fastify/busboy's Dicer silently ends a header block at a malformed or over-long line,
 * accepts `--boundaryX` as a delimiter and ignores bytes after the closing one.
 *
 * @throws MultipartError
 */
export async function readSingleFilePart(
  raw: AsyncIterable<Buffer>,
  contentType: string,
  limits: Limits,
): Promise<FilePart> {
  const delimiter = Buffer.from(`\r\n--${multipartBoundary(contentType)}`)
  const source = new ByteSource(raw)
  try {
    await readOpeningDelimiter(source, delimiter)
    const header = parseFilePartHeader(await readHeaderBlock(source))
    return { ...header, bytes: readContent(source, delimiter, header.contentLength, limits) }
  } catch (error) {
    await source.release()
    throw error
  }
}

/** Reads `--boundary` CRLF at the start of the body; one CRLF may come first. */
async function readOpeningDelimiter(source: ByteSource, delimiter: Buffer): Promise<void> {
  let bytes = await source.atLeast(delimiter.length + CRLF.length)
  if (startsWith(bytes, CRLF)) bytes = bytes.subarray(CRLF.length)
  const dashes = delimiter.subarray(CRLF.length)
  const opening = Buffer.concat([dashes, CRLF])
  if (!startsWith(bytes, opening)) {
    const message = startsWith(bytes, Buffer.concat([dashes, CLOSING]))
      ? 'the body has no part'
      : 'the body does not start with its boundary'
    throw new MultipartError(message)
  }
  source.unread(bytes.subarray(opening.length))
}

async function readHeaderBlock(source: ByteSource): Promise<Buffer> {
  const block = await source.until(HEADER_END, MAX_HEADER_BYTES)
  if (!block) throw new MultipartError(`the headers of the part exceed ${MAX_HEADER_BYTES} bytes or do not end`)
  return block
}

async function* readContent(
  source: ByteSource,
  delimiter: Buffer,
  declaredBytes: number | undefined,
  { maxBytes, announcedBytes = maxBytes }: Limits,
): AsyncGenerator<Buffer, void, void> {
  try {
    let total = 0
    for await (const chunk of untilDelimiter(source, delimiter)) {
      total += chunk.length
      if (total > maxBytes) throw new MultipartError(`the file is larger than ${maxBytes} bytes`, { status: 413 })
      if (total <= announcedBytes) yield chunk
    }
    await readClosing(source)
    if (total > announcedBytes) throw new MultipartError('the file is larger than announced', { status: 422 })
    if (declaredBytes !== undefined && declaredBytes !== total) {
      throw new MultipartError('the Content-Length of the part differs from its size')
    }
  } finally {
    await source.release()
  }
}

/** Yields content up to the delimiter; holds back the end of a chunk only if a delimiter may begin there. */
async function* untilDelimiter(source: ByteSource, delimiter: Buffer): AsyncGenerator<Buffer, void, void> {
  let tail: Buffer | undefined
  for (;;) {
    const chunk = await source.next()
    if (!chunk) throw new MultipartError('the body ends before its closing boundary')
    const bytes = tail ? Buffer.concat([tail, chunk]) : chunk
    const index = bytes.indexOf(delimiter)
    const end = index === -1 ? possibleStart(bytes, delimiter) : index
    if (end > 0) yield bytes.subarray(0, end)
    if (index !== -1) return source.unread(bytes.subarray(index + delimiter.length))
    tail = end < bytes.length ? bytes.subarray(end) : undefined
  }
}

/** The index of a possibly incomplete delimiter at the end of `bytes`; without one, their length. */
function possibleStart(bytes: Buffer, delimiter: Buffer): number {
  const from = Math.max(0, bytes.length - delimiter.length + 1)
  const cr = bytes.subarray(from).lastIndexOf(CR)
  if (cr === -1) return bytes.length
  const tail = bytes.subarray(from + cr)
  return tail.equals(delimiter.subarray(0, tail.length)) ? from + cr : bytes.length
}

/** Reads `--`, at most one CRLF, and the end of the body. */
async function readClosing(source: ByteSource): Promise<void> {
  const rest = await source.atLeast(CLOSING.length + CRLF.length + 1)
  if (startsWith(rest, CRLF)) throw new MultipartError('the body has more than one part')
  if (rest.length < CLOSING.length) throw new MultipartError('the body ends before its closing boundary')
  if (!startsWith(rest, CLOSING)) throw new MultipartError('the boundary occurs inside the file')
  const epilogue = rest.subarray(CLOSING.length)
  if (epilogue.length > 0 && !epilogue.equals(CRLF)) throw new MultipartError('bytes follow the closing boundary')
}

function startsWith(bytes: Buffer, prefix: Buffer): boolean {
  return bytes.subarray(0, prefix.length).equals(prefix)
}
