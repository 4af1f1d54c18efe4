import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Choice } from '#web/ui/choice.ts'
import { MomentField } from '#web/ui/moment-field.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import type { Offer } from './choices.ts'
import { ChooseOne } from './choose.tsx'
import type { Field, InputValue } from './field.ts'

/** Records that can be chosen; the server searches them. */
export interface RecordChoices {
  readonly offer: Offer
  /** The placeholder while none is selected. */
  readonly placeholder: string
  /** The selected record, if its name is known. */
  readonly selected?: { readonly id: string | null; readonly name: string | null } | undefined
}

const areRecords = (choices: RecordChoices | readonly unknown[]): choices is RecordChoices => 'offer' in choices

interface Props {
  /** The path of the field in the form. */
  readonly name: string
  readonly field: Field
  readonly label: string
  readonly hint?: string | undefined
  /** The options of the field. */
  readonly choices?: readonly Choice[] | RecordChoices | undefined
  readonly value: InputValue
  readonly onChange: (value: InputValue) => void
  /** The server's message about the field. */
  readonly error: ReactNode
  /** Whether the field has the focus when the dialog opens. */
  readonly hasFocus: boolean
}

const sharedProps = ({ name, field, label, hint, hasFocus, error }: Props) => ({
  label,
  error,
  'data-path': name,
  ...(hint && { description: hint }),
  ...(field.required && { required: true }),
  ...(hasFocus && { 'data-autofocus': true }),
})

const Moment = (props: Props) => (
  <MomentField {...sharedProps(props)} value={String(props.value)} onChange={props.onChange} />
)

const Line = (props: Props) => (
  <TextInput
    {...sharedProps(props)}
    maxLength={props.field.most}
    value={String(props.value)}
    onChange={event => props.onChange(event.currentTarget.value)}
  />
)

const Text = (props: Props) => (
  <Textarea
    {...sharedProps(props)}
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
  if (!areRecords(choices))
    return (
      <NativeSelect
        {...sharedProps(props)}
        value={String(value)}
        onChange={event => onChange(event.currentTarget.value)}
        data={[...choices]}
      />
    )
  const { offer, placeholder, selected: { id, name } = { id: null, name: null } } = choices
  return (
    <ChooseOne
      {...sharedProps(props)}
      offer={offer}
      placeholder={placeholder}
      {...(id !== null && name !== null && { labels: [{ value: id, label: name }] })}
      value={String(value)}
      onChange={onChange}
    />
  )
}

const Amount = (props: Props) => (
  <NumberField
    {...sharedProps(props)}
    integer={props.field.decimal !== true}
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
    {...sharedProps(props)}
    checked={props.value === true}
    onChange={event => props.onChange(event.currentTarget.checked)}
  />
)

const inputs: Readonly<Record<Field['kind'], (props: Props) => ReactNode>> = {
  line: Line,
  text: Text,
  choice: Select,
  reference: Select,
  moment: Moment,
  number: Amount,
  flag: Flag,
}

/** The input for a field, by its kind. */
export const FieldInput = (props: Props) => {
  const Input = inputs[props.field.kind]
  return <Input {...props} />
}
