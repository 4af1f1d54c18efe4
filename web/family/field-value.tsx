import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Choice } from '#web/ui/choice.ts'
import { Copyable } from '#web/ui/copy.tsx'
import { RecordLink } from '#web/ui/records.tsx'
import { Time } from '#web/ui/time.tsx'
import type { Field } from './field.ts'

interface Shown {
  readonly field: Field
  readonly value: unknown
  readonly choices: readonly Choice[]
}

const Chosen = ({ value, choices }: Shown) => choices.find(choice => choice.value === value)?.label ?? String(value)

const Referred = (shown: Shown) => (
  <RecordLink id={String(shown.value)}>
    <Chosen {...shown} />
  </RecordLink>
)

const Amount = ({ value }: Shown) => Number(value).toLocaleString(useTranslation().i18n.language)

const Flag = ({ value }: Shown) => useTranslation().t(value === true ? 'changed.yes' : 'changed.no')

const Line = ({ field, value }: Shown) => (field.fixed ? <Copyable value={String(value)} /> : String(value))

const Written = ({ value }: Shown) => (
  <Text size="sm" className="as-written">
    {String(value)}
  </Text>
)

const drawings: Readonly<Record<Field['kind'], (shown: Shown) => ReactNode>> = {
  line: Line,
  text: Written,
  choice: Chosen,
  reference: Referred,
  moment: ({ value }) => <Time at={String(value)} />,
  number: Amount,
  flag: Flag,
}

/** The value of a field of a record, drawn by its kind. */
export const FieldValue = (shown: Shown) => {
  const Drawing = drawings[shown.field.kind]
  return <Drawing {...shown} />
}
