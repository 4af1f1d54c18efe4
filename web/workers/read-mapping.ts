import type { ReadMapping } from '#client/import/mapping.ts'
import { askWorker } from './ask-worker.ts'
import { UnreadableImport } from './read-clauses.ts'
import type { AskedMapping, MappingReading } from './read-mapping-worker.ts'

/** A file takes a second or two; one that takes longer is made to. */
const longest = 60_000

/** The mappings that a file holds, read in a worker. Throws {@link UnreadableImport}. */
export const readMappingOf = (message: AskedMapping): Promise<ReadMapping> =>
  askWorker(() => new Worker(new URL('./read-mapping-worker.ts', import.meta.url), { type: 'module' }), {
    message,
    signal: AbortSignal.timeout(longest),
    broken: () => new UnreadableImport(),
    read(data: MappingReading) {
      if (data.kind === 'failed') return { failure: new UnreadableImport() }
      return data.kind === 'unreadable' ? { failure: new UnreadableImport(data) } : { result: data.read }
    },
  })
