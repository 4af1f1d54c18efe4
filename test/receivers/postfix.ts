import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '#test/free-port.ts'
import { findExecutable } from '#test/tools.ts'
import { until } from '#test/until.ts'
import type { Certificate } from './certificates.ts'

const run = promisify(execFile)
const isRoot = process.getuid?.() === 0

const program = findExecutable('postfix') ?? ''

/** The reason to skip tests that need Postfix, or false if it is installed and the tests run as root. */
export const withoutPostfix = program && isRoot ? false : 'postfix, which root starts, is missing'

/** A real mail server that offers STARTTLS but not AUTH. It discards all mail, unless it has mailboxes. */
export interface Postfix extends AsyncDisposable {
  readonly port: number
  /** Returns the mails that it has delivered to a mailbox, byte for byte. */
  delivered(mailbox: string): Promise<Buffer[]>
  /** Returns Postfix's log so far. */
  log(): Promise<string>
}

const services = (port: number) => `127.0.0.1:${port} inet n - n - - smtpd
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
discard unix - - n - - discard
virtual unix - n n - - virtual
anvil unix - - n - 1 anvil
proxymap unix - - n - - proxymap
postlog unix-dgram n - n - 1 postlogd
`

const settings = (folder: string) => `compatibility_level = 3.6
queue_directory = ${folder}/queue
data_directory = ${folder}/data
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = localhost
mydestination =
default_transport = discard:
mynetworks = 127.0.0.0/8
smtpd_relay_restrictions = permit_mynetworks, reject_unauth_destination
smtpd_tls_security_level = may
smtpd_tls_cert_file = ${folder}/conf/cert.pem
smtpd_tls_key_file = ${folder}/conf/key.pem
maillog_file = ${folder}/log
maillog_file_prefixes = ${folder}
alias_maps =
alias_database =
`

/** The settings for mailboxes of one domain. Postfix rejects other users, and temporarily rejects `later@`. */
const mailboxSettings = (folder: string, { domain, users }: Mailboxes) => `
virtual_mailbox_domains = ${domain}
virtual_mailbox_base = ${folder}/mail
virtual_mailbox_maps = inline:{ ${users.map(user => `{ ${user}@${domain} = ${user}/ }`).join(' ')} }
virtual_minimum_uid = 100
virtual_uid_maps = static:65534
virtual_gid_maps = static:65534
smtpd_recipient_restrictions = check_recipient_access inline:{ { later@${domain} = 451 4.7.1 Greylisted, come back later } }
`

/** The mailboxes of a server. */
interface Mailboxes {
  readonly domain: string
  readonly users: readonly string[]
}

const readFolder = async (folder: string): Promise<Buffer[]> => {
  const names = await readdir(folder).catch(() => [])
  return Promise.all(names.sort().map(name => readFile(join(folder, name))))
}

const isListening = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })

export const startPostfix = async ({ cert, key }: Certificate, mailboxes?: Mailboxes): Promise<Postfix> => {
  await using resources = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'probata-postfix-'))
  resources.defer(() => rm(folder, { recursive: true, force: true }))
  await chmod(folder, 0o755)
  const port = await freePort()
  for (const name of ['conf', 'queue', 'data']) await mkdir(join(folder, name))
  const main = settings(folder) + (mailboxes ? mailboxSettings(folder, mailboxes) : '')
  const files = { 'cert.pem': cert, 'key.pem': key, 'main.cf': main, 'master.cf': services(port) }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, 'conf', name), text)
  await run('chown', ['postfix', join(folder, 'data')])
  await mkdir(join(folder, 'mail'))
  await chown(join(folder, 'mail'), 65_534, 65_534)
  // With start-fg, Postfix's processes stay in the session of this child and end with it.
  const child = spawn(program, ['-c', join(folder, 'conf'), 'start-fg'], { stdio: 'ignore' })
  const exited = once(child, 'exit')
  resources.defer(async () => {
    const stop = spawn(program, ['-c', join(folder, 'conf'), 'stop'], { stdio: 'ignore' })
    await once(stop, 'exit')
    await exited
  })
  await until('postfix listens', async () => {
    if (child.exitCode !== null) throw new Error(`postfix exited with ${child.exitCode}`)
    return isListening(port)
  })
  const owned = resources.move()
  return {
    port,
    delivered: mailbox => readFolder(join(folder, 'mail', mailbox, 'new')),
    log: () => readFile(join(folder, 'log'), 'utf8').catch(() => ''),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
