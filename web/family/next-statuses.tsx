import { Button } from '@mantine/core'
import { Fragment, useState } from 'react'
import type { IfMatch, Versioned } from '#web/api/version.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'

interface Words {
  readonly button: string
  readonly title: string
  readonly text: string
  /** Red, for what cannot be undone. */
  readonly danger?: boolean
}

interface Props<Status extends string> {
  /** The record, as the page shows it. */
  readonly of: Versioned
  /** The statuses that the server allows now. */
  readonly statuses: readonly Status[]
  readonly words: (status: Status) => Words
  /** Makes the change; an error is shown. */
  readonly change: (status: Status, reason: string, header: IfMatch) => Promise<unknown>
}

/** A button with a dialog for each status that a record can change to. */
export const NextStatuses = <Status extends string>({ of, statuses, words, change }: Props<Status>) => {
  const [next, setNext] = useState<Status>()
  return statuses.map(status => {
    const { button, ...said } = words(status)
    return (
      <Fragment key={status}>
        <Button variant="default" aria-haspopup="dialog" onClick={() => setNext(status)}>
          {button}
        </Button>
        <ActionDialog
          {...said}
          opened={next === status}
          onClose={() => setNext(undefined)}
          submit={button}
          of={of}
          onSubmit={(reason, header) => change(status, reason, header)}
        />
      </Fragment>
    )
  })
}
