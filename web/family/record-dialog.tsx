import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import type { Choice } from '#web/ui/filter-bar.tsx'
import { type Field, type Sent, sentOf, type Typed, typedOf } from './field.ts'
import { FieldInput } from './field-input.tsx'

type Label = string | { readonly label: string; readonly hint: string }

interface Props<Fields extends Readonly<Record<string, Field>>, Name extends keyof Fields & string> {
  /** Of `api/fields.ts`. */
  readonly fields: Fields
  /** The fields that are asked for, in their order. */
  readonly labels: Readonly<Record<Name, Label>>
  readonly choices?: Readonly<Partial<Record<Name, readonly Choice[]>>>
  /** The record that is changed; a new one when left out. */
  readonly record?: Readonly<Record<string, unknown>> | undefined
  /** What a new one begins with. */
  readonly initial?: Readonly<Partial<Record<Name, Typed>>>
  readonly opened: boolean
  readonly onClose: () => void
  readonly title: string
  readonly text?: string
  /** Sends it; what is thrown is shown. Of a record that is changed, what never changes is left out. */
  readonly save: (body: { readonly [N in Name]: Sent<Fields[N]> }, reason: string) => Promise<unknown>
  /** Fields of its own, and whether they are complete. */
  readonly children?: ReactNode
  readonly ready?: boolean
}

/** Makes or changes a record, by the fields that the document names. Mounted anew for each opening (`useOpening`). */
export const RecordDialog = <Fields extends Readonly<Record<string, Field>>, Name extends keyof Fields & string>(
  props: Props<Fields, Name>,
) => {
  const { labels, choices, record, initial, opened, onClose, title, text, save, children, ready = true } = props
  const { t } = useTranslation()
  const fields: Readonly<Record<string, Field>> = props.fields
  const asked = Object.entries<Label>(labels).flatMap(([name, label]) => {
    const field = fields[name]
    return field && !(record && field.fixed)
      ? [{ name, field, ...(typeof label === 'string' ? { label } : label) }]
      : []
  })
  const offered: Readonly<Record<string, readonly Choice[] | undefined>> = { ...choices }
  const present: Readonly<Record<string, unknown>> = record ?? { ...initial }
  const [typed, setTyped] = useState<Readonly<Record<string, Typed>>>({})
  const shown = asked.map(one => {
    const begun = typedOf(one.field, present[one.name])
    const value = typed[one.name] ?? begun
    return { ...one, value, sent: record && value === begun ? present[one.name] : sentOf(one.field, value) }
  })
  return (
    <ActionDialog
      opened={opened}
      onClose={onClose}
      title={title}
      {...(text && { text })}
      submit={t(record ? 'actions.save' : 'actions.create')}
      ready={ready && shown.every(({ sent }) => sent !== undefined)}
      // Each name with what its field sends.
      onSubmit={reason => save(Object.fromEntries(shown.map(({ name, sent }) => [name, sent])) as never, reason)}
    >
      {shown.map(({ name, sent: _, ...one }, i) => (
        <FieldInput
          key={name}
          {...one}
          choices={offered[name]}
          first={i === 0}
          onChange={value => setTyped({ ...typed, [name]: value })}
        />
      ))}
      {children}
    </ActionDialog>
  )
}
