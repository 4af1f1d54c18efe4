import { buildNameOf } from './build-name.ts'
import { isUnsaved } from './unsaved.ts'

const reloadedKey = 'probata-reloaded'
const maxBuilds = 10

/** Reloads the document once for each build and tab, unless the page has unsent input. Returns whether it reloads. */
export const reloadOnce = (): boolean => {
  const builds = (sessionStorage.getItem(reloadedKey) ?? '').split(' ')
  const build = buildNameOf(document)
  if (isUnsaved() || builds.includes(build) || builds.length > maxBuilds) return false
  sessionStorage.setItem(reloadedKey, [...builds, build].join(' '))
  location.reload()
  return true
}
