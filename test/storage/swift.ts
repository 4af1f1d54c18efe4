import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '#test/free-port.ts'
import { until } from '#test/until.ts'
import { type OrdinaryUser, ordinaryUser } from './ordinary-user.ts'
import { type S3Server, skipWithout } from './s3-server.ts'

const parts = ['account', 'container', 'object'] as const
const servers = ['proxy', ...parts] as const

const swiftPackages = 'swift-proxy swift-account swift-container swift-object'
export const skipWithoutSwift = skipWithout(
  servers.map(part => `swift-${part}-server`),
  swiftPackages,
)

type Settings = Readonly<Record<string, string | number>>

const section = (name: string, settings: Settings): string =>
  [`[${name}]`, ...Object.entries(settings).map(([key, value]) => `${key} = ${value}`)].join('\n')

const common = (folder: string, port: number): Settings => ({
  bind_ip: '127.0.0.1',
  bind_port: port,
  swift_dir: folder,
  devices: join(folder, 'devices'),
  mount_check: 'false',
  workers: 0,
  user: process.getuid?.() === 0 ? 'nobody' : (process.env.USER ?? 'nobody'),
  log_level: 'WARNING',
  disable_fallocate: 'true',
})

// s3api leaves versioning to `versioned_writes`, which requires `symlink` after it.
const filters: Readonly<Record<string, Settings>> = {
  catch_errors: {},
  gatekeeper: {},
  healthcheck: {},
  cache: { use: 'egg:swift#memcache', memcache_servers: '127.0.0.1:1' },
  listing_formats: {},
  bulk: {},
  s3api: { s3_acl: 'false', location: 'us-east-1', dns_compliant_bucket_names: 'true', min_segment_size: 5_242_880 },
  tempauth: { user_test_tester: 'testing .admin' },
  copy: {},
  slo: {},
  dlo: {},
  versioned_writes: { allow_object_versioning: 'true' },
  symlink: {},
}

const proxyFile = (folder: string, port: number): string =>
  [
    section('DEFAULT', common(folder, port)),
    section('pipeline:main', { pipeline: `${Object.keys(filters).join(' ')} proxy-server` }),
    section('app:proxy-server', { use: 'egg:swift#proxy', account_autocreate: 'true' }),
    ...Object.entries(filters).map(([name, settings]) =>
      section(`filter:${name}`, { use: `egg:swift#${name}`, ...settings }),
    ),
  ].join('\n')

const partFile = (folder: string, part: string, port: number): string =>
  [
    section('DEFAULT', common(folder, port)),
    section('pipeline:main', { pipeline: `${part}-server` }),
    section(`app:${part}-server`, { use: `egg:swift#${part}` }),
  ].join('\n')

/** Builds all rings in one process. swift-ring-builder would need nine. */
const rings = `
import sys
from swift.common.ring import RingBuilder
for name, port in zip(sys.argv[1::2], sys.argv[2::2]):
    builder = RingBuilder(4, 1, 1)
    builder.add_dev(dict(region=1, zone=1, ip='127.0.0.1', port=int(port), device='d1', weight=1.0))
    builder.rebalance()
    builder.get_ring().save(name + '.ring.gz')
`

const waitUntilReady = async (endpoint: string, ports: readonly number[]) => {
  const isHealthy = () =>
    fetch(`${endpoint}/healthcheck`).then(
      ({ ok }) => ok,
      () => false,
    )
  await until('swift answers', isHealthy)
  // The proxy responds before the servers behind it do. Until they respond, it accepts no bucket.
  const responds = (port: number) =>
    fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    )
  await until('the servers behind swift respond', async () => (await Promise.all(ports.map(responds))).every(Boolean))
}

const start = async (user: OrdinaryUser): Promise<S3Server> => {
  const { folder } = user
  const [port = 0, ...ports] = await Promise.all(servers.map(() => freePort()))
  await user.run('mkdir', '-p', join(folder, 'devices', 'd1'))
  const constants = [
    section('swift-hash', { swift_hash_path_suffix: 'probata' }),
    section('storage-policy:0', { name: 'gold', default: 'yes' }),
  ]
  await writeFile(join(folder, 'swift.conf'), constants.join('\n'))
  await writeFile(join(folder, 'proxy.conf'), proxyFile(folder, port))
  for (const [index, part] of parts.entries()) {
    await writeFile(join(folder, `${part}.conf`), partFile(folder, part, ports[index] ?? 0))
  }
  await user.run('python3', '-c', rings, ...parts.flatMap((part, index) => [part, `${ports[index]}`]))
  const programs = servers.map(part => `swift-${part}-server`)
  for (const part of servers) await user.start(`swift-${part}-server`, join(folder, `${part}.conf`))
  const endpoint = `http://127.0.0.1:${port}`
  await waitUntilReady(endpoint, ports)
  return {
    name: 'swift',
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test:tester', secretAccessKey: 'testing' },
    async kill() {
      const startAgain = await user.kill(...programs)
      return async () => {
        await startAgain()
        await waitUntilReady(endpoint, ports)
      }
    },
    [Symbol.asyncDispose]: () => user[Symbol.asyncDispose](),
  }
}

/**
 * Starts OpenStack Swift with s3api. It is the lenient server, which returns 200 for requests that it does not support.
 */
export const startSwift = async (): Promise<S3Server> => {
  const user = await ordinaryUser('swift')
  return start(user).catch(async error => {
    await user[Symbol.asyncDispose]()
    throw error
  })
}
