import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

/** Short, because the rows should follow what is typed; outdated requests are cancelled. */
const typingPauseMs = 30
/** Shorter than the pause before the page renders again, so that the rows are requested earlier. */
const preparingPauseMs = 15
const maxLength = 200

interface Props {
  /** The list, for the name of the field. */
  readonly label: string
  readonly value: string
  readonly onChange: (text: string) => void
  /** Called before `onChange` with the same text. */
  readonly onPrepare?: ((text: string) => void) | undefined
}

/** Searches a list while the person types. The address has the text, and changes of the address change the field. */
export const SearchField = ({ label, value, onChange, onPrepare }: Props) => {
  const { t } = useTranslation('lists')
  const [text, setText] = useState(value)
  const sent = useRef(value)
  useEffect(() => {
    if (value === sent.current) return
    sent.current = value
    setText(value)
  }, [value])
  const apply = (typed: string) => {
    const next = typed.trim()
    if (next === sent.current) return
    sent.current = next
    onChange(next)
  }
  const prepare = (typed: string) => {
    const next = typed.trim()
    if (next !== sent.current) onPrepare?.(next)
  }
  const latest = useRef({ apply, prepare })
  latest.current = { apply, prepare }
  useEffect(() => {
    const preparing = setTimeout(() => latest.current.prepare(text), preparingPauseMs)
    const applying = setTimeout(() => latest.current.apply(text), typingPauseMs)
    return () => {
      clearTimeout(preparing)
      clearTimeout(applying)
    }
  }, [text])
  return (
    <TextInput
      size="xs"
      type="search"
      className="list-search"
      aria-label={t('search.label', { list: label })}
      placeholder={t('search.placeholder')}
      leftSection={<IconSearch size={14} aria-hidden />}
      maxLength={maxLength}
      value={text}
      onChange={event => setText(event.currentTarget.value)}
      onKeyDown={event => {
        if (event.key === 'Enter') apply(text)
      }}
    />
  )
}
