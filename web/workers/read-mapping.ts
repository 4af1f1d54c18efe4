import type { ReadMapping } from '#client/import/mapping.ts'
import { askWorker } from './ask-worker.ts'
import { UnreadableImport } from './read-clauses.ts'
import type { MappingFileRequest, MappingMessage } from './read-mapping-worker.ts'

/**
 * The time limit in milliseconds. A file normally takes a second or two; one that takes this long was made to exhaust
 * the reader.
 */
const timeoutMs = 60_000

/** Reads the mappings in a file, in a worker. Throws {@link UnreadableImport}. */
export const readMappingOf = (message: MappingFileRequest): Promise<ReadMapping> =>
  askWorker(() => new Worker(new URL('./read-mapping-worker.ts', import.meta.url), { type: 'module' }), {
    message,
    signal: AbortSignal.timeout(timeoutMs),
    crashError: () => new UnreadableImport(),
    interpret(data: MappingMessage) {
      if (data.kind === 'failed') return { failure: new UnreadableImport() }
      return data.kind === 'unreadable' ? { failure: new UnreadableImport(data) } : { result: data.content }
    },
  })
