import { useTranslation } from 'react-i18next'

const browsers = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const

const systems = ['Windows', 'Android', 'iPhone', 'iPad', 'Mac OS X', 'Linux'] as const

/** Shortens a User-Agent to "Firefox, Linux"; returns an unknown one unchanged. */
const deviceOf = (userAgent: string): string => {
  const browser = browsers.find(([token]) => userAgent.includes(token))?.[1]
  const system = systems.find(name => userAgent.includes(name))
  return browser && system ? `${browser}, ${system}` : userAgent
}

/** Returns a function that names the browser of a session, from its User-Agent. */
export const useDeviceName = (): ((userAgent: string | null | undefined) => string) => {
  const { t } = useTranslation()
  return userAgent => (userAgent ? deviceOf(userAgent) : t('unknownBrowser'))
}
