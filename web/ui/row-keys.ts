import type { KeyboardEvent, RefObject } from 'react'

interface Options {
  /** The element around the table. */
  readonly frame: RefObject<HTMLElement | null>
  /** The number of loaded rows. */
  readonly count: number
  /** Scrolls to a row that may not be in the document. */
  readonly reveal: (index: number) => void
  /** Handles the keys that select rows. Returns whether it did. */
  readonly onSelectKey?: ((event: KeyboardEvent, index: number, target: number) => boolean) | undefined
}

/** The maximum number of frames to wait for a row to be in the document after scrolling to it. */
const maxFrames = 30

const targets: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowDown: (index, count) => Math.min(index + 1, count - 1),
  ArrowUp: index => Math.max(index - 1, 0),
  Home: () => 0,
  End: (_, count) => count - 1,
}

/** The check box of a row, or the link or button of its title. */
const controlSelectors = ['[data-part="select"] input', '[data-part="title"] :is(a, button)'] as const

/**
 * Moves the focus between the rows of a table: from a check box to a check box, from a title to a title. Other controls
 * of a row keep their keys.
 */
export const useRowKeys = ({ frame, count, reveal, onSelectKey }: Options) => {
  const focusRow = (index: number, selector: string, frames = 0): void => {
    const control = frame.current?.querySelector<HTMLElement>(`tr[data-index="${index}"] ${selector}`)
    if (control) {
      control.focus({ preventScroll: true })
      control.closest('tr')?.scrollIntoView({ block: 'nearest' })
      return
    }
    if (frames === 0 || frames % 5 === 0) reveal(index)
    if (frames < maxFrames) requestAnimationFrame(() => focusRow(index, selector, frames + 1))
  }
  return (event: KeyboardEvent): void => {
    const { target, key } = event
    if (!(target instanceof HTMLElement) || event.altKey) return
    const index = Number(target.closest<HTMLElement>('tr[data-index]')?.dataset.index)
    const selector = controlSelectors.find(selector => target.matches(selector))
    if (selector === undefined || Number.isNaN(index)) return
    const next = event.ctrlKey || event.metaKey ? undefined : targets[key]?.(index, count)
    const isSelecting = onSelectKey?.(event, index, next ?? index) === true
    if (isSelecting || next !== undefined) event.preventDefault()
    if (next !== undefined && next !== index) focusRow(next, selector)
  }
}
