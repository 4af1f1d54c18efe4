import { Type } from 'typebox'
import { reading } from '#api/endpoint.ts'
import { Nullable, Timestamp } from '#api/schema.ts'
import { day, iso } from '#lib/clock.ts'
import { scrubCoverage } from './queries.ts'
import { everyDays } from './scrub-stored-files.ts'

/** How far the second looks at stored files have come. */
const StorageScrub = Type.Object(
  {
    copies: Type.Integer({ description: 'Copies of files that may be opened.' }),
    bytes: Type.Integer({ description: 'Their size, as stored.' }),
    checked: Type.Integer({ description: 'Of these, how many were found right within everyDays.' }),
    everyDays: Type.Integer({ description: 'How often each copy is to be read again, in days.' }),
    bytesPerSecond: Type.Integer({ description: 'How fast the install reads, for all workspaces together.' }),
    oldestCheckAt: Nullable(Timestamp),
    suspects: Type.Integer({ description: 'Copies found wrong once: they are looked at again after 10 minutes.' }),
    damaged: Type.Integer({ description: 'Copies found wrong twice, kept as evidence and never opened.' }),
    lost: Type.Integer({ description: 'Of these, copies of files of which nothing else is left.' }),
    orphans: Type.Integer({
      description: 'Objects that belong to no record; they are removed after a second listing.',
    }),
  },
  { title: 'StorageScrub' },
)

export const getStorageScrub = reading({
  name: 'getStorageScrub',
  summary: 'Get how many stored files were read again and found right, and what was found damaged',
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
