import { useForm } from '@mantine/form'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReasonedOperation } from '#web/api/reasons.ts'
import { type Changes, changesOf, type IfMatch, type Versioned } from '#web/api/version.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import type { Choice } from '#web/ui/choice.ts'
import type { Form } from '#web/ui/form.ts'
import { type Field, type FieldValueOf, fromInput, type InputValue, toInput } from './field.ts'
import { FieldInput, type RecordChoices } from './field-input.tsx'

type Label = string | { readonly label: string; readonly hint: string }

type FieldsOf = Readonly<Record<string, Field>>

type Body<Fields extends FieldsOf, Name extends keyof Fields, Extra> = {
  readonly [N in Name]: FieldValueOf<Fields[N]>
} & Extra

interface Props<Fields extends FieldsOf, Name extends keyof Fields & string, Extra extends object> {
  /** The operation that creates or changes the record. */
  readonly operation: ReasonedOperation
  /** The fields from `api/fields.ts`. */
  readonly fields: Fields
  /** The fields of the form, in order. */
  readonly labels: Readonly<Record<Name, Label>>
  readonly choices?: Readonly<Partial<Record<Name, readonly Choice[] | RecordChoices>>>
  /** The record to change. Without it, the dialog creates one. */
  readonly record?: (Versioned & Readonly<Record<string, unknown>>) | undefined
  /** The part of the record that has the fields, if not the record itself. */
  readonly values?: Readonly<Record<string, unknown>>
  /** The initial values of a new record. */
  readonly initial?: Readonly<Partial<Record<Name, InputValue>>>
  /** The initial values of further fields, which `children` renders. They are sent too. */
  readonly extra?: Extra
  readonly children?: (form: Form<Extra>) => ReactNode
  /** Whether the further fields are complete. */
  readonly ready?: (extra: Extra) => boolean
  readonly opened: boolean
  readonly onClose: () => void
  readonly title: string
  readonly text?: string
  /** Creates the record. The dialog shows an error. */
  readonly create?: (body: Body<Fields, Name, Extra>, reason: string) => Promise<unknown>
  /** Sends the changes to the record. */
  readonly change?: (changes: Changes<Body<Fields, Name, Extra>>, reason: string, header: IfMatch) => Promise<unknown>
}

/** Creates or changes a record, with the fields of the OpenAPI document. Mounted again for each opening (`useOpening`). */
export const RecordDialog = <
  Fields extends FieldsOf,
  Name extends keyof Fields & string,
  Extra extends object = Record<never, never>,
>(
  props: Props<Fields, Name, Extra>,
) => {
  const { record, values = record, extra, opened, onClose, title, text, ready = () => true } = props
  const { t } = useTranslation()
  const fields: FieldsOf = props.fields
  const formFields = Object.entries<Label>(props.labels).flatMap(([name, label]) => {
    const field = fields[name]
    return field && !(record && field.fixed)
      ? [{ name, field, ...(typeof label === 'string' ? { label } : label) }]
      : []
  })
  const choices: Readonly<Record<string, readonly Choice[] | RecordChoices | undefined>> = { ...props.choices }
  const current: Readonly<Record<string, unknown>> = values ?? { ...props.initial }
  const inputs = Object.fromEntries(formFields.map(({ name, field }) => [name, toInput(field, current[name])]))
  const form = useForm<Record<string, InputValue>>({ initialValues: { ...inputs, ...extra, reason: '' } })
  const initialInputs = form.getInitialValues()
  // Changing a record sends only the edited fields, so that concurrent changes by others are kept.
  const entries = formFields
    .filter(({ name }) => !record || form.values[name] !== initialInputs[name])
    .map(({ name, field }) => [name, fromInput(field, form.values[name] ?? '')] as const)
  // The form has further fields besides its own, so it is also a form of those.
  const extraForm = form as unknown as Form<Extra>
  const extraOf = (values: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.keys({ ...extra }).map(name => [name, values[name]])) as Extra
  const extraInput = extraOf(form.values)
  const body = Object.fromEntries(entries)
  // Each field's value has the type of the field, which the compiler cannot see here.
  const changes = () => ({ ...body, ...changesOf(extraOf(initialInputs), extraInput) }) as never
  const newRecord = () => ({ ...body, ...extraInput }) as never
  const submission = record
    ? { record, onSubmit: async (reason: string, header: IfMatch) => props.change?.(changes(), reason, header) }
    : { onSubmit: async (reason: string) => props.create?.(newRecord(), reason) }
  return (
    <ActionDialog
      operation={props.operation}
      opened={opened}
      onClose={onClose}
      title={title}
      {...(text && { text })}
      submit={t(record ? 'actions.save' : 'actions.create')}
      form={form}
      ready={ready(extraInput) && entries.every(([, value]) => value !== undefined)}
      {...submission}
    >
      {formFields.map(({ name, ...props }, i) => (
        <FieldInput
          key={name}
          name={name}
          {...props}
          choices={choices[name]}
          hasFocus={i === 0}
          value={form.values[name] ?? ''}
          error={form.errors[name]}
          onChange={value => form.setFieldValue(name, value)}
        />
      ))}
      {props.children?.(extraForm)}
    </ActionDialog>
  )
}
