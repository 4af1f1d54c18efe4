import type { Session } from '#web/api/session.ts'

/** The unsent content of a form, encrypted, stored in this browser for the person who typed it. */
interface StoredDraft {
  readonly at: string
  readonly sealed: string
}

const prefix = 'probata-draft:'
const maxDrafts = 20
const lifetimeMs = 30 * 86_400_000

const isStored = (value: unknown): value is StoredDraft =>
  typeof value === 'object' &&
  value !== null &&
  'at' in value &&
  typeof value.at === 'string' &&
  'sealed' in value &&
  typeof value.sealed === 'string'

export const readStored = (key: string): StoredDraft | undefined => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return isStored(stored) && Date.now() - Date.parse(stored.at) < lifetimeMs ? stored : undefined
  } catch {
    return undefined
  }
}

type Owner = Pick<Session, 'person' | 'organization'>

const keysOf = (start: string): string[] => Object.keys(localStorage).filter(key => key.startsWith(start))

const ownerPrefix = ({ person, organization }: Owner): string => `${prefix}${organization.id}:${person.id}:`

/** The storage key for the draft of a form. */
export const draftKeyOf = (owner: Owner, formId: string): string => ownerPrefix(owner) + formId

/** Stores a draft, and removes the oldest ones above the limit. The form works even if the browser stores nothing. */
export const store = (key: string, sealed: string): void => {
  const text = JSON.stringify({ at: new Date().toISOString(), sealed } satisfies StoredDraft)
  const others = keysOf(prefix).filter(other => other !== key)
  const newestFirst = others.toSorted((a, b) => (readStored(b)?.at ?? '').localeCompare(readStored(a)?.at ?? ''))
  for (const oldest of newestFirst.slice(maxDrafts - 1)) localStorage.removeItem(oldest)
  try {
    localStorage.setItem(key, text)
  } catch {
    localStorage.removeItem(key)
  }
}

export const forgetDrafts = (owner: Owner): void => {
  for (const key of keysOf(ownerPrefix(owner))) localStorage.removeItem(key)
}

export const hasDrafts = (owner: Owner): boolean =>
  keysOf(ownerPrefix(owner)).some(key => readStored(key) !== undefined)

/** Removes the expired drafts of all people, and drafts from versions that did not encrypt them. */
export const removeOldDrafts = (): void => {
  for (const key of keysOf(prefix)) if (!readStored(key)) localStorage.removeItem(key)
}
