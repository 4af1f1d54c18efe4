import { type ComponentType, lazy } from 'react'
import { loadCode, ReplacedCode } from '#web/api/load-code.ts'
import { newerVersion } from '#web/api/newer-version.ts'

const Nothing = () => null

/**
 * A part of a page that loads when it is first shown. If its file no longer exists, the page stays without the part and
 * offers the newer version, so that a form on it is not lost.
 */
export const lazyPart = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async (): Promise<{ default: ComponentType<Props> }> => {
    try {
      return { default: await loadCode(load) }
    } catch (error) {
      if (!(error instanceof ReplacedCode)) throw error
      newerVersion.set(true)
      return { default: Nothing }
    }
  })
