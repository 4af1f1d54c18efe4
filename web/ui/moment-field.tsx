import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDateChoice, useFormat } from './display.ts'
import { readMoment, writeMoment } from './moment-text.ts'

interface Props extends Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'ref' | 'defaultValue'> {
  /** `2026-11-29T14:30`, on the user's clock. */
  readonly value?: string
  readonly onChange: (value: string) => void
}

/** Whether the browser's own input writes dates as the rest of the page does. */
const useNativeInputFits = (): boolean => {
  const { i18n } = useTranslation()
  const { dateFormat } = useDateChoice()
  return dateFormat === null && navigator.language.startsWith(i18n.language)
}

/** The text input. Typed text stays unchanged until the field loses the focus; unreadable text blocks sending. */
const TypedMoment = ({ value = '', onChange, error, description, onBlur, max, ...rest }: Props) => {
  const { t } = useTranslation()
  const format = useFormat()
  const input = useRef<HTMLInputElement>(null)
  const calendar = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState<string>()
  const [wasBlurred, setWasBlurred] = useState(false)
  const text = typed ?? writeMoment(value, format)
  const example = writeMoment(format.toLocal(new Date()), format)
  const isUnreadable = text.trim() !== '' && readMoment(text, format.monthNames()) === undefined
  const fault = isUnreadable ? t('moment.none', { example }) : undefined

  useEffect(() => input.current?.setCustomValidity(fault ?? ''), [fault])

  return (
    <>
      <TextInput
        {...rest}
        ref={input}
        autoComplete="off"
        description={description === undefined ? t('moment.example', { example }) : description}
        value={text}
        error={(wasBlurred && fault) || error}
        onChange={event => {
          const entry = event.currentTarget.value
          setTyped(entry)
          onChange(readMoment(entry, format.monthNames()) ?? '')
        }}
        onBlur={event => {
          setWasBlurred(true)
          if (!isUnreadable) setTyped(undefined)
          onBlur?.(event)
        }}
        rightSection={
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('moment.choose')}
            onClick={() => calendar.current?.showPicker()}
          >
            <IconCalendar size={16} aria-hidden />
          </ActionIcon>
        }
      />
      <input
        ref={calendar}
        type="datetime-local"
        style={{ position: 'absolute', width: 0, height: 0, opacity: 0, pointerEvents: 'none' }}
        tabIndex={-1}
        aria-hidden
        value={value}
        max={max}
        onChange={event => {
          setTyped(undefined)
          onChange(event.currentTarget.value)
        }}
      />
    </>
  )
}

/**
 * An input for a time to the minute: the browser's own if it writes dates as the user chose, otherwise a text input.
 */
export const MomentField = (props: Props) => {
  const nativeInputFits = useNativeInputFits()
  if (!nativeInputFits) return <TypedMoment {...props} />
  const { value = '', onChange, ...rest } = props
  return (
    <TextInput {...rest} type="datetime-local" value={value} onChange={event => onChange(event.currentTarget.value)} />
  )
}
