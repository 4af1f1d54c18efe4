import { type ComponentType, useState } from 'react'
import { loadCode, ReplacedCode } from '#web/api/load-code.ts'
import { newerVersion } from '#web/api/newer-version.ts'

interface LatePart<Props> {
  /** The part; undefined until its code has loaded. */
  readonly Part: ComponentType<Props> | undefined
  /** Loads the part and shows it. */
  readonly show: () => void
  /** Loads the code only, because the person is likely to need it soon. */
  readonly prepare: () => void
}

/** A part of a page that the person opens. The content that it replaces stays until its code has loaded. */
export const useLatePart = <Props extends object>(load: () => Promise<ComponentType<Props>>): LatePart<Props> => {
  const [loaded, setLoaded] = useState<{ readonly Part: ComponentType<Props> }>()
  const show = async () => {
    try {
      const Part = await loadCode(load)
      setLoaded({ Part })
    } catch (error) {
      if (!(error instanceof ReplacedCode)) throw error
      newerVersion.set(true)
    }
  }
  const prepare = () => void load().catch(() => undefined)
  return { Part: loaded?.Part, show: () => void show(), prepare }
}
