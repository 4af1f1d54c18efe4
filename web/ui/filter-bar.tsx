import { Button, Group, NativeSelect, Select, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

export interface Choice {
  readonly value: string
  readonly label: string
}

interface Filter {
  readonly name: string
  readonly label: string
  /** What can be chosen; a text is typed where there is none. */
  readonly choices?: readonly Choice[]
  /** For many choices: found by typing a part of them. */
  readonly searchable?: true
  readonly type?: 'text' | 'datetime-local'
}

interface Props {
  readonly filters: readonly Filter[]
  readonly values: Readonly<Record<string, string | undefined>>
  /** An empty text removes the filter. */
  readonly onChange: (name: string, value: string) => void
  readonly onClear: () => void
}

/** More are found by typing further. */
const maxOffered = 50

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

/** Filters of a list; they live in the page's address, so that a view can be sent to somebody. */
export const FilterBar = ({ filters, values, onChange, onClear }: Props) => {
  const { t } = useTranslation()
  const isFiltered = filters.some(({ name }) => values[name])
  return (
    <Group gap="sm" mb="sm" align="flex-end" role="search">
      {filters.map(({ name, label, choices, searchable, type }) => {
        if (choices && searchable)
          return (
            <Select
              key={name}
              size="xs"
              w={280}
              label={label}
              placeholder={t('filters.any')}
              searchable
              clearable
              limit={maxOffered}
              nothingFoundMessage={t('nav.nothingFound')}
              clearButtonProps={{ 'aria-label': t('actions.clear') }}
              value={values[name] ?? null}
              onChange={value => onChange(name, value ?? '')}
              data={[...choices]}
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
