import { Type } from 'typebox'
import { readEndpoint } from '#http/endpoint.ts'
import { Nullable, Timestamp } from '#http/schema.ts'
import { day, iso } from '#lib/clock.ts'
import { scrubCoverage } from './queries.ts'
import { everyDays } from './scrub-stored-files.ts'

/** The progress and results of the scrub. */
const StorageScrub = Type.Object(
  {
    copies: Type.Integer({ description: 'Copies of files that may be opened.' }),
    bytes: Type.Integer({ description: 'The stored size of these copies.' }),
    checked: Type.Integer({ description: 'Copies found intact within the last everyDays days.' }),
    everyDays: Type.Integer({ description: 'The interval in which each copy is read again, in days.' }),
    bytesPerSecond: Type.Integer({ description: 'The read rate of the install, for all workspaces together.' }),
    oldestCheckAt: Nullable(Timestamp),
    suspects: Type.Integer({ description: 'Copies found wrong once; they are checked again after 10 minutes.' }),
    damaged: Type.Integer({ description: 'Copies found wrong twice, kept as evidence and never opened.' }),
    lost: Type.Integer({ description: 'Damaged copies of files that have no good copy left.' }),
    orphans: Type.Integer({
      description: 'Objects without a record; they are removed after a second listing.',
    }),
  },
  { title: 'StorageScrub' },
)

export const getStorageScrub = readEndpoint({
  name: 'getStorageScrub',
  summary: 'Get how many stored files were read again and found intact, and how many are damaged',
  tag: 'Storage',
  workspace: { path: '/storage/scrub', roles: ['admin', 'auditor'] },
  response: StorageScrub,
  errors: [],
  async run(call) {
    const [row] = await call.read(scrubCoverage, { since: iso(call.now - everyDays * day) })
    if (!row) throw new Error('an aggregate always has a row')
    const { fresh: checked, oldest, ...counts } = row
    return {
      ...counts,
      checked,
      everyDays,
      bytesPerSecond: call.settings.scrubBytesPerSecond,
      oldestCheckAt: oldest && iso(oldest.getTime()),
    }
  },
})
