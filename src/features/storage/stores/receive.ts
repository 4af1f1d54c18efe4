import { createHash } from 'node:crypto'
import { BLOB_HEAD_BYTES, BlobTooLarge, type ReceivedBlob, type ReceiveOptions } from '#lib/blob-store.ts'

/**
 * Passes each chunk of `source` to `store`, hashing and counting the bytes.
 * @throws BlobTooLarge as soon as more than `maxBytes` arrive; the reason of `signal`; the error of either side.
 */
export const receive = async (
  source: AsyncIterable<Buffer>,
  { maxBytes, signal }: ReceiveOptions,
  store: (chunk: Buffer) => Promise<void>,
): Promise<ReceivedBlob> => {
  const hash = createHash('sha256')
  const head = Buffer.alloc(BLOB_HEAD_BYTES)
  let byteSize = 0
  for await (const chunk of signal ? abortable(source, signal) : source) {
    if (byteSize + chunk.length > maxBytes) throw new BlobTooLarge(maxBytes)
    if (byteSize < head.length) chunk.copy(head, byteSize)
    hash.update(chunk)
    byteSize += chunk.length
    await store(chunk)
  }
  return { byteSize, sha256: hash.digest('hex'), head: head.subarray(0, Math.min(byteSize, head.length)) }
}

/** Yields the chunks of a source until the signal aborts, even if the source stalls. */
async function* abortable(source: AsyncIterable<Buffer>, signal: AbortSignal): AsyncGenerator<Buffer, void, void> {
  const chunks = source[Symbol.asyncIterator]()
  let rejectPending: (reason: unknown) => void = () => {}
  const onAbort = () => rejectPending(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  let hasEnded = false
  try {
    for (;;) {
      signal.throwIfAborted()
      const result = await new Promise<IteratorResult<Buffer>>((resolve, reject) => {
        rejectPending = reject
        chunks.next().then(resolve, reject)
      })
      hasEnded = result.done === true
      if (result.done) return
      yield result.value
    }
  } finally {
    signal.removeEventListener('abort', onAbort)
    // Not awaited: the return() of a hanging source would hang too.
    if (!hasEnded) chunks.return?.()?.catch(() => {})
  }
}
