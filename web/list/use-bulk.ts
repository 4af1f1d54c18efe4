import type { LinkProps } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRefresh } from '#web/api/refresh.ts'
import { useLeaveGuard } from '#web/ui/leave-guard.ts'
import type { BulkAction, BulkValues } from './bulk-action.ts'
import type { ReadyItem } from './bulk-dialog.tsx'
import type { BulkRun, Refused } from './bulk-progress.tsx'
import { runBulk } from './run-bulk.ts'

/** The minimum time between two updates of the progress, in milliseconds. */
const updateMs = 100

interface Options<Row> {
  readonly linkOf: (row: Row) => LinkProps | undefined
  /** Called with the keys of the records that were not acted on. */
  readonly onEnd: (remaining: readonly string[]) => void
}

/** Runs an action on many records, and keeps its progress and result. */
export const useBulk = <Row>({ linkOf, onEnd }: Options<Row>) => {
  const { t } = useTranslation('lists')
  const refresh = useRefresh()
  const [run, setRun] = useState<BulkRun>()
  const isCancelled = useRef(false)
  useLeaveGuard(run !== undefined && run.state !== 'ended', t('bulk.leave'))

  const start = async (action: BulkAction<Row>, items: readonly ReadyItem<Row>[], values: BulkValues) => {
    isCancelled.current = false
    const done = new Set<string>()
    const refused: Refused[] = []
    let shownAt = 0
    const show = (state: BulkRun['state']) => {
      shownAt = performance.now()
      setRun({ title: action.title(items.length), total: items.length, done: done.size, refused: [...refused], state })
    }
    show('running')
    await runBulk({
      items,
      perform: ({ row, shown }) => action.perform(row, shown, values, { count: items.length }),
      onOutcome({ row, key, name }, outcome) {
        if (outcome.state === 'done') done.add(key)
        else refused.push({ key, name, link: linkOf(row), error: outcome.error })
        if (performance.now() - shownAt >= updateMs) show(isCancelled.current ? 'cancelling' : 'running')
      },
      isCancelled: () => isCancelled.current,
    })
    show('ended')
    onEnd(items.map(({ key }) => key).filter(key => !done.has(key)))
    await refresh()
  }
  const cancel = () => {
    isCancelled.current = true
    setRun(current => current && { ...current, state: 'cancelling' })
  }
  return { run, start, cancel, close: () => setRun(undefined) }
}
