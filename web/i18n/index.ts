import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { en } from './en/index.ts'

export const languages = { en: 'English', de: 'Deutsch' } as const
export type Language = keyof typeof languages

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: typeof en
  }
}

const stored = 'probata-language'

const isLanguage = (text: string | null): text is Language => text !== null && text in languages

/** The language chosen here, else the browser's, else English. */
const preferred = (): Language => {
  const chosen = localStorage.getItem(stored)
  if (isLanguage(chosen)) return chosen
  const browsers = navigator.languages.map(tag => tag.slice(0, 2))
  return browsers.find(isLanguage) ?? 'en'
}

const load = async (language: Language): Promise<void> => {
  if (language === 'en' || i18next.hasResourceBundle(language, 'common')) return
  const { de } = await import('./de/index.ts')
  for (const [namespace, texts] of Object.entries(de)) i18next.addResourceBundle(language, namespace, texts)
}

export const changeLanguage = async (language: Language): Promise<void> => {
  await load(language)
  localStorage.setItem(stored, language)
  document.documentElement.lang = language
  await i18next.changeLanguage(language)
}

export const startLanguage = async (): Promise<void> => {
  const language = preferred()
  await i18next.use(initReactI18next).init({
    resources: { en },
    lng: 'en',
    fallbackLng: 'en',
    defaultNS: 'common',
    interpolation: { escapeValue: false },
  })
  if (language !== 'en') await load(language).then(() => i18next.changeLanguage(language))
  document.documentElement.lang = language
}
