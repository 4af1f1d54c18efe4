import { Checkbox } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { act, type ResponseOf } from '#web/api/act.ts'
import type { ReasonedOperation } from '#web/api/reasons.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { changesOf, type IfMatch, type Versioned } from '#web/api/version.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import type { Choice } from '#web/ui/choice.ts'
import type { Form } from '#web/ui/form.ts'
import { type Field, fromInput, type InputValue, toInput } from './field.ts'
import { FieldInput, type RecordChoices } from './field-input.tsx'

type Label = string | { readonly label: string; readonly hint: string }

type FieldsOf = Readonly<Record<string, Field>>

export interface RecordDialogProps<
  Operation extends ReasonedOperation,
  Fields extends FieldsOf,
  Name extends keyof Fields & string,
  Extra extends object,
> {
  /** The operation that creates or changes the record. */
  readonly operation: Operation
  /** The fields from `api/fields.ts`. */
  readonly fields: Fields
  /** The fields of the form, in order. */
  readonly labels: Readonly<Record<Name, Label>>
  readonly choices?: Readonly<Partial<Record<Name, readonly Choice[] | RecordChoices>>>
  /** The record to change. Without it, the dialog creates one. */
  readonly record?: (Versioned & Readonly<Record<string, unknown>>) | undefined
  /** The parameters of the path, if they are not the id of the record. */
  readonly path?: Readonly<Record<string, string>>
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
  /** The fields that a new record does not send while they are empty, so that the server decides them. */
  readonly serverDefaults?: readonly NoInfer<Name>[]
  /** The label of a checkbox that makes a new record active immediately instead of a draft. */
  readonly startActive?: string
  /** Called with the response. */
  readonly onDone?: (answer: ResponseOf<Operation>) => unknown
}

/**
 * Creates or changes a record, with the fields of the OpenAPI document. Must be mounted again for each opening
 * (`useOpening`).
 */
export const RecordDialog = <
  Operation extends ReasonedOperation,
  Fields extends FieldsOf,
  Name extends keyof Fields & string,
  Extra extends object = Record<never, never>,
>(
  props: RecordDialogProps<Operation, Fields, Name, Extra>,
) => {
  const { operation, record, path, values = record, extra, opened, onClose, title, text, ready = () => true } = props
  const { startActive, onDone } = props
  const serverDefaults: readonly string[] = props.serverDefaults ?? []
  const { t } = useTranslation()
  const refresh = useRefresh()
  const mayStart = startActive !== undefined && !record
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
  const form = useForm<Record<string, InputValue>>({
    initialValues: { ...inputs, ...extra, ...(mayStart && { active: false }), reason: '' },
  })
  const initialInputs = form.getInitialValues()
  // Changing a record sends only the edited fields, so that concurrent changes by others are kept.
  const entries = formFields
    .filter(({ name }) => !record || form.values[name] !== initialInputs[name])
    .map(({ name, field }) => [name, fromInput(field, form.values[name] ?? '')] as const)
    .filter(([name, value]) => record || value !== null || !serverDefaults.includes(name))
  // The form contains the fields in `extra` besides its own, so it can also serve as a form of those.
  const extraForm = form as unknown as Form<Extra>
  const extraOf = (values: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.keys({ ...extra }).map(name => [name, values[name]])) as Extra
  const extraInput = extraOf(form.values)
  const extraChanges = record ? changesOf(extraOf(initialInputs), extraInput) : extraInput
  const status = mayStart ? { status: form.values.active === true ? 'active' : 'draft' } : {}
  const body = { ...Object.fromEntries(entries), ...extraChanges, ...status }
  const send = async (reason: string, header?: IfMatch) => {
    // The fields are those of the operation's own body, which the compiler cannot see here.
    const answer: ResponseOf<Operation> = Object(await act(operation, Object({ record, path, body }), reason, header))
    void onDone?.(answer)
    await refresh()
  }
  const submission = record ? { record, onSubmit: send } : { onSubmit: (reason: string) => send(reason) }
  return (
    <ActionDialog
      operation={operation}
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
      {mayStart && <Checkbox label={startActive} {...form.getInputProps('active', { type: 'checkbox' })} />}
    </ActionDialog>
  )
}
