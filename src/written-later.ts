import { createRefusals } from '#api/refusals.ts'
import type { Database } from '#db/database.ts'
import type { Ids } from '#lib/ids.ts'
import type { Log } from '#lib/log.ts'
import { createScimLog } from './features/access/scim/log.ts'

/** Data recorded immediately and written a moment later; disposing writes the rest. */
export const writtenLater = (db: Database, log: Log, ids: Ids, stack: AsyncDisposableStack) => ({
  refusals: stack.use(createRefusals(db, log)),
  scimLog: stack.use(createScimLog({ db, ids, log })),
})
