import { Button, NativeSelect, TextInput, type TextInputProps } from '@mantine/core'
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

interface FieldProps extends Pick<FilterProps, 'onChange'> {
  readonly filter: Filter
  readonly value: string
}

const Field = ({ filter: { name, label, choices, offer, type }, value, onChange }: FieldProps) => {
  const { t } = useTranslation()
  const change = (text: string) => onChange(name, text)
  if (offer)
    return (
      <ChooseOne
        size="xs"
        label={label}
        placeholder={t('filters.any')}
        offer={offer}
        {...(choices && { first: choices })}
        value={value}
        onChange={change}
      />
    )
  if (choices)
    return (
      <NativeSelect
        size="xs"
        label={label}
        data-empty={value === '' || undefined}
        value={value}
        onChange={event => change(event.currentTarget.value)}
        data={[{ value: '', label: t('filters.any') }, ...choices]}
      />
    )
  return <TypedFilter label={label} type={type ?? 'text'} value={value} onChange={change} />
}

/**
 * The filters of a list. The page's address contains them, so that people can share a view. On phones they fold, unless
 * one is set.
 */
export const FilterFields = ({
  filters,
  values,
  isFiltered,
  onChange,
  onClear,
}: FilterProps & { isFiltered: boolean }) => {
  const { t } = useTranslation()
  const [isFolded, setFolded] = useState(!isFiltered)
  const count = filters.filter(({ name }) => values[name]).length
  return (
    <search className="filters" data-folded={isFolded || undefined}>
      <div className="filters-toggle narrow-only">
        <Button size="xs" variant="default" aria-expanded={!isFolded} onClick={() => setFolded(!isFolded)}>
          {count > 0 ? t('filters.openSet', { count }) : t('filters.open')}
        </Button>
      </div>
      {filters.map(filter => (
        <div key={filter.name} data-type={filter.type}>
          <Field filter={filter} value={values[filter.name] ?? ''} onChange={onChange} />
        </div>
      ))}
      {isFiltered && (
        <div>
          <Button size="xs" variant="subtle" onClick={onClear}>
            {t('actions.clear')}
          </Button>
        </div>
      )}
    </search>
  )
}
