import type { UseFormReturnType } from '@mantine/form'
import { createElement, type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { describeError } from '#web/api/client.ts'
import type { Versioned } from '#web/api/version.ts'
import { Sentence } from './sentence.tsx'

/** A Mantine form whose fields have the names of the request body. */
export type Form<Values extends object = object> = UseFormReturnType<Values>

const isGroup = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether a member has its own path in the form: a field of a group, or a group in a list. */
const hasPath = (parent: unknown, name: string | number): parent is object =>
  isGroup(parent) ? Object.hasOwn(parent, name) : Array.isArray(parent) && isGroup(parent[Number(name)])

/**
 * The form field for a path from the server, such as `['policy', 'receiptsRequired']` or `['questions', 2, 'title']`.
 * For an item of a plain list, such as `['events', 0]`, the field is the list.
 */
const fieldAt = (values: object, path: readonly (string | number)[]): string | undefined => {
  const names: (string | number)[] = []
  let parent: unknown = values
  for (const name of path) {
    if (!hasPath(parent, name)) break
    names.push(name)
    parent = Reflect.get(parent, name)
  }
  return names.length > 0 ? names.join('.') : undefined
}

/** Shows the issues of an error at their fields. Returns the error if an issue has no field. */
const showAtFields = (form: Form, error: unknown): unknown => {
  const { issues = [] } = describeError(error)
  const issuesByField = issues.map(({ path, ...problem }) => [fieldAt(form.getValues(), path), problem] as const)
  const errors = issuesByField.flatMap(([field, problem]) => (field ? [[field, createElement(Sentence, problem)]] : []))
  form.setErrors(Object.fromEntries(errors))
  return issues.length > 0 && issuesByField.every(([field]) => field) ? undefined : error
}

interface Sending {
  readonly formRef: RefObject<HTMLFormElement | null>
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void
  readonly busy: boolean
  /** An error that belongs to no field. */
  readonly error: unknown
  /** Sends the same input again, for the record's current version. */
  readonly resend: (current: Versioned) => void
  readonly forgetError: () => void
}

/**
 * Sends a form, one request at a time. The server's issues appear at their fields, and the first one gets the focus.
 * Calls `send` with the reason, if the form has one, and with the record to change if it is not the one shown.
 */
export const useSending = (form: Form, send: (reason: string, current?: Versioned) => Promise<unknown>): Sending => {
  const formRef = useRef<HTMLFormElement>(null)
  const [error, setError] = useState<unknown>()
  const [busy, setBusy] = useState(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the errors change
  useEffect(() => {
    formRef.current?.querySelector<HTMLElement>('[aria-invalid="true"], input[data-invalid]')?.focus()
  }, [form.errors])

  const run = async (current?: Versioned) => {
    if (busy) return
    setBusy(true)
    // When a change is repeated, its error stays until the response.
    if (!current) setError(undefined)
    try {
      await send(String(Reflect.get(form.getValues(), 'reason') ?? '').trim(), current)
      setError(undefined)
    } catch (failure) {
      setError(showAtFields(form, failure))
    } finally {
      setBusy(false)
    }
  }
  return {
    formRef,
    onSubmit: form.onSubmit(() => {
      const invalid = formRef.current?.querySelectorAll<HTMLInputElement>('input:invalid') ?? []
      const [first] = [...invalid].filter(({ validity }) => validity.customError)
      if (!first) return run()
      first.reportValidity()
    }),
    busy,
    error,
    resend: current => void run(current),
    forgetError: () => setError(undefined),
  }
}
