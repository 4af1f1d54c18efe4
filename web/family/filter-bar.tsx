import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Choice } from '#web/ui/choice.ts'
import type { Offer } from './choices.ts'
import { ChooseOne } from './choose.tsx'

interface Filter {
  readonly name: string
  readonly label: string
  /** The options; without any, the filter is a text field. */
  readonly choices?: readonly Choice[]
  /** Records that can be chosen, found on the server; `choices` come before them. */
  readonly offer?: Offer | readonly Offer[]
  readonly type?: 'text' | 'datetime-local'
}

interface Props {
  readonly filters: readonly Filter[]
  readonly values: Readonly<Record<string, string | undefined>>
  /** An empty text removes the filter. */
  readonly onChange: (name: string, value: string) => void
  readonly onClear: () => void
}

interface TypedProps {
  readonly label: string
  readonly type: 'text' | 'datetime-local'
  readonly value: string
  readonly onChange: (value: string) => void
}

/** Applied on Enter or blur; it follows the address when that changes elsewhere. */
const TypedFilter = ({ label, type, value, onChange }: TypedProps) => {
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  const apply = () => {
    if (typed.trim() !== value) onChange(typed.trim())
  }
  return (
    <TextInput
      size="xs"
      label={label}
      type={type}
      value={typed}
      onChange={event => setTyped(event.currentTarget.value)}
      onBlur={apply}
      onKeyDown={event => {
        if (event.key === 'Enter') apply()
      }}
    />
  )
}

/** Filters of a list; they are kept in the page's address, so that a view can be shared. */
export const FilterBar = ({ filters, values, onChange, onClear }: Props) => {
  const { t } = useTranslation()
  const isFiltered = filters.some(({ name }) => values[name])
  return (
    <Group gap="sm" mb="sm" align="flex-end" role="search">
      {filters.map(({ name, label, choices, offer, type }) => {
        if (offer)
          return (
            <ChooseOne
              key={name}
              size="xs"
              w={240}
              label={label}
              none={t('filters.any')}
              offer={offer}
              {...(choices && { also: choices })}
              value={values[name] ?? ''}
              onChange={value => onChange(name, value)}
            />
          )
        return choices ? (
          <NativeSelect
            key={name}
            size="xs"
            label={label}
            value={values[name] ?? ''}
            onChange={event => onChange(name, event.currentTarget.value)}
            data={[{ value: '', label: t('filters.any') }, ...choices]}
          />
        ) : (
          <TypedFilter
            key={name}
            label={label}
            type={type ?? 'text'}
            value={values[name] ?? ''}
            onChange={value => onChange(name, value)}
          />
        )
      })}
      {isFiltered && (
        <Button size="xs" variant="subtle" onClick={onClear}>
          {t('actions.clear')}
        </Button>
      )}
    </Group>
  )
}
