import { randomBytes, randomUUID } from 'node:crypto'
import { appendFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '#test/free-port.ts'
import { until } from '#test/until.ts'
import { type OrdinaryUser, ordinaryUser } from './ordinary-user.ts'
import { type S3Server, skipWithout } from './s3-server.ts'

const cephPackages = 'ceph-mon ceph-osd ceph-common radosgw'
export const skipWithoutCeph = skipWithout(['ceph', 'ceph-mon', 'ceph-osd', 'radosgw'], cephPackages)

interface Ports {
  readonly s3: number
  readonly monitor: number
  readonly oldMonitor: number
  /** The first of the 40 ports of the disk. */
  readonly disk: number
}

// cephx stays enabled, because radosgw never connects without it. No manager is needed.
const configuration = (folder: string, id: string, { s3, monitor, oldMonitor, disk }: Ports): string => `[global]
fsid = ${id}
mon initial members = a
mon host = v2:127.0.0.1:${monitor},v1:127.0.0.1:${oldMonitor}
ms bind ipv4 = true
public addr = 127.0.0.1
cluster addr = 127.0.0.1
auth cluster required = cephx
auth service required = cephx
auth client required = cephx
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
mon allow pool size one = true
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
log file = ${folder}/$name.log
admin socket = ${folder}/$name.asok
pid file = ${folder}/$name.pid
run dir = ${folder}
mon data = ${folder}/mon
mon cluster log file = ${folder}/cluster.log
osd data = ${folder}/osd
osd objectstore = bluestore
bluestore block size = 21474836480
bluestore block create = true
osd memory target = 939524096
keyring = ${folder}/keyring
ms bind port min = ${disk}
ms bind port max = ${disk + 40}
rgw frontends = beast endpoint=127.0.0.1:${s3}
rgw enable usage log = false
debug ms = 0
crash dir = ${folder}/crash
`

const owner = ['client.admin', '--cap', 'mon', 'allow *', '--cap', 'osd', 'allow *', '--cap', 'mgr', 'allow *']

const startMonitor = async ({ folder, run, start }: OrdinaryUser, id: string, { monitor, oldMonitor }: Ports) => {
  const keyring = join(folder, 'keyring')
  await run('ceph-authtool', '--create-keyring', keyring, '--gen-key', '-n', 'mon.', '--cap', 'mon', 'allow *')
  await run('ceph-authtool', keyring, '--gen-key', '-n', ...owner)
  const addresses = `[v2:127.0.0.1:${monitor},v1:127.0.0.1:${oldMonitor}]`
  await run('monmaptool', '--create', '--fsid', id, '--addv', 'a', addresses, 'monmap')
  await run('mkdir', 'mon', 'osd')
  await run('ceph-mon', '-c', 'ceph.conf', '--mkfs', '-i', 'a', '--monmap', 'monmap', '--keyring', keyring)
  await start('ceph-mon', '-c', 'ceph.conf', '-i', 'a', '-f')
}

const startDisk = async ({ folder, run, start }: OrdinaryUser) => {
  const keyring = join(folder, 'keyring')
  const ceph = (...args: readonly string[]) => run('ceph', '-c', 'ceph.conf', '--connect-timeout', '50', ...args)
  const id = randomUUID()
  await ceph('osd', 'new', id)
  await appendFile(keyring, await ceph('auth', 'get-or-create', 'osd.0', 'mon', 'allow profile osd', 'osd', 'allow *'))
  await run('ceph-osd', '-c', 'ceph.conf', '-i', '0', '--mkfs', '--osd-uuid', id)
  await start('ceph-osd', '-c', 'ceph.conf', '-i', '0', '-f')
  await appendFile(keyring, await ceph('auth', 'get-or-create', 'client.rgw', 'mon', 'allow rwx', 'osd', 'allow rwx'))
  await until('the disk of Ceph is up', async () => (await ceph('osd', 'stat')).includes('1 up'))
}

const waitUntilReady = (endpoint: string) =>
  until('Ceph answers', () =>
    fetch(endpoint).then(
      ({ ok }) => ok,
      () => false,
    ),
  )

const startGateway = async ({ run, start }: OrdinaryUser, endpoint: string) => {
  const credentials = {
    accessKeyId: `AKIA${randomBytes(8).toString('hex')}`,
    secretAccessKey: randomBytes(20).toString('hex'),
  }
  await start('radosgw', '-c', 'ceph.conf', '-n', 'client.rgw', '-f')
  await waitUntilReady(endpoint)
  const keys = [`--access-key=${credentials.accessKeyId}`, `--secret=${credentials.secretAccessKey}`]
  const names = ['--uid=probata', '--display-name=probata']
  await run('radosgw-admin', '-c', 'ceph.conf', '-n', 'client.rgw', 'user', 'create', ...names, ...keys)
  return credentials
}

const startAll = async (user: OrdinaryUser): Promise<S3Server> => {
  const { folder } = user
  const id = randomUUID()
  const [s3, monitor, oldMonitor, gateway] = await Promise.all([freePort(), freePort(), freePort(), freePort()])
  const ports = { s3, monitor, oldMonitor, disk: Math.min(gateway, 32_700) }
  await writeFile(join(folder, 'ceph.conf'), configuration(folder, id, ports))
  await startMonitor(user, id, ports)
  await startDisk(user)
  const endpoint = `http://127.0.0.1:${s3}`
  const credentials = await startGateway(user, endpoint)
  return {
    name: 'ceph',
    endpoint,
    region: 'us-east-1',
    credentials,
    async kill() {
      const startAgain = await user.kill('ceph-osd', 'radosgw')
      return async () => {
        await startAgain()
        await waitUntilReady(endpoint)
      }
    },
    [Symbol.asyncDispose]: () => user[Symbol.asyncDispose](),
  }
}

/**
 * Starts Ceph with its S3 gateway and one disk in a folder. It is the strict server, which also supports Object Lock.
 */
export const startCeph = async (): Promise<S3Server> => {
  const user = await ordinaryUser('ceph')
  return startAll(user).catch(async error => {
    await user[Symbol.asyncDispose]()
    throw error
  })
}
