/** A record as the page shows it, with its version. */
export interface Versioned {
  readonly etag: string
}

/**
 * The header that makes a change conditional on the version that the person saw. Calls that need it do not compile
 * without it.
 */
export interface IfMatch {
  readonly 'If-Match': string
}

/** The header for changing the version that the page shows. */
export const ifMatch = ({ etag }: Versioned): IfMatch => ({ 'If-Match': etag })

interface OwnChange {
  /** The version that the change replaced. */
  readonly etag: string
  readonly endWait: () => void
}

/** This page's changes, by their path, until the record is read again. */
const unreadChanges = new Map<string, OwnChange>()
const successors = new Map<string, string>()

/** The longest wait for the record to be read again after a change, if the page does not reread its data. */
const maxWaitMs = 5000

/** Remembers which version of a record this page changed. The result resolves once the record has been read again. */
const untilReread = (path: string, etag: string): Promise<void> =>
  new Promise(resolve => {
    unreadChanges.set(path, { etag, endWait: resolve })
    setTimeout(resolve, maxWaitMs)
  })

/**
 * Records the version that was read. If this page has changed the record, this version becomes the successor of the one
 * that the change replaced. Removes the version's own successor: a record that returns to an earlier state, for example
 * by pausing and resuming, has the version of that state again.
 */
export const recordRead = (path: string, etag: string): void => {
  successors.delete(etag)
  for (const [changedPath, { etag: before, endWait }] of unreadChanges) {
    if (changedPath !== path && !changedPath.startsWith(`${path}/`)) continue
    unreadChanges.delete(changedPath)
    if (before !== etag) successors.set(before, etag)
    endWait()
  }
}

/**
 * Ends the remaining waits once the page has reread all its data. Some records are not read again by themselves,
 * because the page reads only a list that contains them.
 */
export const endWaits = (): void => {
  for (const { endWait } of unreadChanges.values()) endWait()
}

/** The version that results from this page's own changes to a version. */
export const latestEtag = (etag: string): string => {
  const next = successors.get(etag)
  return next === undefined ? etag : latestEtag(next)
}

/** The last change of this page to each version that it showed. */
const lastChanges = new Map<string, Promise<unknown>>()

/**
 * Sends a change to the version of a record that the page shows, once this page's earlier changes to that version have
 * been made and read. If a person saves and then presses another button, the second change therefore applies to the
 * saved record, even if the page still shows the previous version. Only a change that waited uses the later version: an
 * older form, sent after that version was read, could overwrite the changes of others.
 */
export const changeInTurn = (
  path: string,
  shownEtag: string,
  send: (etag: string) => Promise<Response>,
): Promise<Response> => {
  const sendAfter = async (earlier?: Promise<unknown>) => {
    await earlier
    const etag = earlier ? latestEtag(shownEtag) : shownEtag
    const response = await send(etag)
    return { response, isReread: response.ok ? untilReread(path, etag) : undefined }
  }
  const sent = sendAfter(lastChanges.get(shownEtag))
  const done = sent
    .then(({ isReread }) => isReread)
    .catch(() => {})
    .finally(() => lastChanges.get(shownEtag) === done && lastChanges.delete(shownEtag))
  lastChanges.set(shownEtag, done)
  return sent.then(({ response }) => response)
}

/** Whether a record has a version. The schema makes it optional, because responses to machines omit it. */
export const isVersioned = <T extends Partial<Versioned>>(record: T): record is T & Versioned =>
  record.etag !== undefined

export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** A field that someone else has changed in the meantime. */
export interface Difference {
  readonly name: string
  /** The unique path of the field. */
  readonly path: string
  readonly before: unknown
  readonly after: unknown
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The changed fields of a form. */
type Changes<Fields> = {
  [Name in keyof Fields]?: Fields[Name] extends readonly unknown[]
    ? Fields[Name]
    : Fields[Name] extends object
      ? Changes<Fields[Name]>
      : Fields[Name]
}

/** The changed fields of a form, at any depth. The others are not sent, so concurrent changes to them are kept. */
export const changesOf = <Fields extends object>(before: Fields, after: Fields): Changes<Fields> =>
  Object.fromEntries(
    Object.entries(after).flatMap(([name, value]) => {
      const oldValue = before[name as keyof Fields]
      if (isSame(value, oldValue)) return []
      return [[name, isObject(value) && isObject(oldValue) ? changesOf(oldValue, value) : value]]
    }),
  ) as Changes<Fields>

/** Whether a field has a name that can be shown to the user. */
export type IsNamed = (field: string) => boolean

/** The part of a record that `differencesOf` compares: its named fields, at their paths. */
export const comparableOf = (record: object, isNamed: IsNamed): object =>
  Object.fromEntries(
    Object.entries(record).flatMap(([name, value]) => {
      if (isNamed(name)) return [[name, value]]
      return isObject(value) ? [[name, comparableOf(value, isNamed)]] : []
    }),
  )

/** The named fields, at any depth, that both records have and that differ. */
export const differencesOf = (old: unknown, current: unknown, isNamed: IsNamed, parent = ''): Difference[] => {
  if (!isObject(old) || !isObject(current)) return []
  return Object.keys(old).flatMap(name => {
    const [before, after, path] = [old[name], current[name], `${parent}/${name}`]
    if (!(name in current) || isSame(before, after)) return []
    return isNamed(name) ? [{ name, path, before, after }] : differencesOf(before, after, isNamed, path)
  })
}
