import { Text, TextInput, type TextInputProps } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readNumber, writeNumber } from './number.ts'

interface Props extends Omit<TextInputProps, 'value' | 'onChange' | 'min' | 'max' | 'type' | 'ref'> {
  readonly value?: number | string | null | undefined
  readonly onChange: (value: number | '') => void
  readonly min?: number | undefined
  readonly max?: number | undefined
  readonly whole?: boolean | undefined
  /** Drawn behind the number. */
  readonly unit?: string
}

type Limits = Pick<Props, 'min' | 'max' | 'whole'>

/** Why what was typed is not sent; undefined where it is. */
const useFault = () => {
  const { t, i18n } = useTranslation()
  const written = (value: number) => writeNumber(value, i18n.language)
  return (text: string, { min = -Infinity, max = Infinity, whole = false }: Limits): string | undefined => {
    if (text.trim() === '') return undefined
    const value = readNumber(text, i18n.language)
    if (value === undefined) return t('number.none', { example: written(whole ? 1500 : 1500.5) })
    if (whole && !Number.isInteger(value)) return t('number.whole')
    if (value < min) return t('number.least', { least: written(min) })
    return value > max ? t('number.most', { most: written(max) }) : undefined
  }
}

/**
 * A number, written as in the reader's language. An invalid or out-of-bounds number stays as typed and shows why; the
 * form is not sent with it (`useSending`).
 */
export const NumberField = ({ value, onChange, min, max, whole, unit, error, onBlur, ...rest }: Props) => {
  const { i18n } = useTranslation()
  const faultOf = useFault()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState<string>()
  const [left, setLeft] = useState(false)
  const known = value === '' || value === null || value === undefined ? undefined : Number(value)
  const text = typed ?? (known === undefined ? '' : writeNumber(known, i18n.language))
  const fault = faultOf(text, { min, max, whole })

  useEffect(() => input.current?.setCustomValidity(fault ?? ''), [fault])

  // A draft was restored or discarded: the text here differs from the value of the form.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the form has another value
  useEffect(() => {
    if (document.activeElement !== input.current) setTyped(undefined)
  }, [value])

  return (
    <TextInput
      {...rest}
      ref={input}
      inputMode={whole ? 'numeric' : 'decimal'}
      autoComplete="off"
      value={text}
      error={(left && fault) || error}
      {...(unit && {
        rightSection: (
          <Text size="sm" c="dimmed">
            {unit}
          </Text>
        ),
        rightSectionWidth: 56,
      })}
      onChange={event => {
        const next = event.currentTarget.value
        setTyped(next)
        const read = readNumber(next, i18n.language)
        if (next.trim() === '') onChange('')
        else if (read !== undefined) onChange(read)
      }}
      onBlur={event => {
        setLeft(true)
        if (text.trim() === '' || readNumber(text, i18n.language) !== undefined) setTyped(undefined)
        onBlur?.(event)
      }}
    />
  )
}
