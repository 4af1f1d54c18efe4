import { type ReactNode, useLayoutEffect, useRef } from 'react'

interface Props {
  readonly label: string
  /** Identifies the current tab, which its link marks with `data-current`. */
  readonly current: string | undefined
  /** Links of the class `page-tab`. */
  readonly children: ReactNode
}

/** Links to pages that belong together. If they do not fit, the strip scrolls to the current one. */
export const TabStrip = ({ label, current, children }: Props) => {
  const strip = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the current tab changes
  useLayoutEffect(() => {
    const frame = strip.current
    const tab = frame?.querySelector<HTMLElement>('[data-current]')
    if (frame && tab) frame.scrollLeft = tab.offsetLeft - (frame.clientWidth - tab.offsetWidth) / 2
  }, [current])
  return (
    <nav ref={strip} aria-label={label} className="page-tabs no-print">
      {children}
    </nav>
  )
}
