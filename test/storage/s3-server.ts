import { randomBytes } from 'node:crypto'
import { CreateBucketCommand, ListObjectVersionsCommand, S3Client } from '@aws-sdk/client-s3'
import type { S3Credentials, S3Settings } from '#lib/object-store.ts'
import { findExecutable } from '#test/tools.ts'

/** A real S3 server that contains no data yet. */
export interface S3Server extends AsyncDisposable {
  readonly name: 'ceph' | 'swift'
  readonly endpoint: string
  readonly region: string
  readonly credentials: S3Credentials
  /**
   * Kills all processes that store or serve objects with kill -9. The returned function restarts them, and waits until
   * they respond.
   */
  kill(): Promise<() => Promise<void>>
}

/**
 * Returns the `skip` option of a test that needs these programs. In CI the programs must be installed: the test always
 * runs there, and fails without them.
 */
export const skipWithout = (programs: readonly string[], packages: string): string | false =>
  process.env.CI === 'true' || programs.every(findExecutable)
    ? false
    : `${programs.find(program => !findExecutable(program))} is not installed: apt-get install -y --no-install-recommends ${packages}`

export const clientOf = ({
  endpoint,
  region,
  credentials,
}: Pick<S3Server, 'endpoint' | 'region' | 'credentials'>): S3Client =>
  new S3Client({ endpoint, region, credentials, forcePathStyle: true, requestChecksumCalculation: 'WHEN_REQUIRED' })

/** Creates a bucket, with Object Lock if `lock` is set; returns its settings. */
export const newBucket = async (server: S3Server, { lock = false } = {}): Promise<S3Settings> => {
  const bucket = `probata-${randomBytes(6).toString('hex')}`
  const client = clientOf(server)
  await client.send(new CreateBucketCommand({ Bucket: bucket, ...(lock && { ObjectLockEnabledForBucket: true }) }))
  client.destroy()
  return { endpoint: server.endpoint, region: server.region, bucket, prefix: 'proof', pathStyle: true }
}

/** Returns the names of all versions in a bucket, including delete markers. */
export const versionsIn = async (server: S3Server, { bucket }: S3Settings, Prefix = ''): Promise<string[]> => {
  const client = clientOf(server)
  const { Versions = [], DeleteMarkers = [] } = await client.send(
    new ListObjectVersionsCommand({ Bucket: bucket, Prefix }),
  )
  client.destroy()
  return [...Versions, ...DeleteMarkers].map(({ Key = '', VersionId }) => `${Key} ${VersionId}`)
}
