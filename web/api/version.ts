/** A record as a page shows it, with the version that it had. */
export interface Versioned {
  readonly etag?: string | undefined
}

/** The header of a change that is made only while the record is as it was seen. */
export interface IfMatch {
  readonly 'If-Match'?: string
}

export const asSeen = ({ etag }: Versioned = {}): IfMatch => (etag === undefined ? {} : { 'If-Match': etag })

export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** A field that has changed meanwhile. */
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

/** The changed fields of a form, at any depth: what others change meanwhile is left alone. */
export const changesOf = <Fields extends object>(before: Fields, after: Fields): Changes<Fields> =>
  Object.fromEntries(
    Object.entries(after).flatMap(([name, value]) => {
      const present = before[name as keyof Fields]
      if (isSame(value, present)) return []
      return [[name, isObject(value) && isObject(present) ? changesOf(present, value) : value]]
    }),
  ) as Changes<Fields>

/** The fields that both records have, at any depth, that have a name to show and differ. */
export const differencesOf = (
  seen: unknown,
  now: unknown,
  isNamed: (field: string) => boolean,
  above = '',
): Difference[] => {
  if (!isObject(seen) || !isObject(now)) return []
  return Object.keys(seen).flatMap(name => {
    const [before, after, path] = [seen[name], now[name], `${above}/${name}`]
    if (!(name in now) || isSame(before, after)) return []
    return isNamed(name) ? [{ name, path, seen: before, now: after }] : differencesOf(before, after, isNamed, path)
  })
}
