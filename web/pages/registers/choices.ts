import { useTranslation } from 'react-i18next'
import { type Offer, useNames } from '#web/family/choices.ts'
import type { Choice } from '#web/ui/choice.ts'
import type { ChoiceValue, FieldName, Register } from './model.ts'

/** Returns a function that gives the label of a register's field. */
export const useFieldLabel = () => {
  const { t } = useTranslation('registers')
  return ({ key }: Register, name: string): string => (name === key ? t('key') : t(`field.${name as FieldName}`))
}

/** The options of the register's fields that have fixed values. */
export const useChoices = (register: Register): Readonly<Record<string, readonly Choice[]>> => {
  const { t } = useTranslation('registers')
  const { t: common } = useTranslation()
  const options = Object.entries(register.fields).flatMap(([name, { values }]) =>
    values && name !== 'status'
      ? [[name, values.map(value => ({ value, label: t(`choice.${value as ChoiceValue}`) }))] as const]
      : [],
  )
  return {
    ...Object.fromEntries(options),
    status: register.statuses.map(value => ({ value, label: common(`status.${value}`) })),
  }
}

/** The kind of record that each reference field of a register can name. */
export const offersOf = ({ references }: Register): Readonly<Record<string, Offer>> => ({
  ...Object.fromEntries(Object.entries(references).map(([field, { kind }]) => [field, { kind }])),
  ownerId: { kind: 'person' },
})

/** The options of the fields, and the names of the records that the reference fields name. */
export const useChoicesAndNames = (
  register: Register,
  records: readonly Readonly<Record<string, unknown>>[],
): Readonly<Record<string, readonly Choice[]>> => {
  const requests = Object.entries(offersOf(register)).map(([field, { kind }]) => ({
    field,
    kind,
    ids: records.map(record => record[field]).filter(id => typeof id === 'string'),
  }))
  const names = useNames(requests)
  const namedChoices = requests.map(({ field, ids }) => [
    field,
    ids.flatMap(id => {
      const label = names.get(id)
      return label === undefined ? [] : [{ value: id, label }]
    }),
  ])
  return { ...useChoices(register), ...Object.fromEntries(namedChoices) }
}
