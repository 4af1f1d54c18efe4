import type * as Sdk from '@aws-sdk/client-s3'
import type { Clock } from '#lib/clock.ts'
import type { Guard } from '#lib/guarded/guard.ts'
import { lazy } from '#lib/lazy.ts'
import { type S3Credentials, type S3Settings, StoreProblem } from '#lib/object-store.ts'
import { responseTooLarge } from './errors.ts'
import { createHandler, type Deadlines, type S3RequestHandler, usualDeadlines } from './handler.ts'

export interface S3Access {
  readonly settings: S3Settings
  readonly credentials: S3Credentials
  /** Allows the addresses of PROBATA_STORAGE_ALLOW. */
  readonly guard: Guard
  /** Dates signatures; providers accept a difference of 15 minutes. */
  readonly clock: Clock
  readonly deadlines?: Deadlines | undefined
}

export interface S3Connection extends AsyncDisposable {
  readonly sdk: typeof Sdk
  readonly client: Sdk.S3Client
  readonly handler: S3RequestHandler
  readonly bucket: string
  readonly deadlines: Deadlines
}

/** Loads the SDK on first use: it is 24 MB of code and takes 36 MB of memory. */
const loadSdk = lazy(() => import('@aws-sdk/client-s3'))

/** The limit on responses in memory: a list of 1000 keys has 0.4 MB, and file contents are streamed. */
const maxResponseBytes = 4 * 1024 * 1024

class ResponseTooLarge extends Error {
  readonly code = responseTooLarge
}

const collect = async (body: AsyncIterable<Uint8Array>): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > maxResponseBytes) throw new ResponseTooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The accepted names: others, such as an ARN, would direct the SDK to a host other than the endpoint. */
const bucketName = /^[A-Za-z0-9][A-Za-z0-9._-]{1,62}$/

/**
 * Sets everything that the SDK would otherwise take from the environment, ~/.aws or a metadata service, so that it
 * makes no such requests.
 */
const isolatedConfig = {
  authSchemePreference: ['aws.auth#sigv4'],
  defaultsMode: 'standard',
  disableMultiregionAccessPoints: true,
  disableS3ExpressSessionAuth: true,
  followRegionRedirects: false,
  maxAttempts: 1,
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
  retryMode: 'standard',
  sigv4aSigningRegionSet: [],
  useArnRegion: false,
  useDualstackEndpoint: false,
  useFipsEndpoint: false,
  userAgentAppId: 'probata',
} satisfies Sdk.S3ClientConfig

/** Without a logger, the SDK writes warnings to the console. */
const silentLogger = { trace() {}, debug() {}, info() {}, warn() {}, error() {} }

/** Does not connect yet. @throws StoreProblem */
export const connectS3 = async (access: S3Access): Promise<S3Connection> => {
  const { settings, credentials, guard, clock, deadlines = usualDeadlines } = access
  if (!bucketName.test(settings.bucket)) throw new StoreProblem('no_bucket')
  if (!URL.canParse(settings.endpoint)) throw new StoreProblem('refused_address')
  const sdk = await loadSdk()
  const handler = createHandler(guard, deadlines)
  const client = new sdk.S3Client({
    ...isolatedConfig,
    credentials: { accessKeyId: credentials.accessKeyId, secretAccessKey: credentials.secretAccessKey },
    endpoint: settings.endpoint,
    logger: silentLogger,
    forcePathStyle: settings.pathStyle ?? false,
    region: settings.region,
    requestHandler: handler,
    streamCollector: collect,
    systemClockOffset: clock.now() - Date.now(),
  })
  return {
    sdk,
    client,
    handler,
    bucket: settings.bucket,
    deadlines,
    async [Symbol.asyncDispose]() {
      await handler.close()
    },
  }
}
