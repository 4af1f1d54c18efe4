import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '#web/api/session.ts'
import { comparableOf, isSame, latestEtag, type Versioned } from '#web/api/version.ts'
import type { Form } from './form.ts'
import { useIsNamed } from './is-named.ts'
import { useLeaveGuard } from './leave-guard.ts'
import { openDraft, sealDraft } from './sealed-draft.ts'
import { draftKeyOf, readStored, store } from './stored-drafts.ts'

/** The unsent content of a form, stored encrypted in this browser for the person who typed it. */
interface Draft {
  readonly at: string
  /** The fields that differ from the initial values. */
  readonly values: Readonly<Record<string, unknown>>
  /** The record to change: its version and fields when the draft was typed. Undefined for a reason alone. */
  readonly of: Versioned | undefined
}

const maxLength = 200_000

const isDraft = (value: unknown): value is Draft =>
  typeof value === 'object' && value !== null && 'at' in value && 'values' in value && typeof value.at === 'string'

/** Reads a draft. Undefined if no draft exists, or if it was encrypted under an earlier master key of the install. */
const readDraft = (secret: string, key: string): Draft | undefined => {
  const stored = readStored(key)
  if (!stored) return undefined
  try {
    const draft: unknown = { at: stored.at, ...JSON.parse(openDraft(secret, key, stored.sealed)) }
    return isDraft(draft) ? draft : undefined
  } catch {
    return undefined
  }
}

/** Stores a draft. During an upgrade, a node of an older version provides no key; then nothing is stored. */
const writeDraft = (secret: string | undefined, key: string, draft: Omit<Draft, 'at'>): void => {
  const text = JSON.stringify(draft)
  if (secret && text.length <= maxLength) store(key, sealDraft(secret, key, text))
}

const pick = (values: object, predicate: (name: string, value: unknown) => boolean): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => predicate(name, value)))

export interface FormDraft {
  /** When the restored draft was typed. */
  readonly restoredAt: string | undefined
  /** The record that the form changes, as it was when the draft was typed. */
  readonly base: Versioned | undefined
  /** Discards the draft. */
  readonly discard: () => void
}

interface Options {
  /** Identifies the form; undefined while it is closed. */
  readonly formId: string | undefined
  /** The record that the form changes, as the page shows it. */
  readonly record?: Versioned | undefined
  /** Fields that are never stored. */
  readonly secrets?: readonly string[]
  /** Whether the form is being sent: leaving the page then does not ask. */
  readonly busy: boolean
}

/**
 * Stores the input of a form until it is sent or discarded, so that it survives a crash, and restores it when the form
 * opens again. While there is unsent input, leaving the page asks first.
 */
export const useDraft = (form: Form, { formId, record, secrets = [], busy }: Options): FormDraft => {
  const { t } = useTranslation()
  const owner = useSession()
  const isNamed = useIsNamed()
  const key = formId && draftKeyOf(owner, formId)
  const [restored, setRestored] = useState<Draft>()
  const [writtenKey, setWrittenKey] = useState<string>()
  const base = record && { ...comparableOf(record, isNamed), etag: record.etag }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the form opens, never while the person types
  useEffect(() => {
    const draft = key ? readDraft(owner.draftKey, key) : undefined
    setRestored(draft)
    if (draft)
      form.setValues(pick(draft.values, (name, value) => typeof Reflect.get(form.values, name) === typeof value))
  }, [key])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each render creates a new form object, but keeps its values
  useEffect(() => {
    if (!key) return
    const initial = form.getInitialValues()
    const changed = pick(
      form.values,
      (name, value) => !secrets.includes(name) && !isSame(value, Reflect.get(initial, name)),
    )
    const names = Object.keys(changed)
    if (names.length > 0) {
      const dependsOnRecord = names.some(name => name !== 'reason')
      writeDraft(owner.draftKey, key, { values: changed, of: dependsOnRecord ? (restored?.of ?? base) : undefined })
      setWrittenKey(key)
    } else if (writtenKey === key) localStorage.removeItem(key)
  }, [key, form.values])

  useLeaveGuard(key !== undefined && form.isDirty(), t('draft.leave'), busy)

  const discard = () => {
    if (key) localStorage.removeItem(key)
    form.reset()
    setRestored(undefined)
  }
  const draftBase = restored?.of
  const isOutdated = draftBase && latestEtag(draftBase.etag) !== record?.etag
  return { restoredAt: restored?.at, base: isOutdated ? draftBase : record, discard }
}
