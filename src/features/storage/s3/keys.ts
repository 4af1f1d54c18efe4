const objectKeyPath = /^([0-9a-f]{2})\/(\1[0-9a-f]{30})$/

export interface Keys {
  /** The prefix of all keys of the organization. */
  readonly root: string
  full(objectKey: string): string
  /** Extracts the object key from a full key; undefined if it is not one of ours. */
  objectKeyOf(full: string): string | undefined
}

/** A location in a bucket: `<prefix>/<name>/`. */
export const folderOf = (prefix: string | undefined, name: string): string => `${prefix ? `${prefix}/` : ''}${name}/`

/** Builds keys as `<prefix>/<organization>/<2 hex>/<object key>`, which sort by object key. */
export const createKeys = (prefix: string | undefined, organizationId: string): Keys => {
  const root = folderOf(prefix, organizationId)
  return {
    root,
    full(objectKey) {
      const path = `${objectKey.slice(0, 2)}/${objectKey}`
      if (!objectKeyPath.test(path)) throw new Error('the object key is not one of ours')
      return root + path
    },
    objectKeyOf: full => (full.startsWith(root) ? objectKeyPath.exec(full.slice(root.length))?.[2] : undefined),
  }
}
