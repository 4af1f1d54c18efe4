import { randomBytes } from 'node:crypto'

/** An object, in its current or an earlier version. */
export interface StoredObject {
  bytes: Buffer
  readonly at: Date
}

export interface Version {
  readonly key: string
  readonly id: string
  /** The stored object. Undefined for a delete marker. */
  readonly stored: StoredObject | undefined
  mode: string | undefined
  /** The time at which the lock ends, in milliseconds. */
  until: number
}

/** The versions of a bucket with Object Lock. */
export interface Versions {
  readonly all: Version[]
  put(
    key: string,
    stored: StoredObject,
    lock: { readonly mode?: string | undefined; readonly until?: string | undefined },
  ): string
  find(key: string, id: string | null): Version | undefined
  /** Writes a delete marker if no version is named. Returns false if the version is locked. */
  remove(key: string, id: string | null): boolean
  /** Sets the lock of a version. Returns false if that would shorten the lock. */
  retain(version: Version, mode: string, until: number): boolean
}

export const createVersions = (objects: Map<string, StoredObject>, now: () => number): Versions => {
  const allVersions: Version[] = []
  const newestOf = (key: string) => allVersions.findLast(version => version.key === key)

  const show = (key: string) => {
    const newest = newestOf(key)
    if (newest?.stored) objects.set(key, newest.stored)
    else objects.delete(key)
  }

  const addVersion = (key: string, stored: StoredObject | undefined, mode?: string, until = 0): string => {
    const id = randomBytes(8).toString('hex')
    allVersions.push({ key, id, stored, mode, until })
    show(key)
    return id
  }

  return {
    all: allVersions,
    put: (key, stored, { mode, until }) => addVersion(key, stored, mode, until === undefined ? 0 : Date.parse(until)),
    find: (key, id) =>
      id === null ? newestOf(key) : allVersions.find(version => version.key === key && version.id === id),
    remove(key, id) {
      if (id === null) return addVersion(key, undefined) !== ''
      const index = allVersions.findIndex(version => version.key === key && version.id === id)
      if ((allVersions[index]?.until ?? 0) > now()) return false
      if (index >= 0) allVersions.splice(index, 1)
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
