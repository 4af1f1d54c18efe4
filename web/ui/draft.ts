import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '#web/api/session.ts'
import { comparableOf, isSame, madeOf, type Versioned } from '#web/api/version.ts'
import type { Form } from './form.ts'
import { useIsNamed } from './is-named.ts'
import { useLeaveGuard } from './leave-guard.ts'
import { openDraft, sealDraft } from './sealed-draft.ts'
import { draftKeyOf, readStored, store } from './stored-drafts.ts'

/** The unsent content of a form, stored encrypted in this browser for the person who typed it. */
interface Draft {
  readonly at: string
  /** Fields that differ from what the form began with. */
  readonly values: Readonly<Record<string, unknown>>
  /** The version of the record that it changes, and the values of these fields then; a reason alone depends on none. */
  readonly of: Versioned | undefined
}

const longest = 200_000

const isDraft = (value: unknown): value is Draft =>
  typeof value === 'object' && value !== null && 'at' in value && 'values' in value && typeof value.at === 'string'

/** Undefined if no draft exists, or if it was encrypted before the install got another master key. */
const read = (secret: string, key: string): Draft | undefined => {
  const stored = readStored(key)
  if (!stored) return undefined
  try {
    const draft: unknown = { at: stored.at, ...JSON.parse(openDraft(secret, key, stored.sealed)) }
    return isDraft(draft) ? draft : undefined
  } catch {
    return undefined
  }
}

/** A node of an older version, during an upgrade, gives no key: then nothing is stored. */
const write = (secret: string | undefined, key: string, draft: Omit<Draft, 'at'>): void => {
  const text = JSON.stringify(draft)
  if (secret && text.length <= longest) store(key, sealDraft(secret, key, text))
}

const pick = (values: object, holds: (name: string, value: unknown) => boolean): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => holds(name, value)))

export interface KeptDraft {
  /** When the restored draft was typed. */
  readonly takenUp: string | undefined
  /** The record that it changes, as it was when the draft was typed. */
  readonly seen: Versioned | undefined
  /** Discards the draft. */
  readonly discard: () => void
}

interface Options {
  /** Identifies the form; undefined while it is closed. */
  readonly place: string | undefined
  /** The record that the form changes, as it is seen. */
  readonly of?: Versioned | undefined
  /** Fields that are never stored. */
  readonly secrets?: readonly string[]
  /** While it is being sent, leaving the page does not ask. */
  readonly busy: boolean
}

/**
 * Stores the input of a form until it is sent or discarded, so that it survives a crash, and restores it when the form
 * is opened again. Until then, leaving the page asks first.
 */
export const useDraft = (form: Form, { place, of, secrets = [], busy }: Options): KeptDraft => {
  const { t } = useTranslation()
  const owner = useSession()
  const isNamed = useIsNamed()
  const key = place && draftKeyOf(owner, place)
  const [takenUp, setTakenUp] = useState<Draft>()
  const [written, setWritten] = useState<string>()
  const before = of && { ...comparableOf(of, isNamed), etag: of.etag }

  // biome-ignore lint/correctness/useExhaustiveDependencies: when a form is opened, and never while the person types
  useEffect(() => {
    const found = key ? read(owner.draftKey, key) : undefined
    setTakenUp(found)
    if (found)
      form.setValues(pick(found.values, (name, value) => typeof Reflect.get(form.values, name) === typeof value))
  }, [key])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the form is another object at each drawing, its values are not
  useEffect(() => {
    if (!key) return
    const initial = form.getInitialValues()
    const changed = pick(
      form.values,
      (name, value) => !secrets.includes(name) && !isSame(value, Reflect.get(initial, name)),
    )
    const names = Object.keys(changed)
    if (names.length > 0) {
      const depends = names.some(name => name !== 'reason')
      write(owner.draftKey, key, { values: changed, of: depends ? (takenUp?.of ?? before) : undefined })
      setWritten(key)
    } else if (written === key) localStorage.removeItem(key)
  }, [key, form.values])

  useLeaveGuard(key !== undefined && form.isDirty(), t('draft.leave'), busy)

  const discard = () => {
    if (key) localStorage.removeItem(key)
    form.reset()
    setTakenUp(undefined)
  }
  const older = takenUp?.of
  return { takenUp: takenUp?.at, seen: older && madeOf(older.etag) !== of?.etag ? older : of, discard }
}
