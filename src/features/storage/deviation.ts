import { type Static, Type } from 'typebox'
import { Id, Nullable, Timestamp } from '#api/schema.ts'
import { iso } from '#lib/clock.ts'
import { type StoreCode, storeCodes } from '#lib/object-store.ts'
import type { DeviationRow } from './posture-queries.ts'
import { type Stops, stops } from './stops.ts'

/** The check of the way that a file takes: credential, bucket, list, write, read, delete. */
export const roundTrip = 'round-trip'

const means: Readonly<Record<Stops, string>> = {
  files:
    'Files can be neither uploaded to this binding nor opened from it; other copies of them are opened where there are any. Claims, reviews and lists go on.',
  uploads: 'Files cannot be uploaded; those that are there are opened. Claims, reviews and lists go on.',
  nothing: 'Files are still taken and opened, but the place no longer behaves as when it was activated.',
}

const isFull = 'Uploads are tried, and refused as long as there is no room; files that are there are opened.'

/** Why, by the code of the failed probe. */
const becauseOf: Readonly<Record<StoreCode, string>> = {
  unreachable: 'Nothing answers there. Look whether the store runs, and whether this install reaches it.',
  refused_address:
    'Its name now leads to an address that is not allowed. Correct the name, or have the operator allow the address in PROBATA_STORAGE_ALLOW.',
  tls: 'Its certificate cannot be trusted. Renew the certificate, or have the operator trust its issuer.',
  clock: 'Its clock and that of this install differ by more than 5 minutes. Set the clock that is wrong.',
  credential: 'The credentials are not accepted any more. Replace them in this binding.',
  forbidden:
    'The credentials lack a right. Restore the policy of the bucket: read, write, list and delete under the prefix.',
  no_bucket: 'The bucket is gone. Restore it; if it cannot be restored, activate another binding.',
  slow: 'It answers too slowly, or asks for fewer requests. Look at its load and its limits.',
  altered:
    'It returns other bytes than it was given. Have its operator look at its disks; activate another binding meanwhile.',
  missing:
    'What was written there is not found again. Look for a rule that deletes objects, and at the bucket and the prefix.',
  full: 'It takes no more bytes: it is full, or read-only. Make room; uploads work again by themselves.',
  unsupported: 'It answers otherwise than an S3 store does. Look whether a proxy or another service stands there now.',
}

const drifted: Readonly<Record<string, string>> = {
  __proto__: null as never,
  'not-public': 'Anybody on the network can read the bucket. Take public access away, then find out what was read.',
  'public-access-block': 'Public access is no longer blocked for the bucket. Block it again.',
  'encryption-at-rest': 'The bucket no longer encrypts what it keeps. Switch its encryption on again.',
  'payload-check':
    'The store no longer refuses bytes that were altered on the way. Have its operator look at what stands before it.',
  versioning: 'The bucket no longer keeps versions. Switch versioning on again.',
  lock: 'The bucket no longer keeps locked objects. Switch Object Lock on again.',
  region: 'The bucket answers from another region. Look whether it was moved, and whether that is allowed.',
}

const otherwise =
  'Look at the last probes of the binding, and at what was changed at the provider; validate it again afterwards.'

/** What to do: one of a closed list of sentences. */
const adviceOn = (check: string, code: string | null): string => {
  if (check !== roundTrip && drifted[check]) return drifted[check]
  const known = storeCodes.find(one => one === code)
  return known ? becauseOf[known] : otherwise
}

/** That a binding does not behave as when it was activated, and since when. */
export const StorageDeviation = Type.Object(
  {
    id: Id('sdv'),
    bindingId: Id('stb'),
    check: Type.String({ description: 'round-trip, the way that a file takes; or the probe that got worse.' }),
    status: Type.Enum(['open', 'closed']),
    severity: Type.Enum(['medium', 'high']),
    stops: Type.Enum([...stops], {
      description: 'What does not work while it is open; files are uploads and openings.',
    }),
    code: Nullable(Type.String({ description: 'Why the probe failed last.' })),
    failures: Type.Integer({ description: 'Failed looks since it began.' }),
    since: Timestamp,
    openedAt: Timestamp,
    lastFailedAt: Timestamp,
    closedAt: Nullable(Timestamp),
    means: Type.String({ description: 'What it means for the workspace.' }),
    advice: Type.String({ description: 'What to do.' }),
  },
  { title: 'StorageDeviation' },
)

export type StorageDeviation = Static<typeof StorageDeviation>

/** A deviation as it is shown. */
export const showDeviation = (row: DeviationRow): StorageDeviation => ({
  id: row.id,
  bindingId: row.binding_id,
  check: row.check_name,
  status: row.closed_at ? 'closed' : 'open',
  severity: row.stops === 'nothing' && !drifted[row.check_name] ? 'medium' : 'high',
  stops: row.stops,
  code: row.code,
  failures: row.failures,
  since: iso(row.since.getTime()),
  openedAt: iso(row.opened_at.getTime()),
  lastFailedAt: iso(row.last_failed_at.getTime()),
  closedAt: row.closed_at && iso(row.closed_at.getTime()),
  means: row.code === 'full' ? isFull : means[row.stops],
  advice: adviceOn(row.check_name, row.code),
})
