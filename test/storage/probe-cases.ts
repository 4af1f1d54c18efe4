import assert from 'node:assert/strict'
import type { ProbeResult, RetentionMode, S3Settings, StoreCode } from '#lib/object-store.ts'
import { lightProbes, passedAll, runProbes } from '#src/features/storage/posture/probes.ts'
import { newBucket, type S3Server, versionsIn } from './s3-server.ts'
import { accessTo } from './s3-subject.ts'

/** The outcome of each probe, such as `failed unsupported`. */
export type ProbeOutcomes = Readonly<Record<string, string>>

const renderOutcomes = (results: readonly ProbeResult[]): ProbeOutcomes =>
  Object.fromEntries(results.map(({ probe, outcome, code }) => [probe, code ? `${outcome} ${code}` : outcome]))

/** The probes that every test server passes. */
export const basics: ProbeOutcomes = Object.fromEntries(
  [
    'address tls clock credential bucket list write read range delete gone not-public consistency multipart abort',
    'payload-check',
  ]
    .join(' ')
    .split(' ')
    .map(name => [name, 'passed']),
)

/** The expected outcomes for a bucket of plain files and for a bucket of locked files. */
export interface Expected {
  readonly plain: ProbeOutcomes
  readonly locked: ProbeOutcomes
  readonly isUsable: { readonly plain: boolean; readonly locked: boolean }
}

const probe = (server: S3Server, settings: S3Settings, retention: RetentionMode, probes?: readonly string[]) =>
  runProbes({ kind: 's3', ...accessTo(server, settings), retention }, { only: probes })

export const checkProbes = async (server: S3Server, { plain, locked, isUsable }: Expected): Promise<void> => {
  const plainResults = await probe(server, await newBucket(server), 'none')
  assert.deepEqual([renderOutcomes(plainResults), passedAll(plainResults)], [plain, isUsable.plain])
  const settings = await newBucket(server, { lock: isUsable.locked })
  for (const retention of ['governance', 'compliance'] as const) {
    const lockedResults = await probe(server, settings, retention)
    assert.deepEqual([renderOutcomes(lockedResults), passedAll(lockedResults)], [locked, isUsable.locked], retention)
  }
  // Each of the two runs leaves a locked object behind, which a later run removes.
  if (isUsable.locked) assert.equal((await versionsIn(server, settings)).length, 2)
}

export const checkLightProbes = async (server: S3Server): Promise<void> => {
  const results = await probe(server, await newBucket(server), 'none', lightProbes)
  assert.deepEqual(
    results.map(({ probe: name, required, outcome }) => [name, required, outcome]),
    lightProbes.map(name => [name, true, 'passed']),
  )
}

const misconfigurations: readonly (readonly [
  string,
  StoreCode,
  (server: S3Server, settings: S3Settings) => readonly [S3Server, S3Settings],
])[] = [
  [
    'a bucket that is not there',
    'no_bucket',
    (server, settings) => [server, { ...settings, bucket: 'nowhere-to-be-found' }],
  ],
  [
    'a wrong secret',
    'credential',
    (server, settings) => [{ ...server, credentials: { ...server.credentials, secretAccessKey: 'wrong' } }, settings],
  ],
  [
    'a port without a listener',
    'unreachable',
    (server, settings) => [server, { ...settings, endpoint: 'http://127.0.0.1:9' }],
  ],
]

/** Checks that a misconfigured binding is unusable, and that the probes report the reason. */
export const checkWrongBindings = async (server: S3Server): Promise<void> => {
  const settings = await newBucket(server)
  for (const [name, code, change] of misconfigurations) {
    const results = await probe(...change(server, settings), 'none')
    assert.equal(passedAll(results), false, name)
    const credential = results.find(result => result.probe === 'credential')
    assert.deepEqual([credential?.outcome, credential?.code], ['failed', code], name)
  }
}
