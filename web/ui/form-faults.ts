import { type RefObject, useEffect } from 'react'
import { useTranslation } from 'react-i18next'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const isField = (element: Element): element is Field =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement

/** A required field that has only spaces is missing too. */
const isMissing = (field: Field): boolean =>
  field.validity.valueMissing || (field.required && field.value.trim() === '')

const minCharacters = (field: Field): number => (field instanceof HTMLSelectElement ? 0 : field.minLength)

/** Also true of text that was not typed, unlike the browser's own `tooShort`. */
const isTooShort = (field: Field): boolean => field.value !== '' && field.value.length < minCharacters(field)

const isChosen = (field: Field): boolean =>
  field instanceof HTMLSelectElement || field.getAttribute('aria-haspopup') === 'listbox'

interface Faults {
  /** Messages by the path of the field in the form. */
  readonly byField: Readonly<Record<string, string>>
  /** The first field that the form does not know. */
  readonly unnamed: Field | undefined
}

/** Returns a function that finds the required fields without a value and the invalid ones, in the order of the page. */
export const useFaults = (formRef: RefObject<HTMLFormElement | null>): (() => Faults) => {
  const { t } = useTranslation()
  // The browser's own messages are in its language and cover the form.
  useEffect(() => formRef.current?.setAttribute('novalidate', ''))

  const messageOf = (field: Field): string => {
    if (isMissing(field)) return t(isChosen(field) ? 'form.choose' : 'form.missing')
    if (isTooShort(field)) return t('form.tooShort', { count: minCharacters(field) })
    if (field.validity.typeMismatch && field.type === 'email') return t('form.email')
    if (field.validity.typeMismatch && field.type === 'url') return t('form.url')
    return field.validationMessage
  }
  return () => {
    const fields = [...(formRef.current?.elements ?? [])].filter(isField)
    const faulty = fields.filter(
      field => field.willValidate && (isMissing(field) || isTooShort(field) || !field.validity.valid),
    )
    const named = faulty.flatMap(field => (field.dataset.path ? [[field.dataset.path, messageOf(field)] as const] : []))
    return {
      byField: Object.fromEntries(named),
      unnamed: faulty.find(field => !field.dataset.path && !field.validity.valid),
    }
  }
}

const focusable = 'input:not([type=hidden]), textarea, select, button'

/** Focuses the first field with a message, or the first one of a group with a message, and scrolls to it. */
export const focusFirstFault = (form: HTMLFormElement | null): void => {
  const invalid = form?.querySelector<HTMLElement>('[aria-invalid="true"], input[data-invalid]')
  const message = form?.querySelector<HTMLElement>(
    '.mantine-InputWrapper-error, .mantine-InputError-error, fieldset [role=alert]',
  )
  const target =
    invalid ?? message?.closest('fieldset, .mantine-InputWrapper-root')?.querySelector<HTMLElement>(focusable)
  target?.focus()
  target?.scrollIntoView({ block: 'nearest' })
}
