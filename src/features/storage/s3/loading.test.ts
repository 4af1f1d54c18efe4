import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'node:test'
import { promisify } from 'node:util'
import { http, receive } from '#test/receivers/receiver.ts'

const run = async (script: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      script,
      ...args.map(name => (name.startsWith('http') ? name : import.meta.resolve(name))),
    ],
    { env: { PATH: process.env.PATH, ...env } },
  )
  return JSON.parse(stdout)
}

const countLoaded = `
  import { createRequire } from 'node:module'
  const [system, store, guard, clock] = process.argv.slice(1)
  const { cache } = createRequire(import.meta.url)
  const count = () => Object.keys(cache).filter(path => path.includes('@aws-sdk')).length
  await import(system)
  const { openS3Store } = await import(store)
  const { createGuard } = await import(guard)
  const { systemClock } = await import(clock)
  const before = count()
  const settings = { endpoint: 'https://s3.example.com', region: 'us-east-1', bucket: 'proof' }
  const credentials = { accessKeyId: 'AKIATEST', secretAccessKey: 'secret' }
  await openS3Store({ settings, credentials, organizationId: 'org_1', guard: createGuard({}), clock: systemClock })
  console.log(JSON.stringify([before, count() > 0]))
  process.exit(0)
`

test('an install without a bucket does not load the SDK', async () => {
  const modules = ['#src/system.ts', './store.ts', '#lib/guarded/guard.ts', '#lib/clock.ts']
  assert.deepEqual(await run(countLoaded, modules), [0, true])
})

const listObjects = `
  const [store, guard, networks, clock, endpoint] = process.argv.slice(1)
  const { openS3Store } = await import(store)
  const { createGuard } = await import(guard)
  const allow = (await import(networks)).networks('127.0.0.0/8')
  const settings = { endpoint, region: 'us-east-1', bucket: 'proof', pathStyle: true }
  const credentials = { accessKeyId: 'AKIATEST', secretAccessKey: 'secret' }
  const clock_ = (await import(clock)).systemClock
  const opened = await openS3Store({ settings, credentials, organizationId: 'org_1', guard: createGuard({ allow }), clock: clock_ })
  console.log(JSON.stringify(await opened.list({ limit: 10 })))
  process.exit(0)
`

const hostileConfig = (endpoint: string) => `[default]
endpoint_url = ${endpoint}
region = eu-west-1
use_fips_endpoint = true
use_dualstack_endpoint = true
s3_use_arn_region = nonsense
credential_process = /bin/false
request_checksum_calculation = nonsense
`

test('nothing is read from the environment, from AWS files or from a metadata service', async () => {
  await using canary = await receive({ host: '127.0.0.3' })
  await using provider = await receive({ answer: socket => socket.write(http(200, '<ListBucketResult/>')) })
  const folder = await mkdtemp(join(tmpdir(), 'probata-aws-'))
  const file = join(folder, 'config')
  const { origin } = new URL(canary.url)
  await writeFile(file, hostileConfig(origin))
  const proxies = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy']
  const objects = await run(
    listObjects,
    ['./store.ts', '#lib/guarded/guard.ts', '#lib/networks.ts', '#lib/clock.ts', new URL(provider.url).origin],
    {
      ...Object.fromEntries(proxies.map(name => [name, origin])),
      NODE_USE_ENV_PROXY: '1',
      HOME: folder,
      AWS_CONFIG_FILE: file,
      AWS_SHARED_CREDENTIALS_FILE: file,
      AWS_ENDPOINT_URL: origin,
      AWS_ENDPOINT_URL_S3: origin,
      AWS_EC2_METADATA_SERVICE_ENDPOINT: origin,
      AWS_CONTAINER_CREDENTIALS_FULL_URI: origin,
      AWS_REGION: 'eu-west-1',
      AWS_ACCESS_KEY_ID: 'AKIAOTHER',
      AWS_SECRET_ACCESS_KEY: 'other',
      AWS_SESSION_TOKEN: 'other',
      AWS_USE_FIPS_ENDPOINT: 'true',
      AWS_USE_DUALSTACK_ENDPOINT: 'true',
      AWS_S3_USE_ARN_REGION: 'nonsense',
      AWS_S3_DISABLE_EXPRESS_SESSION_AUTH: 'nonsense',
      AWS_MAX_ATTEMPTS: 'nonsense',
      AWS_RETRY_MODE: 'nonsense',
      AWS_REQUEST_CHECKSUM_CALCULATION: 'nonsense',
      AWS_RESPONSE_CHECKSUM_VALIDATION: 'nonsense',
      AWS_SIGV4A_SIGNING_REGION_SET: '*',
      AWS_AUTH_SCHEME_PREFERENCE: 'sigv4a',
    },
  )
  await rm(folder, { recursive: true })
  const [request] = provider.requests
  assert.deepEqual([objects, canary.connections], [[], 0])
  assert.match(request?.head ?? '', /Credential=AKIATEST\/\d{8}\/us-east-1\/s3\/aws4_request/)
  assert.doesNotMatch(request?.head ?? '', /security-token|AKIAOTHER/i)
})
