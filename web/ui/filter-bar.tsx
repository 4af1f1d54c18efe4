import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
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
  readonly type?: 'text' | 'datetime-local'
}

interface Props {
  readonly filters: readonly Filter[]
  readonly values: Readonly<Record<string, string | undefined>>
  /** An empty text takes the filter away. */
  readonly onChange: (name: string, value: string) => void
  readonly onClear: () => void
}

/** Filters of a list; they live in the page's address, so that a view can be sent to somebody. */
export const FilterBar = ({ filters, values, onChange, onClear }: Props) => {
  const { t } = useTranslation()
  const isFiltered = filters.some(({ name }) => values[name])
  return (
    <Group gap="sm" mb="sm" align="flex-end" role="search">
      {filters.map(({ name, label, choices, type }) =>
        choices ? (
          <NativeSelect
            key={name}
            size="xs"
            label={label}
            value={values[name] ?? ''}
            onChange={event => onChange(name, event.currentTarget.value)}
            data={[{ value: '', label: t('filters.any') }, ...choices]}
          />
        ) : (
          <TextInput
            key={name}
            size="xs"
            label={label}
            type={type ?? 'text'}
            defaultValue={values[name] ?? ''}
            onBlur={event => onChange(name, event.currentTarget.value.trim())}
            onKeyDown={event => {
              if (event.key === 'Enter') onChange(name, event.currentTarget.value.trim())
            }}
          />
        ),
      )}
      {isFiltered && (
        <Button size="xs" variant="subtle" onClick={onClear}>
          {t('actions.clear')}
        </Button>
      )}
    </Group>
  )
}
