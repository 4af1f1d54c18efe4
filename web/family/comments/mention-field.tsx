import { Combobox, Text, Textarea, useCombobox, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import { labelFor, type Mention, typedMention } from './mention-text.ts'

const typingPauseMs = 150

interface Props {
  readonly recordId: string
  readonly label: string
  readonly description?: string
  readonly error?: ReactNode
  readonly value: string
  readonly mentions: readonly Mention[]
  readonly onChange: (text: string, mentions: readonly Mention[]) => void
  readonly autoFocus?: boolean
}

/** A text field that, after an @, offers the people who can see the record. */
export const MentionField = ({ recordId, value, mentions, onChange, autoFocus = false, ...input }: Props) => {
  const { t } = useTranslation('comments')
  const field = useRef<HTMLTextAreaElement>(null)
  const combobox = useCombobox()
  const [typed, setTyped] = useState<ReturnType<typeof typedMention>>()
  const [search] = useDebouncedValue(typed?.search ?? '', typingPauseMs)
  const { data } = api.useQuery(
    'get',
    '/api/workspace/comments/people',
    { params: { query: { recordId, ...(search && { search }) } } },
    { enabled: typed !== undefined, placeholderData: keepPreviousData },
  )
  const people = typed && data ? data.people : []
  const isOpen = people.length > 0

  // biome-ignore lint/correctness/useExhaustiveDependencies: only when other people are offered
  useEffect(() => {
    if (!isOpen) return combobox.closeDropdown()
    combobox.openDropdown()
    combobox.selectFirstOption()
  }, [isOpen, data])

  const readTyped = () => {
    const { current } = field
    setTyped(current ? typedMention(current.value, current.selectionStart) : undefined)
  }
  const choose = (id: string) => {
    const person = people.find(one => one.id === id)
    if (!person || !typed) return
    const label = labelFor(person.name, id, mentions)
    const before = `${value.slice(0, typed.start)}@${label} `
    onChange(before + value.slice(typed.start + 1 + typed.search.length), [
      ...mentions.filter(one => one.id !== id),
      { id, label },
    ])
    setTyped(undefined)
    requestAnimationFrame(() => field.current?.setSelectionRange(before.length, before.length))
  }
  return (
    <>
      <Combobox store={combobox} onOptionSubmit={choose} position="bottom-start" offset={4}>
        <Combobox.Target withKeyboardNavigation={isOpen}>
          <Textarea
            {...input}
            ref={field}
            value={value}
            autosize
            minRows={2}
            maxRows={12}
            autoComplete="off"
            aria-autocomplete="list"
            data-path="text"
            {...(autoFocus && { 'data-autofocus': true, autoFocus })}
            onChange={({ currentTarget }) => {
              onChange(currentTarget.value, mentions)
              readTyped()
            }}
            onSelect={readTyped}
            onBlur={() => setTyped(undefined)}
            onKeyDown={event => {
              if (event.key === 'Escape' && isOpen) {
                event.stopPropagation()
                setTyped(undefined)
              }
              if (event.key === 'Enter' && !isOpen && (event.ctrlKey || event.metaKey)) {
                event.preventDefault()
                event.currentTarget.form?.requestSubmit()
              }
            }}
          />
        </Combobox.Target>
        <Combobox.Dropdown hidden={!isOpen}>
          <Combobox.Options aria-label={t('people')}>
            {people.map(({ id, name, email }) => (
              <Combobox.Option key={id} value={id}>
                {name}{' '}
                <Text span size="xs">
                  {email}
                </Text>
              </Combobox.Option>
            ))}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      <VisuallyHidden role="status">{typed && data ? t('found', { count: people.length }) : ''}</VisuallyHidden>
    </>
  )
}
