import { readFileSync } from 'node:fs'
import { readFile, rename, statfs, writeFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { randomToken } from '#lib/ids.ts'

/**
 * The file system types in statfs(2) of NFS, SMB, Ceph, 9P, Lustre, GPFS, BeeGFS, AFS, GFS2 and OCFS2, and of FUSE,
 * which may be any of these.
 */
const networkTypes: ReadonlySet<number> = new Set([
  0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x00c36400, 0x01021997, 0x0bd00bd0, 0x47504653, 0x19830326, 0x5346414f,
  0x01161970, 0x7461636f, 0x65735546,
])

/** Whether other machines may see the folder. */
export const isOnNetwork = async (folder: string): Promise<boolean> => networkTypes.has((await statfs(folder)).type)

export interface Heartbeat {
  /** Aborted when another machine writes the heartbeat instead. */
  readonly lost: AbortSignal
  stop(): Promise<void>
}

interface Beat {
  /** The id of the writer. */
  readonly id: string
  /** The boot id of the kernel. Processes with the same boot id see each other's locks. */
  readonly machine: string
  readonly count: number
}

const bootId = (): string => {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return ''
  }
}
const thisMachine = bootId()

const read = async (file: string): Promise<Beat | undefined> => {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch {
    return undefined
  }
}

/**
 * Whether a holder on another machine changes the file within three pauses. This does not need synchronized clocks.
 */
const isBeatingElsewhere = async (file: string, pause: number): Promise<boolean> => {
  const first = await read(file)
  if (!first || (first.machine === thisMachine && thisMachine !== '')) return false
  for (let checks = 0; checks < 3; checks++) {
    await delay(pause)
    const next = await read(file)
    if (next && (next.id !== first.id || next.count !== first.count)) return true
  }
  return false
}

/**
 * Records in a file, every `pause` milliseconds, that the folder is in use, for machines that see the file but not the
 * lock. If the last holder was on another machine and did not shut down cleanly, first waits up to three pauses.
 */
export const startHeartbeat = async (file: string, pause = 5000): Promise<Heartbeat | 'held elsewhere'> => {
  if (await isBeatingElsewhere(file, pause)) return 'held elsewhere'
  const id = randomToken()
  const lost = new AbortController()
  let count = 0
  const write = async (text: string): Promise<void> => {
    await writeFile(`${file}.${id}`, text)
    await rename(`${file}.${id}`, file)
  }
  const beat = async (): Promise<void> => {
    const current = await read(file)
    if (count > 0 && current && current.id !== id) lost.abort()
    else await write(JSON.stringify({ id, machine: thisMachine, count: ++count } satisfies Beat))
  }
  await beat()
  let beating = Promise.resolve()
  const timer = setInterval(() => {
    // Ignores a failed beat, because the next one tries again.
    beating = beating.then(() => (lost.signal.aborted ? undefined : beat())).catch(() => undefined)
  }, pause).unref()
  return {
    lost: lost.signal,
    async stop() {
      clearInterval(timer)
      await beating
      if (!lost.signal.aborted) await write('stopped\n').catch(() => undefined)
    },
  }
}
