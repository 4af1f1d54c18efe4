import type { UseFormReturnType } from '@mantine/form'
import { createElement, type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { describeError } from '#web/api/client.ts'
import type { Versioned } from '#web/api/version.ts'
import { Sentence } from './sentence.tsx'

/** A form of the library with any fields; they have the names of the body that is sent. */
export type Form<Values extends object = object> = UseFormReturnType<Values>

const isGroup = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether a part of a form has its own path: a field of a group, or a group in a list. */
const hasPlace = (at: unknown, name: string | number): at is object =>
  isGroup(at) ? Object.hasOwn(at, name) : Array.isArray(at) && isGroup(at[Number(name)])

/**
 * The field that a path from the server points into: `['policy', 'receiptsRequired']`, `['questions', 2, 'title']`;
 * of `['events', 0]`, the list.
 */
const fieldAt = (values: object, path: readonly (string | number)[]): string | undefined => {
  const names: (string | number)[] = []
  let at: unknown = values
  for (const name of path) {
    if (!hasPlace(at, name)) break
    names.push(name)
    at = Reflect.get(at, name)
  }
  return names.length > 0 ? names.join('.') : undefined
}

/** Shows the issues of an error at their fields; returns the error if an issue has no field. */
const tellAtFields = (form: Form, error: unknown): unknown => {
  const { issues = [] } = describeError(error)
  const issuesByField = issues.map(({ path, ...problem }) => [fieldAt(form.getValues(), path), problem] as const)
  const errors = issuesByField.flatMap(([field, problem]) => (field ? [[field, createElement(Sentence, problem)]] : []))
  form.setErrors(Object.fromEntries(errors))
  return issues.length > 0 && issuesByField.every(([field]) => field) ? undefined : error
}

interface Sending {
  readonly element: RefObject<HTMLFormElement | null>
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void
  readonly busy: boolean
  /** The error that belongs to no field. */
  readonly error: unknown
  /** Sends the same again, on the record's current version. */
  readonly again: (now: Versioned) => void
  readonly forgetError: () => void
}

/**
 * Sends a form, once at a time: the server's issues appear at their fields, the first of which gets the focus. `send`
 * is called with the reason if the form has one, and with the version to change if it differs from the one shown.
 */
export const useSending = (form: Form, send: (reason: string, now?: Versioned) => Promise<unknown>): Sending => {
  const element = useRef<HTMLFormElement>(null)
  const [error, setError] = useState<unknown>()
  const [busy, setBusy] = useState(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever there are other faults
  useEffect(() => {
    element.current?.querySelector<HTMLElement>('[aria-invalid="true"], input[data-invalid]')?.focus()
  }, [form.errors])

  const run = async (now?: Versioned) => {
    if (busy) return
    setBusy(true)
    // An error stays until the next attempt is answered.
    if (!now) setError(undefined)
    try {
      await send(String(Reflect.get(form.getValues(), 'reason') ?? '').trim(), now)
      setError(undefined)
    } catch (refused) {
      setError(tellAtFields(form, refused))
    } finally {
      setBusy(false)
    }
  }
  return {
    element,
    onSubmit: form.onSubmit(() => {
      const wrong = element.current?.querySelectorAll<HTMLInputElement>('input:invalid') ?? []
      const [first] = [...wrong].filter(({ validity }) => validity.customError)
      if (!first) return run()
      first.reportValidity()
    }),
    busy,
    error,
    again: now => void run(now),
    forgetError: () => setError(undefined),
  }
}
