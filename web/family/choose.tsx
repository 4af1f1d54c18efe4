import { MultiSelect, type OptionsFilter, Select, Text, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type FocusEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Choice } from '#web/ui/choice.ts'
import { hintOf, labelOf, type Offer, type RecordChoice, useNames, useRecordChoices } from './choices.ts'

const typingPauseMs = 200

/** The values of two special options: the note that more records exist, and the empty choice. */
const moreNote = '…'
const noChoice = '–'

interface Option extends Choice {
  readonly hint?: string | undefined
  readonly disabled?: boolean
}

type OptionOrGroup = Option | { readonly group: string; readonly items: Option[] }

interface OptionsInput {
  readonly offers: readonly Offer[]
  /** Options to list before the records. */
  readonly first?: readonly Choice[]
  /** Ids that are not offered. */
  readonly exclude?: readonly string[]
  /** The selected ids. */
  readonly selected: readonly string[]
  /** Names of records that the page already has. */
  readonly labels?: readonly Choice[]
}

const includes = (text: string) => (part: string | undefined) => part?.toLowerCase().includes(text.toLowerCase())

/** The options, status text and handlers of a field that searches while the person types. */
const useOptions = ({ offers, first = [], exclude = [], selected, labels = [] }: OptionsInput) => {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [opened, setOpened] = useState(false)
  const [picked, setPicked] = useState<readonly Choice[]>([])
  const [search] = useDebouncedValue(typed, typingPauseMs)
  const labeled = [...labels, ...first, ...picked]
  const unlabeled = selected.filter(id => !labeled.some(({ value }) => value === id))
  const names = useNames(offers.map(({ kind }) => ({ kind, ids: unlabeled })))
  const labelFor = (id: string): string => labeled.find(({ value }) => value === id)?.label ?? names.get(id) ?? ''
  // The field shows the name of the selected record, which is not a search text.
  const isName = (text: string): boolean => selected.some(id => labelFor(id) === text)
  const text = (isName(search) ? '' : search.trim()).slice(0, 100)
  const currentText = isName(typed) ? '' : typed.trim().slice(0, 100)
  const { choices, hasMore, isPending, isError, retry } = useRecordChoices(offers, text, opened)
  const isLate = isPending || text !== currentText
  const isMatch = includes(currentText)
  const optionOf = ({ kind }: Offer, choice: RecordChoice): Option => ({
    value: choice.id,
    label: labelOf(kind, choice),
    hint: hintOf(kind, choice),
  })
  const usedIds = new Set(exclude)
  const groups = offers.map((offer, i) => {
    const items = (choices[i] ?? [])
      .map(choice => optionOf(offer, choice))
      // Results for an earlier text are shown if they match the current one.
      .filter(({ label, hint }) => !isLate || isMatch(label) || isMatch(hint))
      .filter(({ value }) => !usedIds.has(value) && usedIds.add(value))
    return { group: offer.group, items }
  })
  const firstOptions = first.filter(({ label }) => isMatch(label))
  const visibleOptions = [...firstOptions, ...groups.flatMap(({ items }) => items)]
  const visibleIds = new Set(visibleOptions.map(({ value }) => value))
  // Selected records need an option for their label. The filter below hides those that do not match.
  const unlisted = selected.filter(id => !visibleIds.has(id)).map(id => ({ value: id, label: labelFor(id) }))
  const data: OptionOrGroup[] = [
    ...firstOptions,
    ...unlisted,
    ...groups.flatMap(({ group, items }): OptionOrGroup[] => {
      if (group === undefined) return items
      return items.length > 0 ? [{ group, items }] : []
    }),
    ...(hasMore && !isLate ? [{ value: moreNote, label: t('choose.more'), disabled: true }] : []),
  ]
  const hidden = new Set(unlisted.map(({ value }) => value))
  const filter: OptionsFilter = ({ options }) =>
    options.filter(option => !('value' in option && hidden.has(option.value)))
  const emptyText = isLate ? t('loading') : t('nav.nothingFound')
  const message = isError ? t('choose.failed') : emptyText
  const result = t(hasMore ? 'choose.foundMore' : 'choose.found', { number: visibleOptions.length })
  return {
    statusText: opened && (visibleOptions.length === 0 ? message : !isLate && result),
    hints: new Map(groups.flatMap(({ items }) => items).map(({ value, hint }) => [value, hint])),
    optionProps: {
      data,
      searchable: true,
      openOnFocus: false,
      nothingFoundMessage: message,
      onSearchChange: setTyped,
      onOptionSubmit: (id: string) => setPicked([...picked, ...visibleOptions.filter(({ value }) => value === id)]),
      // Typed text replaces the name.
      onFocus: (event: FocusEvent<HTMLInputElement>) => event.currentTarget.select(),
      onDropdownOpen: () => {
        setOpened(true)
        retry()
      },
      onDropdownClose: () => setOpened(false),
      filter,
    },
  }
}

interface InputProps {
  readonly label: string
  readonly description?: string
  readonly error?: ReactNode
  readonly required?: boolean
  readonly 'data-autofocus'?: boolean
  /** The path of the field in the form. */
  readonly 'data-path'?: string
  readonly size?: 'xs' | 'sm'
  readonly w?: number
}

interface SharedProps extends InputProps, Omit<OptionsInput, 'offers' | 'selected'> {
  readonly offer: Offer | readonly Offer[]
}

const listOf = <T,>(value: T | readonly T[]): readonly T[] => (Array.isArray(value) ? value : [value as T])

/** Announces the number of results to screen readers. */
const StatusText = ({ children }: { readonly children: string | false }) => (
  <VisuallyHidden role="status">{children || ''}</VisuallyHidden>
)

const renderWithHint =
  (hints: ReadonlyMap<string, string | undefined>) =>
  ({ option: { value, label } }: { readonly option: Choice }) => (
    <span>
      {label}
      {hints.get(value) && (
        <Text span size="xs" c="dimmed">
          {' '}
          {hints.get(value)}
        </Text>
      )}
    </span>
  )

interface ChooseOneProps extends SharedProps {
  /** The selected id; empty for none. */
  readonly value?: string
  readonly onChange: (value: string) => void
  /** The placeholder, and the label of the option that clears the field. */
  readonly placeholder?: string | undefined
  /** Whether the field can be emptied; by default unless it is required. */
  readonly clearable?: boolean
}

/** A field that selects one record. The server searches names and keys while the person types. */
export const ChooseOne = (props: ChooseOneProps) => {
  const { offer, first = [], exclude, labels, value = '', onChange, placeholder, clearable, ...input } = props
  const clearOption = placeholder && value !== '' && !input.required ? [{ value: noChoice, label: placeholder }] : []
  const { optionProps, hints, statusText } = useOptions({
    offers: listOf(offer),
    selected: value === '' ? [] : [value],
    first: [...clearOption, ...first],
    ...(exclude && { exclude: exclude.filter(id => id !== value) }),
    ...(labels && { labels }),
  })
  return (
    <>
      <Select
        {...input}
        {...optionProps}
        {...(placeholder && { placeholder })}
        allowDeselect={false}
        clearable={clearable ?? !input.required}
        renderOption={renderWithHint(hints)}
        value={value === '' ? null : value}
        onChange={id => onChange(id === null || id === noChoice ? '' : id)}
      />
      {statusText !== false && <StatusText>{statusText}</StatusText>}
    </>
  )
}

interface ChooseManyProps extends SharedProps {
  readonly value?: readonly string[]
  readonly onChange: (value: string[]) => void
  /** How many records can be selected. */
  readonly limit: number
  readonly placeholder?: string
}

/** A field that selects several records. */
export const ChooseMany = (props: ChooseManyProps) => {
  const { offer, first, exclude, labels, value = [], onChange, limit, placeholder, ...input } = props
  const { optionProps, hints, statusText } = useOptions({
    offers: listOf(offer),
    selected: value,
    ...(first && { first }),
    ...(exclude && { exclude }),
    ...(labels && { labels }),
  })
  return (
    <>
      <MultiSelect
        {...input}
        {...optionProps}
        {...(placeholder && value.length === 0 && { placeholder })}
        maxValues={limit}
        renderOption={renderWithHint(hints)}
        value={[...value]}
        onChange={onChange}
      />
      {statusText !== false && <StatusText>{statusText}</StatusText>}
    </>
  )
}
