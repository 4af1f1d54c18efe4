import i18next, { type BackendModule, type ResourceKey } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { nameControls } from '#client/verify/direction-controls.ts'
import { loadCode } from '#web/api/load-code.ts'
import type { Namespaces } from './namespaces.ts'

export const languages = { en: 'English', de: 'Deutsch' } as const
export type Language = keyof typeof languages

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: Namespaces
  }
}

const storageKey = 'probata-language'

// Hebrew, Arabic and neighbouring scripts, and the right-to-left mark.
const rightToLeft = /[\u0590-\u08FF\u200F\uFB1D-\uFDFF\uFE70-\uFEFC]|[\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u

/** Isolates a right-to-left value, so that it does not change the direction of the sentence around it. */
const isolate = (value: string): string => (rightToLeft.test(value) ? `\u2068${value}\u2069` : value)

export const isLanguage = (text: string | null): text is Language => text !== null && text in languages

/** The language chosen in this app, else the browser's, else English. */
const preferredLanguage = (): Language => {
  const chosen = localStorage.getItem(storageKey)
  if (isLanguage(chosen)) return chosen
  const browserLanguages = navigator.languages.map(tag => tag.slice(0, 2))
  return browserLanguages.find(isLanguage) ?? 'en'
}

/** The last error of loading texts. i18next resolves even if texts are missing. */
let failure: unknown

/** The namespaces in `first.ts`, which has no texts of its own. */
const firstNamespaces = new Set(['common', 'home', 'work'])

const files = import.meta.glob<Record<string, ResourceKey>>([
  './{en,de}/*.ts',
  '!./*/{changed,common,home,interruptions,nav,print,sample,work}.ts',
])

/** Loads the texts of a namespace when one of its pages opens. */
const textFiles: BackendModule = {
  type: 'backend',
  init() {},
  read: async (language: string, namespace: string) => {
    try {
      const load = files[`./${language}/${firstNamespaces.has(namespace) ? 'first' : namespace}.ts`]
      const texts = load && (await loadCode(load))
      return texts?.[namespace]
    } catch (error) {
      failure = error
      throw error
    }
  },
}

/** Loads the texts of namespaces. Throws if any text of the app could not be loaded, since it would show as its key. */
export const loadTexts = async (namespaces: readonly (keyof Namespaces)[]): Promise<void> => {
  await i18next.loadNamespaces(namespaces)
  if (failure) throw failure
}

export const changeLanguage = async (language: Language): Promise<void> => {
  localStorage.setItem(storageKey, language)
  document.documentElement.lang = language
  await i18next.changeLanguage(language)
}

/** Forgets the language chosen in this browser, and shows the browser's. */
export const showBrowserLanguage = async (): Promise<void> => {
  localStorage.removeItem(storageKey)
  const language = preferredLanguage()
  document.documentElement.lang = language
  await i18next.changeLanguage(language)
}

export const startLanguage = async (): Promise<void> => {
  const language = preferredLanguage()
  document.documentElement.lang = language
  await i18next
    .use(textFiles)
    .use(initReactI18next)
    .init({
      lng: language,
      // A missing text does not compile, so no fallback is needed.
      fallbackLng: false,
      ns: ['common'],
      defaultNS: 'common',
      // React already escapes HTML.
      interpolation: { escape: text => isolate(nameControls(text)) },
    })
}
