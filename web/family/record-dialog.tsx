import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Changes, changesOf, type IfMatch, type Versioned } from '#web/api/version.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import type { Choice } from '#web/ui/filter-bar.tsx'
import { type Field, type Sent, sentOf, type Typed, typedOf } from './field.ts'
import { FieldInput } from './field-input.tsx'

type Label = string | { readonly label: string; readonly hint: string }

type Body<Fields extends Readonly<Record<string, Field>>, Name extends keyof Fields> = {
  readonly [N in Name]: Sent<Fields[N]>
}

interface Props<Fields extends Readonly<Record<string, Field>>, Name extends keyof Fields & string> {
  /** Of `api/fields.ts`. */
  readonly fields: Fields
  /** The fields that are asked for, in their order. */
  readonly labels: Readonly<Record<Name, Label>>
  readonly choices?: Readonly<Partial<Record<Name, readonly Choice[]>>>
  /** The record that is changed; a new one when left out. */
  readonly record?: Readonly<Record<string, unknown>> | undefined
  /** The same as the page shows it. */
  readonly of?: Versioned | undefined
  /** What a new one begins with. */
  readonly initial?: Readonly<Partial<Record<Name, Typed>>>
  readonly opened: boolean
  readonly onClose: () => void
  readonly title: string
  readonly text?: string
  /** Makes a record; what is thrown is shown. */
  readonly create?: (body: Body<Fields, Name>, reason: string) => Promise<unknown>
  /** Sends what was changed of one. */
  readonly change?: (changes: Changes<Body<Fields, Name>>, reason: string, header: IfMatch) => Promise<unknown>
  /** Fields of its own, and whether they are complete. */
  readonly children?: ReactNode
  readonly ready?: boolean
}

/** Makes or changes a record, by the fields that the document names. Mounted anew for each opening (`useOpening`). */
export const RecordDialog = <Fields extends Readonly<Record<string, Field>>, Name extends keyof Fields & string>(
  props: Props<Fields, Name>,
) => {
  const { labels, choices, record, of, initial, opened, onClose, title, text, children, ready = true } = props
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
      of={of}
      onSubmit={async (reason, header) => {
        // Each name with what its field sends.
        const body = Object.fromEntries(shown.map(({ name, sent }) => [name, sent])) as never
        await (record ? props.change?.(changesOf(record, body) as never, reason, header) : props.create?.(body, reason))
      }}
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
