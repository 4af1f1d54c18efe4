import { type EntryRow, entriesAfter } from './entry-queries.ts'
import { firstDataPosition } from './gather.ts'
import type { LeasedExport } from './lease.ts'
import type { StoredFile } from './store-files.ts'

const pageSize = 1000

type PayloadFile = Pick<EntryRow, 'path' | 'sha256' | 'byte_size'>

/** Lists the files under `data/` in order. Each call starts with the first file. */
export type Payload = () => AsyncIterable<readonly PayloadFile[]>

/** Lists the recorded entries with the key list inserted at its position, because it is not yet recorded. */
export const createPayload = (
  { services, call, id: exportId }: LeasedExport,
  keys: StoredFile,
  keysAt: number,
): Payload =>
  async function* () {
    const { path, sha256, byteSize } = keys
    for (let position = firstDataPosition - 1; ; ) {
      const page = await services.db.read(call.organizationId, entriesAfter, { exportId, position, limit: pageSize })
      const last = page.at(-1)
      if (!last) return
      const after = page.findIndex(entry => entry.position === keysAt + 1)
      yield after < 0 ? page : [...page.slice(0, after), { path, sha256, byte_size: byteSize }, ...page.slice(after)]
      position = last.position
    }
  }
