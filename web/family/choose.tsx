import { MultiSelect, type OptionsFilter, Select, Text, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type FocusEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Choice } from '#web/ui/choice.ts'
import { type Found, hintOf, labelOf, type Offer, useFound, useNames } from './choices.ts'

const typingPause = 200

/** The values of the line that says that more exist, and of the empty choice. */
const further = '…'
const nothing = '–'

interface Option extends Choice {
  readonly hint?: string | undefined
  readonly disabled?: boolean
}

type Grouped = Option | { readonly group: string; readonly items: Option[] }

interface Asked {
  readonly offers: readonly Offer[]
  /** Offered before the records. */
  readonly also?: readonly Choice[]
  readonly without?: readonly string[]
  /** The chosen ids. */
  readonly chosen: readonly string[]
  /** The names of some of them, where the page knows them. */
  readonly known?: readonly Choice[]
}

const includes = (text: string) => (part: string | undefined) => part?.toLowerCase().includes(text.toLowerCase())

/** The options of a field that searches while the person types, its status text, and its handlers. */
const useOptions = ({ offers, also = [], without = [], chosen, known = [] }: Asked) => {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [opened, setOpened] = useState(false)
  const [picked, setPicked] = useState<readonly Choice[]>([])
  const [search] = useDebouncedValue(typed, typingPause)
  const named = [...known, ...also, ...picked]
  const unknown = chosen.filter(id => !named.some(({ value }) => value === id))
  const names = useNames(offers.map(({ kind }) => ({ kind, ids: unknown })))
  const called = (id: string): string => named.find(({ value }) => value === id)?.label ?? names.get(id) ?? ''
  // The field shows the name of what is chosen: that is no text to search for.
  const isName = (text: string): boolean => chosen.some(id => called(id) === text)
  const text = (isName(search) ? '' : search.trim()).slice(0, 100)
  const asked = isName(typed) ? '' : typed.trim().slice(0, 100)
  const { found, hasMore, isPending, isError, retry } = useFound(offers, text, opened)
  const isLate = isPending || text !== asked
  const fits = includes(asked)
  const optionOf = ({ kind }: Offer, one: Found): Option => ({
    value: one.id,
    label: labelOf(kind, one),
    hint: hintOf(kind, one),
  })
  const seen = new Set(without)
  const listed = offers.map((offer, i) => {
    const items = (found[i] ?? [])
      .map(one => optionOf(offer, one))
      // Results for an earlier text are shown if they fit the current one.
      .filter(({ label, hint }) => !isLate || fits(label) || fits(hint))
      .filter(({ value }) => !seen.has(value) && seen.add(value))
    return { group: offer.group, items }
  })
  const first = also.filter(({ label }) => fits(label))
  const shown = [...first, ...listed.flatMap(({ items }) => items)]
  const isShown = new Set(shown.map(({ value }) => value))
  // They are options too, so that they have their names; the list shows those that were found.
  const unlisted = chosen.filter(id => !isShown.has(id)).map(id => ({ value: id, label: called(id) }))
  const data: Grouped[] = [
    ...first,
    ...unlisted,
    ...listed.flatMap(({ group, items }): Grouped[] => {
      if (group === undefined) return items
      return items.length > 0 ? [{ group, items }] : []
    }),
    ...(hasMore && !isLate ? [{ value: further, label: t('choose.more'), disabled: true }] : []),
  ]
  const hidden = new Set(unlisted.map(({ value }) => value))
  const filter: OptionsFilter = ({ options }) =>
    options.filter(option => !('value' in option && hidden.has(option.value)))
  const none = isLate ? t('loading') : t('nav.nothingFound')
  const message = isError ? t('choose.failed') : none
  const result = t(hasMore ? 'choose.foundMore' : 'choose.found', { number: shown.length })
  return {
    said: opened && (shown.length === 0 ? message : !isLate && result),
    hints: new Map(listed.flatMap(({ items }) => items).map(({ value, hint }) => [value, hint])),
    props: {
      data,
      searchable: true,
      openOnFocus: false,
      nothingFoundMessage: message,
      onSearchChange: setTyped,
      onOptionSubmit: (id: string) => setPicked([...picked, ...shown.filter(({ value }) => value === id)]),
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

interface Drawn {
  readonly label: string
  readonly description?: string
  readonly error?: ReactNode
  readonly required?: boolean
  readonly 'data-autofocus'?: boolean
  readonly size?: 'xs' | 'sm'
  readonly w?: number
}

interface Shared extends Drawn, Omit<Asked, 'offers' | 'chosen'> {
  readonly offer: Offer | readonly Offer[]
}

const listOf = <T,>(one: T | readonly T[]): readonly T[] => (Array.isArray(one) ? one : [one as T])

/** Tells those who do not see the list how many it has. */
const Said = ({ children }: { readonly children: string | false }) => (
  <VisuallyHidden role="status">{children || ''}</VisuallyHidden>
)

const render =
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

interface One extends Shared {
  /** The id, or an empty text. */
  readonly value?: string
  readonly onChange: (value: string) => void
  /** The placeholder while nothing is chosen. */
  readonly none?: string | undefined
}

/** Chooses a record: the server searches names and keys while the person types. */
export const ChooseOne = ({ offer, also = [], without, known, value = '', onChange, none, ...drawn }: One) => {
  const chosen = value === '' ? [] : [value]
  const first = none && value !== '' && !drawn.required ? [{ value: nothing, label: none }] : []
  const { props, hints, said } = useOptions({
    offers: listOf(offer),
    chosen,
    also: [...first, ...also],
    ...(without && { without: without.filter(id => id !== value) }),
    ...(known && { known }),
  })
  return (
    <>
      <Select
        {...drawn}
        {...props}
        {...(none && { placeholder: none })}
        allowDeselect={false}
        clearable={!drawn.required}
        renderOption={render(hints)}
        value={value === '' ? null : value}
        onChange={id => onChange(id === null || id === nothing ? '' : id)}
      />
      {said !== false && <Said>{said}</Said>}
    </>
  )
}

interface Many extends Shared {
  readonly value?: readonly string[]
  readonly onChange: (value: string[]) => void
  readonly most: number
  /** The placeholder while nothing is chosen. */
  readonly none?: string
}

/** Chooses several. */
export const ChooseMany = ({ offer, also, without, known, value = [], onChange, most, none, ...drawn }: Many) => {
  const { props, hints, said } = useOptions({
    offers: listOf(offer),
    chosen: value,
    ...(also && { also }),
    ...(without && { without }),
    ...(known && { known }),
  })
  return (
    <>
      <MultiSelect
        {...drawn}
        {...props}
        {...(none && value.length === 0 && { placeholder: none })}
        maxValues={most}
        renderOption={render(hints)}
        value={[...value]}
        onChange={onChange}
      />
      {said !== false && <Said>{said}</Said>}
    </>
  )
}
