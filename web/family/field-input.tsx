import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Choice } from '#web/ui/choice.ts'
import { NumberField } from '#web/ui/number-field.tsx'
import type { Offer } from './choices.ts'
import { ChooseOne } from './choose.tsx'
import type { Field, Typed } from './field.ts'

/** Records that can be chosen, found on the server. */
export interface Offered {
  readonly offer: Offer
  /** The placeholder while none is chosen. */
  readonly none: string
  /** The one that is chosen, where its name is known. */
  readonly present?: { readonly id: string | null; readonly name: string | null } | undefined
}

const isOffered = (choices: Offered | readonly unknown[]): choices is Offered => 'offer' in choices

interface Props {
  readonly field: Field
  readonly label: string
  readonly hint?: string | undefined
  /** The options of the field. */
  readonly choices?: readonly Choice[] | Offered | undefined
  readonly value: Typed
  readonly onChange: (value: Typed) => void
  /** The server's message about it. */
  readonly error: ReactNode
  /** Whether it has the focus when a dialog opens. */
  readonly first: boolean
}

const shared = ({ field, label, hint, first, error }: Props) => ({
  label,
  error,
  ...(hint && { description: hint }),
  ...(field.required && { required: true }),
  ...(first && { 'data-autofocus': true }),
})

const Line = (props: Props) => (
  <TextInput
    {...shared(props)}
    {...(props.field.kind === 'moment' ? { type: 'datetime-local' } : { maxLength: props.field.most })}
    value={String(props.value)}
    onChange={event => props.onChange(event.currentTarget.value)}
  />
)

const Text = (props: Props) => (
  <Textarea
    {...shared(props)}
    autosize
    minRows={2}
    maxRows={10}
    maxLength={props.field.most}
    value={String(props.value)}
    onChange={event => props.onChange(event.currentTarget.value)}
  />
)

const Select = (props: Props) => {
  const { choices = props.field.values ?? [], value, onChange } = props
  if (!isOffered(choices))
    return (
      <NativeSelect
        {...shared(props)}
        value={String(value)}
        onChange={event => onChange(event.currentTarget.value)}
        data={[...choices]}
      />
    )
  const { offer, none, present: { id, name } = { id: null, name: null } } = choices
  return (
    <ChooseOne
      {...shared(props)}
      offer={offer}
      none={none}
      {...(id !== null && name !== null && { known: [{ value: id, label: name }] })}
      value={String(value)}
      onChange={onChange}
    />
  )
}

const Amount = (props: Props) => (
  <NumberField
    {...shared(props)}
    whole={props.field.decimal !== true}
    min={props.field.least ?? 0}
    max={props.field.most ?? Number.MAX_SAFE_INTEGER}
    value={props.value === '' ? '' : Number(props.value)}
    onChange={value =>
      props.onChange(value === '' && (props.field.nullable || props.field.required) ? '' : Number(value))
    }
  />
)

const Flag = (props: Props) => (
  <Checkbox
    {...shared(props)}
    checked={props.value === true}
    onChange={event => props.onChange(event.currentTarget.checked)}
  />
)

const inputs: Readonly<Record<Field['kind'], (props: Props) => ReactNode>> = {
  line: Line,
  text: Text,
  choice: Select,
  reference: Select,
  moment: Line,
  number: Amount,
  flag: Flag,
}

/** The input of a field, by its kind. */
export const FieldInput = (props: Props) => {
  const Input = inputs[props.field.kind]
  return <Input {...props} />
}
