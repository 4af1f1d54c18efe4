import { Button, Group, NativeSelect, TextInput, type TextInputProps } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Choice } from '#web/ui/choice.ts'
import { MomentField } from '#web/ui/moment-field.tsx'
import type { Offer } from './choices.ts'
import { ChooseOne } from './choose.tsx'

interface Filter {
  readonly name: string
  readonly label: string
  /** The options. Without options, the filter is a text field. */
  readonly choices?: readonly Choice[]
  /** Records that can be chosen; the server searches them. `choices` come first. */
  readonly offer?: Offer | readonly Offer[]
  readonly type?: 'text' | 'datetime-local'
}

export interface FilterProps {
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

/** A text filter, applied on Enter or blur. It follows changes of the address. */
const TypedFilter = ({ label, type, value, onChange }: TypedProps) => {
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  const apply = () => {
    if (text.trim() !== value) onChange(text.trim())
  }
  const shared: TextInputProps = {
    size: 'xs',
    label,
    onBlur: apply,
    onKeyDown(event) {
      if (event.key === 'Enter') apply()
    },
  }
  if (type === 'datetime-local') return <MomentField {...shared} description={null} value={text} onChange={setText} />
  return <TextInput {...shared} value={text} onChange={event => setText(event.currentTarget.value)} />
}

/** The filters of a list. The page's address contains them, so that people can share a view. */
export const FilterFields = ({ filters, values, onChange, onClear }: FilterProps) => {
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
              placeholder={t('filters.any')}
              offer={offer}
              {...(choices && { first: choices })}
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
