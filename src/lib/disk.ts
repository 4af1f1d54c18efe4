import { constants } from 'node:fs'
import { access, statfs } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'

export interface DiskState {
  readonly state: 'ok' | 'read_only' | 'full' | 'silent' | 'missing' | 'unusable'
  readonly path: string
  /** The system error code. */
  readonly code?: string
  /** The number of bytes that this user may still write. */
  readonly freeBytes?: number
}

/** Two segments of PostgreSQL's write-ahead log; with less space, PostgreSQL would soon stop. */
const minFreeBytes = 32 * 1024 * 1024

const timeoutMs = 2000

const states: Readonly<Record<string, DiskState['state']>> = {
  __proto__: null as never,
  EROFS: 'read_only',
  ENOSPC: 'full',
  EDQUOT: 'full',
  ENOENT: 'missing',
  ENOTDIR: 'missing',
}

const measure = async (path: string): Promise<DiskState> => {
  try {
    await access(path, constants.W_OK)
    const { bavail, bsize } = await statfs(path)
    const freeBytes = bavail * bsize
    return freeBytes < minFreeBytes
      ? { state: 'full', path, freeBytes, code: 'ENOSPC' }
      : { state: 'ok', path, freeBytes }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    return { state: states[code] ?? 'unusable', path, code }
  }
}

/** Checks within 2 s whether a folder accepts files; a network file system may never respond. Never rejects. */
export const inspectDisk = async (path: string): Promise<DiskState> => {
  const timer = new AbortController()
  const timeout = delay(timeoutMs, undefined, { ref: false, signal: timer.signal })
    .then((): DiskState => ({ state: 'silent', path }))
    .catch((): DiskState => ({ state: 'silent', path }))
  const state = await Promise.race([measure(path), timeout])
  timer.abort()
  return state
}
