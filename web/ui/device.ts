const browsers = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const

const systems = ['Windows', 'Android', 'iPhone', 'iPad', 'Mac OS X', 'Linux'] as const

/** "Firefox, Linux" of a User-Agent; what does not fit is shown as it is. */
export const deviceOf = (userAgent: string): string => {
  const browser = browsers.find(([mark]) => userAgent.includes(mark))?.[1]
  const system = systems.find(name => userAgent.includes(name))
  return browser && system ? `${browser}, ${system}` : userAgent
}
