import { minute } from '#lib/clock.ts'
import { failed, type Probe, passed, passedIf, unknown } from '#src/features/storage/posture/probe.ts'
import { storeProblem } from './errors.ts'
import { advancedProbes } from './probes-advanced.ts'
import { reportedProbes } from './probes-reported.ts'
import type { S3Probing } from './probing.ts'

export { openS3Probing, type S3Target } from './probing.ts'

type Run = Probe<S3Probing>['run']

/** The accepted difference from the store's clock; SigV4 allows 15 minutes. */
const maxClockDifference = 5 * minute

const address: Run = async ({ guard, settings }) =>
  passedIf((await guard.problem(settings.endpoint)) === undefined, 'refused_address')

/** Tests the connection: the guard requires TLS 1.2, and allows HTTP only to addresses that the operator permits. */
const tls: Run = async ({ sendUnsigned, settings }, signal) => {
  await sendUnsigned(settings.endpoint, { method: 'HEAD', signal })
  return passed
}

const clock: Run = async ({ sendUnsigned, settings, now }, signal) => {
  const { headers } = await sendUnsigned(settings.endpoint, { method: 'HEAD', signal })
  const date = Date.parse(headers.date ?? '')
  if (Number.isNaN(date)) return unknown
  return passedIf(Math.abs(date - now()) <= maxClockDifference, 'clock')
}

const credential: Run = async ({ call, bucket: Bucket, folder: Prefix }, signal) => {
  await call(signal, ({ client, sdk }, abortSignal) =>
    client.send(new sdk.ListObjectsV2Command({ Bucket, Prefix, MaxKeys: 1 }), { abortSignal }),
  )
  return passed
}

/** Tests that the bucket exists. Without a permission on the bucket itself, listing the prefix proves it. */
const bucket: Run = async (probing, signal) => {
  const { call, bucket: Bucket } = probing
  const code = await call(signal, ({ client, sdk }, abortSignal) =>
    client.send(new sdk.HeadBucketCommand({ Bucket }), { abortSignal }),
  ).then(
    () => undefined,
    error => storeProblem(error).code,
  )
  if (code === undefined) return passed
  if (code === 'forbidden') return credential(probing, signal)
  return failed(code === 'missing' ? 'no_bucket' : code)
}

const list: Run = async ({ call, put, bucket: Bucket }, signal) => {
  const { Key } = await put(signal)
  const { Contents = [] } = await call(signal, ({ client, sdk }, abortSignal) =>
    client.send(new sdk.ListObjectsV2Command({ Bucket, Prefix: Key, MaxKeys: 2 }), { abortSignal }),
  )
  return passedIf(
    Contents.some(object => object.Key === Key),
    'missing',
  )
}

const write: Run = async ({ put }, signal) => {
  await put(signal)
  return passed
}

const read: Run = async ({ put, get }, signal) => {
  const { Key, bytes } = await put(signal)
  return passedIf(bytes.equals(await get(signal, Key)), 'altered')
}

const range: Run = async ({ put, get }, signal) => {
  const { Key, bytes } = await put(signal)
  return passedIf(bytes.subarray(10, 20).equals(await get(signal, Key, { Range: 'bytes=10-19' })), 'altered')
}

const putAndRemove = async ({ put, call, bucket: Bucket }: S3Probing, signal: AbortSignal) => {
  const { Key } = await put(signal)
  await call(signal, ({ client, sdk }, abortSignal) =>
    client.send(new sdk.DeleteObjectCommand({ Bucket, Key }), { abortSignal }),
  )
  return Key
}

const remove: Run = async (probing, signal) => {
  await putAndRemove(probing, signal)
  return passed
}

const goneAfterRemoval: Run = async (probing, signal) => {
  const Key = await putAndRemove(probing, signal)
  return probing.get(signal, Key).then(
    () => failed(),
    error => passedIf(storeProblem(error).code === 'missing', storeProblem(error).code),
  )
}

/** Tests that neither an object nor the list is publicly readable. */
const notPublic: Run = async ({ put, sendUnsigned, urlOf }, signal) => {
  const { Key } = await put(signal)
  const urls = [urlOf(Key), `${urlOf('')}?list-type=2&max-keys=1`]
  const responses = await Promise.all(urls.map(url => sendUnsigned(url, { method: 'GET', signal })))
  return passedIf(responses.every(({ statusCode }) => statusCode !== 200))
}

const consistency: Run = async ({ put, get }, signal) => {
  const { Key } = await put(signal)
  for (let n = 1; n <= 5; n++) {
    const { bytes } = await put(signal, undefined, Key)
    if (!bytes.equals(await get(signal, Key))) return failed('altered')
  }
  return passed
}

const always = (name: string, run: Run): Probe<S3Probing> => ({ name, required: 'always', run })

export const s3Probes: readonly Probe<S3Probing>[] = [
  always('address', address),
  always('tls', tls),
  always('clock', clock),
  always('credential', credential),
  always('bucket', bucket),
  always('list', list),
  always('write', write),
  always('read', read),
  always('range', range),
  always('delete', remove),
  always('gone', goneAfterRemoval),
  always('not-public', notPublic),
  always('consistency', consistency),
  ...advancedProbes,
  ...reportedProbes,
]
