import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { createFormat, type DateChoice, type Format, localeOf } from './format.ts'

const storageKey = 'probata-dates'
const browserChoice: DateChoice = { timeZone: null, dateFormat: null }

const isFormat = (value: unknown): value is DateChoice['dateFormat'] =>
  value === null || value === 'iso' || value === 'day_month_year'

/** Reads the choice of the last person who used this browser, so that the first page does not change while it loads. */
const readStored = (): DateChoice => {
  try {
    const { timeZone, dateFormat } = Object(JSON.parse(localStorage.getItem(storageKey) ?? '{}'))
    if ((timeZone === null || typeof timeZone === 'string') && isFormat(dateFormat)) return { timeZone, dateFormat }
  } catch {
    // The stored choice is unreadable, so the browser's formats apply.
  }
  return browserChoice
}

let choice = readStored()
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Shows dates as the person chose, from now on and when the app is opened again. */
export const showDatesAs = ({ timeZone, dateFormat }: DateChoice): void => {
  if (choice.timeZone === timeZone && choice.dateFormat === dateFormat) return
  choice = { timeZone, dateFormat }
  localStorage.setItem(storageKey, JSON.stringify(choice))
  for (const listener of listeners) listener()
}

const formats = new WeakMap<DateChoice, Map<string, Format>>()

const formatOf = (chosen: DateChoice, language: string): Format => {
  const byLanguage = formats.get(chosen) ?? new Map<string, Format>()
  formats.set(chosen, byLanguage)
  const format = byLanguage.get(language) ?? createFormat(localeOf(language, navigator.languages), chosen)
  byLanguage.set(language, format)
  return format
}

/** Formats dates, numbers and lists as the user chose. */
export const useFormat = (): Format => {
  const { i18n } = useTranslation()
  const chosen = useSyncExternalStore(subscribe, () => choice)
  return formatOf(chosen, i18n.language)
}

/** The user's choice of time zone and date format. */
export const useDateChoice = (): DateChoice => useSyncExternalStore(subscribe, () => choice)

/** The user's formats outside a component. Dates and times need no language. */
export const currentFormat = (): Format => formatOf(choice, document.documentElement.lang)
