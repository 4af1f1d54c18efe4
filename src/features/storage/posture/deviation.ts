import { type Static, Type } from 'typebox'
import { Id, Nullable, Timestamp } from '#http/schema.ts'
import { iso } from '#lib/clock.ts'
import { type StoreCode, storeCodes } from '#lib/object-store.ts'
import type { DeviationRow } from './posture-queries.ts'
import { type Stops, stops } from './stop-findings.ts'

/** The check of a file's whole round trip: credential, bucket, list, write, read, delete. */
export const roundTrip = 'round-trip'

const effects: Readonly<Record<Stops, string>> = {
  files:
    'Files can be neither uploaded to this binding nor opened from it; copies elsewhere are opened if they exist. Claims, reviews and lists keep working.',
  uploads: 'Files cannot be uploaded; existing files can be opened. Claims, reviews and lists keep working.',
  nothing: 'Files can still be uploaded and opened, but the storage no longer behaves as it did when it was activated.',
}

const effectWhenFull = 'Uploads fail until space is available; existing files can be opened.'

/** The advice by the code of the failed probe. */
const adviceByCode: Readonly<Record<StoreCode, string>> = {
  unreachable: 'The store does not respond. Check that it is running and that this install can reach it.',
  refused_address:
    'Its name now resolves to an address that is not allowed. Correct the name, or ask the operator to allow the address in PROBATA_STORAGE_ALLOW.',
  tls: 'Its certificate cannot be trusted. Renew the certificate, or ask the operator to trust its issuer.',
  clock: 'Its clock and that of this install differ by more than 5 minutes. Correct the clock that is wrong.',
  credential: 'The store no longer accepts the credentials. Replace them in this binding.',
  forbidden:
    'The credentials lack a permission. Restore the bucket policy: read, write, list and delete under the prefix.',
  no_bucket: 'The bucket is gone. Restore it; if it cannot be restored, activate another binding.',
  slow: 'It responds too slowly, or limits the rate of requests. Check its load and its limits.',
  altered:
    'It returns different bytes from those it received. Ask its operator to check its disks; activate another binding meanwhile.',
  missing:
    'Objects written there are missing. Look for a rule that deletes objects, and check the bucket and the prefix.',
  full: 'It accepts no more data: it is full or read-only. Free some space; uploads then work again without further action.',
  unsupported:
    'It does not respond like an S3 store. Check whether a proxy or another service now runs at this address.',
}

const adviceByCheck: Readonly<Record<string, string>> = {
  __proto__: null as never,
  'not-public': 'Anyone on the network can read the bucket. Remove public access, then find out what was read.',
  'public-access-block': 'Public access is no longer blocked for the bucket. Block it again.',
  'encryption-at-rest': 'The bucket no longer encrypts its objects. Switch its encryption on again.',
  'payload-check':
    'The store no longer rejects bytes that were altered in transit. Ask its operator to check the proxies in front of it.',
  versioning: 'The bucket no longer keeps object versions. Switch versioning on again.',
  lock: 'The bucket no longer protects locked objects. Switch Object Lock on again.',
  region: 'The bucket is now in another region. Check whether it was moved, and whether that is allowed.',
}

const defaultAdvice =
  'Check the latest probes of the binding and recent changes at the provider, then validate the binding again.'

/** Returns the recommended action, from a closed list of sentences. */
const adviceFor = (check: string, code: string | null): string => {
  if (check !== roundTrip && adviceByCheck[check]) return adviceByCheck[check]
  const storeCode = storeCodes.find(name => name === code)
  return storeCode ? adviceByCode[storeCode] : defaultAdvice
}

/** A binding that no longer behaves as it did when it was activated. */
export const StorageDeviation = Type.Object(
  {
    id: Id('sdv'),
    bindingId: Id('stb'),
    check: Type.String({ description: 'round-trip for the whole path of a file, or the probe that got worse.' }),
    status: Type.Enum(['open', 'closed']),
    severity: Type.Enum(['medium', 'high']),
    stops: Type.Enum([...stops], {
      description:
        'The operations that fail while the deviation is open; files means that files can be neither uploaded nor opened.',
    }),
    code: Nullable(Type.String({ description: 'The reason for the last failure of the probe.' })),
    failures: Type.Integer({ description: 'Failed checks since the deviation began.' }),
    since: Timestamp,
    openedAt: Timestamp,
    lastFailedAt: Timestamp,
    closedAt: Nullable(Timestamp),
    means: Type.String({ description: 'The effect on the workspace.' }),
    advice: Type.String({ description: 'The recommended action.' }),
  },
  { title: 'StorageDeviation' },
)

export type StorageDeviation = Static<typeof StorageDeviation>

/** Renders a deviation. */
export const showDeviation = (row: DeviationRow): StorageDeviation => ({
  id: row.id,
  bindingId: row.binding_id,
  check: row.check_name,
  status: row.closed_at ? 'closed' : 'open',
  severity: row.stops === 'nothing' && !adviceByCheck[row.check_name] ? 'medium' : 'high',
  stops: row.stops,
  code: row.code,
  failures: row.failures,
  since: iso(row.since.getTime()),
  openedAt: iso(row.opened_at.getTime()),
  lastFailedAt: iso(row.last_failed_at.getTime()),
  closedAt: row.closed_at && iso(row.closed_at.getTime()),
  means: row.code === 'full' ? effectWhenFull : effects[row.stops],
  advice: adviceFor(row.check_name, row.code),
})
