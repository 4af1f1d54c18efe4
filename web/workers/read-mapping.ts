import type { ReadMapping } from '#client/import/mapping.ts'
import { askWorker } from './ask-worker.ts'
import { NotRead } from './read-clauses.ts'
import type { AskedMapping, MappingReading } from './read-mapping-worker.ts'

/** A file takes a second or two; one that takes longer is made to. */
const longest = 60_000

/** The mappings that a file holds, read in a worker. Throws {@link NotRead}. */
export const readMappingOf = (message: AskedMapping): Promise<ReadMapping> =>
  askWorker(() => new Worker(new URL('./read-mapping-worker.ts', import.meta.url), { type: 'module' }), {
    message,
    signal: AbortSignal.timeout(longest),
    broken: () => new NotRead(),
    read(data: MappingReading) {
      if (data.kind === 'failed') return { failure: new NotRead() }
      return data.kind === 'unreadable' ? { failure: new NotRead(data) } : { result: data.read }
    },
  })
