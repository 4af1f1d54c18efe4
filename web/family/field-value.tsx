import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Choice } from '#web/ui/choice.ts'
import { Copyable } from '#web/ui/copy.tsx'
import { useFormat } from '#web/ui/display.ts'
import { RecordLink } from '#web/ui/records.tsx'
import { Time } from '#web/ui/time.tsx'
import type { Field } from './field.ts'

interface Props {
  readonly field: Field
  readonly value: unknown
  readonly choices: readonly Choice[]
}

const ChoiceLabel = ({ value, choices }: Props) =>
  choices.find(choice => choice.value === value)?.label ?? String(value)

const Reference = (props: Props) => (
  <RecordLink id={String(props.value)}>
    <ChoiceLabel {...props} />
  </RecordLink>
)

const Amount = ({ value }: Props) => useFormat().number(Number(value))

const Flag = ({ value }: Props) => useTranslation().t(value === true ? 'changed.yes' : 'changed.no')

const Line = ({ field, value }: Props) => (field.fixed ? <Copyable value={String(value)} /> : String(value))

const Paragraphs = ({ value }: Props) => (
  <Text size="sm" className="as-written">
    {String(value)}
  </Text>
)

const views: Readonly<Record<Field['kind'], (props: Props) => ReactNode>> = {
  line: Line,
  text: Paragraphs,
  choice: ChoiceLabel,
  reference: Reference,
  moment: ({ value }) => <Time at={String(value)} />,
  number: Amount,
  flag: Flag,
}

/** Shows the value of a record's field, by its kind. */
export const FieldValue = (props: Props) => {
  const View = views[props.field.kind]
  return <View {...props} />
}
