import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findExecutable } from '#test/tools.ts'
import { until } from '#test/until.ts'

const program = findExecutable('clamd')

/** The reason to skip tests that need clamd, or false if it is installed. */
export const withoutClamd = program ? false : 'clamd is missing'

/** A harmless text, which matches clamd's only signature. */
export const marker = 'a-harmless-marker-of-the-tests-of-probata'
export const markerName = 'Probata.Test.Marker.UNOFFICIAL'

/** A real clamd with one signature. */
export interface Clamd extends AsyncDisposable {
  /** The value for PROBATA_MALWARE_SCANNER. */
  readonly address: string
  stop(): Promise<void>
}

const settings = (folder: string) => `LocalSocket ${folder}/clamd.ctl
DatabaseDirectory ${folder}/signatures
TemporaryDirectory ${folder}
Foreground yes
LogFile ${folder}/log
MaxThreads 2
StreamMaxLength 2M
MaxFileSize 2M
AlertExceedsMax yes
${process.getuid?.() === 0 ? 'User root' : ''}
`

const isResponding = async (path: string): Promise<boolean> => {
  const socket = connect(path).setEncoding('utf8')
  try {
    socket.write('zPING\0')
    const [text] = await once(socket, 'data')
    return text === 'PONG\0'
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

export const startClamd = async (): Promise<Clamd> => {
  const folder = await mkdtemp(join(tmpdir(), 'probata-clamd-'))
  await mkdir(join(folder, 'signatures'))
  const signature = `Probata.Test.Marker:0:*:${Buffer.from(marker).toString('hex')}\n`
  await writeFile(join(folder, 'signatures', 'own.ndb'), signature)
  await writeFile(join(folder, 'clamd.conf'), settings(folder))
  const clamd = spawn(program ?? '', ['-c', join(folder, 'clamd.conf')], { stdio: 'ignore' })
  const exited = once(clamd, 'exit')
  const path = join(folder, 'clamd.ctl')
  const stop = async () => {
    clamd.kill('SIGKILL')
    await exited
  }
  await until('clamd answers', () => isResponding(path))
  return {
    address: `clamd:${path}`,
    stop,
    async [Symbol.asyncDispose]() {
      await stop()
      await rm(folder, { recursive: true })
    },
  }
}
