import { createContext, useCallback, useContext, useEffect, useRef, useState } from 'react'
import type { Pages } from '#web/api/lists.ts'

/** The maximum number of rows of a list in a printout. A longer list says that more follow. */
const maxPrintedRows = 10_000

interface Printing {
  /** Whether lists must load all their rows now. */
  readonly isPreparing: boolean
  /** Whether the parts that only a printout has are loaded. */
  readonly isPrepared: boolean
  readonly start: () => void
  readonly setLoading: (list: symbol, isLoading: boolean) => void
}

const idle: Printing = { isPreparing: false, isPrepared: false, start: () => undefined, setLoading: () => undefined }

export const PrintContext = createContext<Printing>(idle)

export const usePrinting = (): Printing => useContext(PrintContext)

const nextFrame = () => new Promise(resolve => requestAnimationFrame(resolve))

/** Opens the print dialog once images are decoded and the loaded rows are drawn. */
const openDialog = async (): Promise<void> => {
  await nextFrame()
  await Promise.allSettled([...document.images].map(image => image.decode()))
  await nextFrame()
  globalThis.print()
}

/** The state of a document's printout: loads everything, then opens the print dialog. */
export const usePrintState = (): Printing => {
  const [state, setState] = useState({ isPreparing: false, isPrepared: false })
  const loading = useRef(new Set<symbol>())
  const settle = useCallback(() => {
    // Lists report after the render in which they load, so the check waits for the next frames.
    void nextFrame()
      .then(nextFrame)
      .then(() => {
        if (loading.current.size > 0) return
        setState(current => {
          if (current.isPreparing) void openDialog()
          return current.isPreparing ? { isPreparing: false, isPrepared: true } : current
        })
      })
  }, [])
  const setLoading = useCallback(
    (list: symbol, isLoading: boolean) => {
      if (isLoading) loading.current.add(list)
      else if (loading.current.delete(list)) settle()
    },
    [settle],
  )
  const start = useCallback(() => {
    setState({ isPreparing: true, isPrepared: true })
    settle()
  }, [settle])
  return { ...state, start, setLoading }
}

/** Reports something that a printout waits for. */
export const useLoadingForPrint = (isLoading: boolean): void => {
  const { setLoading } = usePrinting()
  const list = useRef(Symbol('list'))
  useEffect(() => {
    const { current } = list
    setLoading(current, isLoading)
    return () => setLoading(current, false)
  }, [isLoading, setLoading])
}

type PrintedPages = Pick<Pages<unknown>, 'rows' | 'isPending' | 'hasMore' | 'isFetchingMore' | 'error' | 'loadMore'>

/** Loads all pages of a list before it is printed. */
export const useAllForPrint = ({ rows, isPending, hasMore, isFetchingMore, error, loadMore }: PrintedPages): void => {
  const { isPreparing } = usePrinting()
  const shouldLoad = isPreparing && hasMore && !error && rows.length < maxPrintedRows
  useEffect(() => {
    if (shouldLoad && !isFetchingMore) loadMore()
  })
  useLoadingForPrint(isPending || shouldLoad)
}
