import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#test/free-port.ts'
import { findExecutable } from '#test/tools.ts'
import { until } from '#test/until.ts'
import { certificates } from './certificates.ts'

const program = findExecutable('rsyslogd')
const hasTls = globSync('/usr/lib/*/rsyslog/lmnsd_gtls.so').length > 0

/** The reason to skip tests that need rsyslog, or false if it is installed. */
export const withoutRsyslog =
  program && hasTls ? false : 'rsyslogd with GnuTLS is missing: apt-get install rsyslog rsyslog-gnutls'

/** A real syslog receiver over TLS, which can be stopped and restarted. */
export interface Rsyslog extends AsyncDisposable {
  /** The value for `PROBATA_SECURITY_LOG`. */
  readonly address: string
  start(): Promise<void>
  stop(): Promise<void>
  /** Returns the facility, severity, program, type and text of each message received so far. */
  received(): Promise<readonly string[]>
}

const configuration = (folder: string, port: number) => `
global(workDirectory="${folder}" defaultNetstreamDriver="gtls" defaultNetstreamDriverCAFile="${folder}/cert.pem"
  defaultNetstreamDriverCertFile="${folder}/cert.pem" defaultNetstreamDriverKeyFile="${folder}/key.pem")
module(load="imtcp" streamDriver.name="gtls" streamDriver.mode="1" streamDriver.authMode="anon")
template(name="parts" type="string" string="%syslogfacility% %syslogseverity% %app-name% %msgid% %msg%\\n")
input(type="imtcp" port="${port}" address="127.0.0.1")
action(type="omfile" file="${folder}/received" template="parts")
`

const isListening = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })

/** Starts rsyslog in its own folder. */
export const startRsyslog = async (): Promise<Rsyslog> => {
  await using resources = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'probata-rsyslog-'))
  resources.defer(() => rm(folder, { recursive: true }))
  const { good } = await certificates()
  const port = await freePort()
  await writeFile(join(folder, 'cert.pem'), good.cert)
  await writeFile(join(folder, 'key.pem'), good.key)
  await writeFile(join(folder, 'conf'), configuration(folder, port))
  let child: ChildProcess | undefined
  const start = async () => {
    child = spawn(program ?? '', ['-n', '-iNONE', '-f', join(folder, 'conf')], { stdio: 'ignore' })
    await until('rsyslogd listens', () => isListening(port))
  }
  const stop = async () => {
    const exited = child && once(child, 'exit')
    child?.kill()
    child = undefined
    await exited
  }
  resources.defer(stop)
  await start()
  const owned = resources.move()
  return {
    address: `syslog+tls://localhost:${port}`,
    start,
    stop,
    received: async () => (await readFile(join(folder, 'received'), 'utf8').catch(() => '')).split('\n').slice(0, -1),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
