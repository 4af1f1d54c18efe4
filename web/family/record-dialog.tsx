import { useForm } from '@mantine/form'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type Changes, changesOf, type IfMatch, type Versioned } from '#web/api/version.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import type { Choice } from '#web/ui/choice.ts'
import type { Form } from '#web/ui/form.ts'
import { type Field, type Sent, sentOf, type Typed, typedOf } from './field.ts'
import { FieldInput, type Offered } from './field-input.tsx'

type Label = string | { readonly label: string; readonly hint: string }

type FieldsOf = Readonly<Record<string, Field>>

type Body<Fields extends FieldsOf, Name extends keyof Fields, More> = { readonly [N in Name]: Sent<Fields[N]> } & More

interface Props<Fields extends FieldsOf, Name extends keyof Fields & string, More extends object> {
  /** Of `api/fields.ts`. */
  readonly fields: Fields
  /** The fields of the form, in order. */
  readonly labels: Readonly<Record<Name, Label>>
  readonly choices?: Readonly<Partial<Record<Name, readonly Choice[] | Offered>>>
  /** The record to change; a new one when left out. */
  readonly of?: (Versioned & Readonly<Record<string, unknown>>) | undefined
  /** Where its fields stand, when deeper. */
  readonly record?: Readonly<Record<string, unknown>>
  /** The initial values of a new record. */
  readonly initial?: Readonly<Partial<Record<Name, Typed>>>
  /** The initial values of further fields, which `children` renders; they are sent too. */
  readonly more?: More
  readonly children?: (form: Form<More>) => ReactNode
  /** Whether these are complete. */
  readonly ready?: (more: More) => boolean
  readonly opened: boolean
  readonly onClose: () => void
  readonly title: string
  readonly text?: string
  /** Creates a record; an error is shown. */
  readonly create?: (body: Body<Fields, Name, More>, reason: string) => Promise<unknown>
  /** Sends the changes of one. */
  readonly change?: (changes: Changes<Body<Fields, Name, More>>, reason: string, header: IfMatch) => Promise<unknown>
}

/** Creates or changes a record, with the fields of the document. Mounted again for each opening (`useOpening`). */
export const RecordDialog = <
  Fields extends FieldsOf,
  Name extends keyof Fields & string,
  More extends object = Record<never, never>,
>(
  props: Props<Fields, Name, More>,
) => {
  const { of, record = of, more, opened, onClose, title, text, ready = () => true } = props
  const { t } = useTranslation()
  const fields: FieldsOf = props.fields
  const asked = Object.entries<Label>(props.labels).flatMap(([name, label]) => {
    const field = fields[name]
    return field && !(of && field.fixed) ? [{ name, field, ...(typeof label === 'string' ? { label } : label) }] : []
  })
  const offered: Readonly<Record<string, readonly Choice[] | Offered | undefined>> = { ...props.choices }
  const present: Readonly<Record<string, unknown>> = record ?? { ...props.initial }
  const typed = Object.fromEntries(asked.map(({ name, field }) => [name, typedOf(field, present[name])]))
  const form = useForm<Record<string, Typed>>({ initialValues: { ...typed, ...more, reason: '' } })
  const begun = form.getInitialValues()
  // For a changed record, send only the typed fields, so that concurrent changes by others are kept.
  const sent = asked
    .filter(({ name }) => !of || form.values[name] !== begun[name])
    .map(({ name, field }) => [name, sentOf(field, form.values[name] ?? '')] as const)
  // A form of these and other fields is one of these.
  const furtherForm = form as unknown as Form<More>
  const furtherOf = (values: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.keys({ ...more }).map(name => [name, values[name]])) as More
  const further = furtherOf(form.values)
  const body = Object.fromEntries(sent)
  // Each name with what its field sends.
  const changed = () => ({ ...body, ...changesOf(furtherOf(begun), further) }) as never
  const made = () => ({ ...body, ...further }) as never
  const submission = of
    ? { of, onSubmit: async (reason: string, header: IfMatch) => props.change?.(changed(), reason, header) }
    : { onSubmit: async (reason: string) => props.create?.(made(), reason) }
  return (
    <ActionDialog
      opened={opened}
      onClose={onClose}
      title={title}
      {...(text && { text })}
      submit={t(of ? 'actions.save' : 'actions.create')}
      form={form}
      ready={ready(further) && sent.every(([, value]) => value !== undefined)}
      {...submission}
    >
      {asked.map(({ name, ...one }, i) => (
        <FieldInput
          key={name}
          {...one}
          choices={offered[name]}
          first={i === 0}
          value={form.values[name] ?? ''}
          error={form.errors[name]}
          onChange={value => form.setFieldValue(name, value)}
        />
      ))}
      {props.children?.(furtherForm)}
    </ActionDialog>
  )
}
