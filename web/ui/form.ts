import type { UseFormReturnType } from '@mantine/form'
import { createElement, type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { describeError } from '#web/api/client.ts'
import { isSame, type Versioned } from '#web/api/version.ts'
import { focusFirstFault, useFaults } from './form-faults.ts'
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

/** The names of the fields that differ from their initial values, without the reason. */
export const changedFields = (form: Form): string[] => {
  const initial = form.getInitialValues()
  return Object.entries(form.getValues()).flatMap(([name, value]) =>
    name === 'reason' || isSame(value, Reflect.get(initial, name)) ? [] : [name],
  )
}

/** Messages about missing input other than empty required fields: one per field, and one that belongs to no field. */
export interface Gaps {
  readonly fields?: Readonly<Record<string, ReactNode>> | undefined
  readonly other?: string | undefined
}

interface Sending {
  readonly formRef: RefObject<HTMLFormElement | null>
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void
  readonly busy: boolean
  /** A message about missing input that belongs to no field. */
  readonly gap: string | undefined
  /** An error that belongs to no field. */
  readonly error: unknown
  /** Sends the same input again, for the record's current version. */
  readonly resend: (current: Versioned) => void
  readonly forgetError: () => void
}

/**
 * Sends a form, one request at a time. If something is missing, it sends nothing and leads to the first missing field.
 * The server's issues appear at their fields too. Calls `send` with the reason, if the form has one, and with the
 * record to change if it is not the one shown.
 */
export const useSending = (
  form: Form,
  send: (reason: string, current?: Versioned) => Promise<unknown>,
  gaps: () => Gaps = () => ({}),
): Sending => {
  const formRef = useRef<HTMLFormElement>(null)
  const findFaults = useFaults(formRef)
  const [error, setError] = useState<unknown>()
  const [gap, setGap] = useState<string>()
  const [busy, setBusy] = useState(false)

  useEffect(() => {
    if (Object.keys(form.errors).length > 0) focusFirstFault(formRef.current)
  }, [form.errors])

  const run = async (current?: Versioned) => {
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

  /** Whether nothing is missing. Shows messages for missing input. */
  const isComplete = (): boolean => {
    const { fields, other } = gaps()
    const { byField, unnamed } = findFaults()
    const errors = { ...fields, ...byField, ...form.validate().errors }
    form.setErrors(errors)
    const hasErrors = Object.keys(errors).length > 0
    setGap(hasErrors || unnamed ? undefined : other)
    if (!hasErrors) unnamed?.reportValidity()
    return !hasErrors && !unnamed && other === undefined
  }

  return {
    formRef,
    onSubmit(event) {
      event.preventDefault()
      if (!busy && isComplete()) void run()
    },
    busy,
    // The message goes away once nothing is missing.
    gap: gap && gaps().other,
    error,
    resend: current => void (busy || run(current)),
    forgetError: () => {
      setError(undefined)
      setGap(undefined)
    },
  }
}
