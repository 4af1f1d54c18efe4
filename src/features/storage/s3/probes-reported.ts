import { randomBytes } from 'node:crypto'
import { failed, type Probe, passed, passedIf, unknown } from '#src/features/storage/posture/probe.ts'
import { storeProblem } from './errors.ts'
import { folderOf } from './keys.ts'
import type { S3Probing } from './probing.ts'

type Run = Probe<S3Probing>['run']

/** Treats an empty response as unknown: Swift returns 200 for settings that it does not support. */
const publicAccessBlock: Run = async ({ call, bucket: Bucket }, signal) => {
  const { PublicAccessBlockConfiguration: configuration = {} } = await call(signal, ({ client, sdk }, abortSignal) =>
    client.send(new sdk.GetPublicAccessBlockCommand({ Bucket }), { abortSignal }),
  )
  const { BlockPublicAcls, BlockPublicPolicy, IgnorePublicAcls, RestrictPublicBuckets } = configuration
  const settings = [BlockPublicAcls, BlockPublicPolicy, IgnorePublicAcls, RestrictPublicBuckets]
  if (settings.every(setting => setting === undefined)) return unknown
  return passedIf(settings.every(setting => setting === true))
}

const encryptionAtRest: Run = async ({ call, put, bucket: Bucket }, signal) => {
  const { Key } = await put(signal)
  const { ServerSideEncryption } = await call(signal, ({ client, sdk }, abortSignal) =>
    client.send(new sdk.HeadObjectCommand({ Bucket, Key }), { abortSignal }),
  )
  return ServerSideEncryption ? passed : unknown
}

const region: Run = async ({ call, settings, bucket: Bucket }, signal) => {
  const { LocationConstraint } = await call(signal, ({ client, sdk }, abortSignal) =>
    client.send(new sdk.GetBucketLocationCommand({ Bucket }), { abortSignal }),
  )
  return LocationConstraint ? passedIf(LocationConstraint === settings.region) : unknown
}

/**
 * Reads outside the prefix: the response is 403 if that is forbidden, and 404 if it is allowed. Writes and lists
 * nothing there.
 */
const leastRights: Run = async ({ get, settings }, signal) => {
  if (!settings.prefix) return unknown
  const outsideFolder = folderOf(`${settings.prefix}-${randomBytes(8).toString('hex')}`, 'probe')
  return get(signal, `${outsideFolder}none`).then(
    () => failed(),
    error => {
      const { code } = storeProblem(error)
      return code === 'forbidden' ? passed : code === 'missing' ? failed() : unknown
    },
  )
}

/** Probes that are only reported; nothing depends on them. */
export const reportedProbes: readonly Probe<S3Probing>[] = [
  { name: 'public-access-block', required: 'never', run: publicAccessBlock },
  { name: 'encryption-at-rest', required: 'never', run: encryptionAtRest },
  { name: 'region', required: 'never', run: region },
  { name: 'least-rights', required: 'never', run: leastRights },
]
