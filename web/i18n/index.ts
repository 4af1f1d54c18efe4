import i18next, { type BackendModule } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { nameControls } from '#client/verify/direction-controls.ts'
import type { Namespaces } from './namespaces.ts'

export const languages = { en: 'English', de: 'Deutsch' } as const
export type Language = keyof typeof languages

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: Namespaces
  }
}

const stored = 'probata-language'

// Hebrew, Arabic and their neighbours, and the marks that stand for them.
const rightToLeft = /[\u0590-\u08FF\u200F\uFB1D-\uFDFF\uFE70-\uFEFC]|[\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u

/** A value within a sentence: where it is written from right to left, isolated, so that it turns nothing around it. */
const keptApart = (value: string): string => (rightToLeft.test(value) ? `\u2068${value}\u2069` : value)

const isLanguage = (text: string | null): text is Language => text !== null && text in languages

/** The language chosen here, else the browser's, else English. */
const preferred = (): Language => {
  const chosen = localStorage.getItem(stored)
  if (isLanguage(chosen)) return chosen
  const browsers = navigator.languages.map(tag => tag.slice(0, 2))
  return browsers.find(isLanguage) ?? 'en'
}

/** Loads a group's texts when one of its pages is opened. */
const files: BackendModule = {
  type: 'backend',
  init() {},
  read: async (language: string, namespace: string) => {
    const texts = await import(`./${language}/${namespace}.ts`)
    return texts[namespace]
  },
}

export const loadTexts = (namespaces: readonly (keyof Namespaces)[]): Promise<void> =>
  i18next.loadNamespaces(namespaces)

export const changeLanguage = async (language: Language): Promise<void> => {
  localStorage.setItem(stored, language)
  document.documentElement.lang = language
  await i18next.changeLanguage(language)
}

export const startLanguage = async (): Promise<void> => {
  const language = preferred()
  document.documentElement.lang = language
  await i18next
    .use(files)
    .use(initReactI18next)
    .init({
      lng: language,
      // Every language has every text: a missing one does not compile.
      fallbackLng: false,
      ns: ['common', 'sentences'],
      defaultNS: 'common',
      // React escapes what HTML would take for its own.
      interpolation: { escape: text => keptApart(nameControls(text)) },
    })
}
