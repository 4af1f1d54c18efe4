import { type KeyboardEvent, useRef, useState } from 'react'

/** The maximum number of rows that can be selected at once. */
export const maxSelected = 200

interface Options<Row> {
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
  /** Called if a selection exceeded the limit and was cut. */
  readonly onLimit: () => void
}

export interface Selection<Row> {
  /** The selected rows, in the order of the list. */
  readonly rows: readonly Row[]
  readonly has: (key: string) => boolean
  /**
   * Selects or deselects a row or, with `extend`, all rows between it and the last row that was chosen individually.
   */
  readonly toggle: (key: string, extend: boolean) => void
  readonly onKey: (event: KeyboardEvent, index: number, target: number) => boolean
  readonly selectAll: () => void
  readonly clear: () => void
  /** Keeps only these rows selected. */
  readonly keep: (keys: readonly string[]) => void
}

/**
 * The selected rows of a list. Rows that a filter hides are not selected, because actions apply to the rows on the
 * page. Space, or Shift with the arrow keys, selects rows; Ctrl A selects all loaded rows; Escape clears the selection.
 */
export const useSelection = <Row>({ rows, rowKey, onLimit }: Options<Row>): Selection<Row> => {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set())
  const anchor = useRef<string>(undefined)
  const selected = rows.filter(row => keys.has(rowKey(row)))

  const set = (next: readonly string[]) => {
    if (next.length > maxSelected) onLimit()
    setKeys(new Set(next.slice(0, maxSelected)))
  }
  const current = () => selected.map(rowKey)
  const indexOf = (key: string | undefined) => rows.findIndex(row => rowKey(row) === key)
  const add = (from: number, to: number) => {
    const [first, end] = from < to ? [from, to] : [to, from]
    set([...new Set([...current(), ...rows.slice(first, end + 1).map(rowKey)])])
  }
  const toggle = (key: string, extend: boolean) => {
    const from = indexOf(anchor.current)
    if (extend && from >= 0) return add(from, indexOf(key))
    anchor.current = key
    set(keys.has(key) ? current().filter(other => other !== key) : [...current(), key])
  }
  const selectAll = () => set(rows.map(rowKey))
  const clear = () => setKeys(new Set())

  const onKey = (event: KeyboardEvent, index: number, target: number): boolean => {
    const row = rows[index]
    if (row === undefined) return false
    if (event.key === 'a' && (event.ctrlKey || event.metaKey)) {
      selectAll()
      return true
    }
    if (event.key === 'Escape' && selected.length > 0) {
      clear()
      return true
    }
    if (event.key === ' ') {
      toggle(rowKey(row), event.shiftKey)
      return true
    }
    if (event.shiftKey && target !== index) {
      if (!keys.has(rowKey(row))) anchor.current = rowKey(row)
      add(index, target)
      return true
    }
    return false
  }
  return {
    rows: selected,
    has: key => keys.has(key),
    toggle,
    onKey,
    selectAll,
    clear,
    keep: set,
  }
}
