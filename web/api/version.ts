/** A record as a page shows it, with the version that it had. */
export interface Versioned {
  readonly etag: string
}

/** The header of a change that is made only while the record is as it was seen. Without it, such a call does not compile. */
export interface IfMatch {
  readonly 'If-Match': string
}

export const asSeen = ({ etag }: Versioned): IfMatch => ({ 'If-Match': etag })

/** Versions that this page has changed, by the path of the change, until the record is read again. */
const ended = new Map<string, string>()
const successors = new Map<string, string>()

/** Notes that this page changed the record of a version. */
export const noteChanged = (path: string, etag: string): void => {
  ended.set(path, etag)
}

/** Notes the version in which a record was read: after a change of this page it is no surprise. */
export const noteRead = (path: string, etag: string): void => {
  for (const [changed, before] of ended) {
    if (changed !== path && !changed.startsWith(`${path}/`)) continue
    ended.delete(changed)
    if (before !== etag) successors.set(before, etag)
  }
}

/** The version that this page's own changes have made of one. */
export const madeOf = (etag: string): string => {
  const next = successors.get(etag)
  return next === undefined ? etag : madeOf(next)
}

/** Whether a record came with its version, which the document leaves out where machines read by the same schema. */
export const isVersioned = <T extends Partial<Versioned>>(record: T): record is T & Versioned =>
  record.etag !== undefined

export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** A field that has changed in the meantime. */
export interface Difference {
  readonly name: string
  /** Its path, unique. */
  readonly path: string
  readonly seen: unknown
  readonly now: unknown
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The fields that were changed. */
export type Changes<Fields> = {
  [Name in keyof Fields]?: Fields[Name] extends readonly unknown[]
    ? Fields[Name]
    : Fields[Name] extends object
      ? Changes<Fields[Name]>
      : Fields[Name]
}

/** The changed fields of a form, at any depth: concurrent changes by others are left alone. */
export const changesOf = <Fields extends object>(before: Fields, after: Fields): Changes<Fields> =>
  Object.fromEntries(
    Object.entries(after).flatMap(([name, value]) => {
      const present = before[name as keyof Fields]
      if (isSame(value, present)) return []
      return [[name, isObject(value) && isObject(present) ? changesOf(present, value) : value]]
    }),
  ) as Changes<Fields>

/** The fields that both records have, at any depth, that have a name to show and differ. */
export type IsNamed = (field: string) => boolean

/** Of a record what `differencesOf` compares: its fields with a name, where they stand. */
export const comparableOf = (record: object, isNamed: IsNamed): object =>
  Object.fromEntries(
    Object.entries(record).flatMap(([name, value]) => {
      if (isNamed(name)) return [[name, value]]
      return isObject(value) ? [[name, comparableOf(value, isNamed)]] : []
    }),
  )

/** The fields with a name to show, at any depth, that both have and that differ. */
export const differencesOf = (seen: unknown, now: unknown, isNamed: IsNamed, above = ''): Difference[] => {
  if (!isObject(seen) || !isObject(now)) return []
  return Object.keys(seen).flatMap(name => {
    const [before, after, path] = [seen[name], now[name], `${above}/${name}`]
    if (!(name in now) || isSame(before, after)) return []
    return isNamed(name) ? [{ name, path, seen: before, now: after }] : differencesOf(before, after, isNamed, path)
  })
}
