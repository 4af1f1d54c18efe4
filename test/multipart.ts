import assert from 'node:assert/strict'
import { MultipartError, readSingleFilePart } from '#http/multipart.ts'

/** Request bodies with one file part, for the tests of the multipart reader. */
export const formData = 'multipart/form-data; boundary=xYz'
export const disposition = 'Content-Disposition: form-data; name="file"; filename="a.txt"'
export const type = 'Content-Type: text/plain'
export const headers = `${disposition}\r\n${type}`

export const body = (head = headers, content = 'hello', end = '\r\n--xYz--\r\n') =>
  `--xYz\r\n${head}\r\n\r\n${content}${end}`

export async function* chunksOf(...parts: readonly (string | Buffer)[]): AsyncGenerator<Buffer> {
  for (const part of parts) yield Buffer.from(part)
}

export const collect = async (bytes: AsyncIterable<Buffer>): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of bytes) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

export const read = async (raw: AsyncIterable<Buffer>, contentType = formData, maxBytes = 1000) => {
  const part = await readSingleFilePart(raw, contentType, { maxBytes })
  return { ...part, content: await collect(part.bytes) }
}

export const refusal = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.then(
    () => assert.fail('accepted'),
    error => error,
  )
  assert.ok(error instanceof MultipartError, String(error))
  return `${error.status} ${error.message}`
}

export const splits = (text: string | Buffer): Buffer[][] => {
  const bytes = Buffer.from(text)
  return [[bytes], [...bytes].map(byte => Buffer.from([byte]))]
}
