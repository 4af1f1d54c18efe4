import { Text, TextInput, type TextInputProps } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from './display.ts'
import { readNumber, writeNumber } from './number.ts'

interface Props extends Omit<TextInputProps, 'value' | 'onChange' | 'min' | 'max' | 'type' | 'ref'> {
  readonly value?: number | string | null | undefined
  readonly onChange: (value: number | '') => void
  readonly min?: number | undefined
  readonly max?: number | undefined
  readonly integer?: boolean | undefined
  /** Shown after the number. */
  readonly unit?: string
}

type Limits = Pick<Props, 'min' | 'max' | 'integer'>

/** Returns a function that describes the fault of the typed text; undefined if it is valid. */
const useFault = () => {
  const { t } = useTranslation()
  const formats = useFormat()
  const format = (value: number) => writeNumber(value, formats)
  return (text: string, { min = -Infinity, max = Infinity, integer = false }: Limits): string | undefined => {
    if (text.trim() === '') return undefined
    const value = readNumber(text, formats)
    if (value === undefined) return t('number.none', { example: format(integer ? 1500 : 1500.5) })
    if (integer && !Number.isInteger(value)) return t('number.whole')
    if (value < min) return t('number.least', { least: format(min) })
    return value > max ? t('number.most', { most: format(max) }) : undefined
  }
}

/**
 * An input for a number in the format of the user's language. An invalid or out-of-range number stays as typed, with
 * the problem below it, and blocks sending the form (`useSending`).
 */
export const NumberField = ({ value, onChange, min, max, integer, unit, error, onBlur, ...rest }: Props) => {
  const formats = useFormat()
  const faultOf = useFault()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState<string>()
  const [wasBlurred, setWasBlurred] = useState(false)
  const number = value === '' || value === null || value === undefined ? undefined : Number(value)
  const text = typed ?? (number === undefined ? '' : writeNumber(number, formats))
  const fault = faultOf(text, { min, max, integer })

  useEffect(() => input.current?.setCustomValidity(fault ?? ''), [fault])

  // When a draft is restored or discarded, the form's value replaces the typed text.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the form's value changes
  useEffect(() => {
    if (document.activeElement !== input.current) setTyped(undefined)
  }, [value])

  return (
    <TextInput
      {...rest}
      ref={input}
      inputMode={integer ? 'numeric' : 'decimal'}
      autoComplete="off"
      value={text}
      error={(wasBlurred && fault) || error}
      {...(unit && {
        rightSection: (
          <Text size="sm" c="dimmed">
            {unit}
          </Text>
        ),
        rightSectionWidth: 56,
      })}
      onChange={event => {
        const entry = event.currentTarget.value
        setTyped(entry)
        const parsed = readNumber(entry, formats)
        if (entry.trim() === '') onChange('')
        else if (parsed !== undefined) onChange(parsed)
      }}
      onBlur={event => {
        setWasBlurred(true)
        if (text.trim() === '' || readNumber(text, formats) !== undefined) setTyped(undefined)
        onBlur?.(event)
      }}
    />
  )
}
