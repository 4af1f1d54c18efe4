import { Button, type ButtonVariant } from '@mantine/core'
import type { ReactNode } from 'react'
import { type ActedOn, type Act as ActName, act } from '#web/api/act.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { useCan } from '#web/api/session.ts'
import type { IfMatch } from '#web/api/version.ts'
import { ActionDialog } from './action-dialog.tsx'
import { useOpening } from './use-opening.ts'

interface Props<Name extends ActName> {
  /** The operation to call. People whose role may not call it do not see the button. */
  readonly operation: Name
  /** The record to change, as the page shows it. */
  readonly record: ActedOn<Name>
  /** The label of the button on the page and of the one in the dialog. */
  readonly label: string
  /** The title of the dialog; the label by default. */
  readonly title?: string
  /** The effect of the action. */
  readonly text?: ReactNode
  /** Whether the button is red, for actions that cannot be undone. */
  readonly danger?: boolean
  readonly variant?: ButtonVariant
}

/**
 * A button with a dialog that calls an operation on a record. Shows nothing to people who may not call it.
 *
 *     <Act operation="retirePolicy" record={policy} label={t('retire')} text={t('retireText')} danger />
 */
export const Act = <Name extends ActName>(props: Props<Name>) => {
  const { operation, record, label, title = label, text, danger = false, variant = 'default' } = props
  const can = useCan()
  const refresh = useRefresh()
  const { openCount, opened, open, close } = useOpening()
  if (!can(operation)) return null
  const { etag, id }: { readonly etag?: string; readonly id: string } = record
  const submit = async (reason: string, header?: IfMatch) => {
    await act(operation, id, reason, header)
    await refresh()
  }
  const submission =
    etag === undefined ? { onSubmit: (reason: string) => submit(reason) } : { record: { etag }, onSubmit: submit }
  return (
    <>
      <Button variant={variant} aria-haspopup="dialog" onClick={open}>
        {label}
      </Button>
      <ActionDialog
        key={openCount}
        operation={operation}
        opened={opened}
        onClose={close}
        {...{ title, text, danger }}
        submit={label}
        {...submission}
      />
    </>
  )
}
