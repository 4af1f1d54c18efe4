import { randomBytes } from 'node:crypto'

/** A current object, or an earlier version. */
export interface Stored {
  bytes: Buffer
  readonly at: Date
}

export interface Version {
  readonly key: string
  readonly id: string
  /** Undefined for a delete marker. */
  readonly stored: Stored | undefined
  mode: string | undefined
  /** Milliseconds. */
  until: number
}

/** Versions with Object Lock. `objects` has the current ones. */
export interface Versions {
  readonly all: Version[]
  put(
    key: string,
    stored: Stored,
    lock: { readonly mode?: string | undefined; readonly until?: string | undefined },
  ): string
  find(key: string, id: string | null): Version | undefined
  /** Writes a delete marker if no version is named. Returns false if the version is locked. */
  remove(key: string, id: string | null): boolean
  /** Returns false if the lock would be shortened. */
  retain(version: Version, mode: string, until: number): boolean
}

export const createVersions = (objects: Map<string, Stored>, now: () => number): Versions => {
  const all: Version[] = []
  const newestOf = (key: string) => all.findLast(version => version.key === key)

  const show = (key: string) => {
    const newest = newestOf(key)
    if (newest?.stored) objects.set(key, newest.stored)
    else objects.delete(key)
  }

  const add = (key: string, stored: Stored | undefined, mode?: string, until = 0): string => {
    const id = randomBytes(8).toString('hex')
    all.push({ key, id, stored, mode, until })
    show(key)
    return id
  }

  return {
    all,
    put: (key, stored, { mode, until }) => add(key, stored, mode, until === undefined ? 0 : Date.parse(until)),
    find: (key, id) => (id === null ? newestOf(key) : all.find(version => version.key === key && version.id === id)),
    remove(key, id) {
      if (id === null) return add(key, undefined) !== ''
      const at = all.findIndex(version => version.key === key && version.id === id)
      if ((all[at]?.until ?? 0) > now()) return false
      if (at >= 0) all.splice(at, 1)
      show(key)
      return true
    },
    retain(version, mode, until) {
      if (version.until > now() && (until < version.until || mode !== version.mode)) return false
      Object.assign(version, { mode, until })
      return true
    },
  }
}
