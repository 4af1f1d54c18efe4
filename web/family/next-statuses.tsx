import { Button } from '@mantine/core'
import { Fragment, useState } from 'react'
import type { ReasonedOperation } from '#web/api/reasons.ts'
import type { IfMatch, Versioned } from '#web/api/version.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'

interface Texts {
  readonly button: string
  readonly title: string
  readonly text: string
  /** Colors the button red, for changes that cannot be undone. */
  readonly danger?: boolean
}

interface Props<Status extends string> {
  /** The operation that sets a status. */
  readonly operation: (status: Status) => ReasonedOperation
  /** The record, as the page shows it. */
  readonly record: Versioned
  /** The statuses that the server allows now. */
  readonly statuses: readonly Status[]
  readonly texts: (status: Status) => Texts
  /** Makes the change. The dialog shows an error. */
  readonly change: (status: Status, reason: string, header: IfMatch) => Promise<unknown>
}

/** For each status that a record can change to, a button with a dialog. */
export const NextStatuses = <Status extends string>(props: Props<Status>) => {
  const { operation, record, statuses, texts, change } = props
  const [next, setNext] = useState<Status>()
  return statuses.map(status => {
    const { button, ...dialogTexts } = texts(status)
    return (
      <Fragment key={status}>
        <Button variant="default" aria-haspopup="dialog" onClick={() => setNext(status)}>
          {button}
        </Button>
        <ActionDialog
          {...dialogTexts}
          operation={operation(status)}
          status={status}
          opened={next === status}
          onClose={() => setNext(undefined)}
          submit={button}
          record={record}
          onSubmit={(reason, header) => change(status, reason, header)}
        />
      </Fragment>
    )
  })
}
