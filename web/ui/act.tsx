import { Button, type ButtonProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { type ActedOn, type Act as ActName, act } from '#web/api/act.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { useCan } from '#web/api/session.ts'
import { ActionDialog } from './action-dialog.tsx'
import { useOpening } from './use-opening.ts'

interface Props<Name extends ActName> extends Pick<ButtonProps, 'size' | 'variant' | 'leftSection'> {
  /** Its roles decide whether the button is drawn. */
  readonly operation: Name
  /** The record that it changes, as the page shows it. */
  readonly record: ActedOn<Name>
  /** The label of both buttons. */
  readonly label: string
  /** The title of the dialog, if it is not the label. */
  readonly title?: string
  /** The effect of the action. */
  readonly text?: ReactNode
  /** Red, for what cannot be undone. */
  readonly danger?: boolean
  /** The id of the record, where one page has the dialog for many rows. */
  readonly about?: string
  /** Called after the answer, before the page is read again. */
  readonly done?: (answer: unknown) => unknown
}

/**
 * The button and the dialog of an operation that takes a record and a reason. People who may not call it see neither.
 *
 *     <Act operation="retirePolicy" record={policy} label={t('retire')} text={t('retireText')} danger />
 */
export const Act = <Name extends ActName>(props: Props<Name>) => {
  const { operation, record, label, title = label, text, danger = false, about, done, variant = 'default' } = props
  const { size, leftSection } = props
  const can = useCan()
  const refresh = useRefresh()
  const { time, opened, open, close } = useOpening()
  if (!can(operation)) return null
  const { etag, id }: { readonly etag?: string; readonly id: string } = record
  const submit = async (reason: string, header?: Parameters<typeof act>[3]) => {
    await done?.(await act(operation, id, reason, header))
    await refresh()
  }
  const submission =
    etag === undefined ? { onSubmit: (reason: string) => submit(reason) } : { of: { etag }, onSubmit: submit }
  return (
    <>
      <Button {...{ variant, leftSection, ...(size && { size }) }} aria-haspopup="dialog" onClick={open}>
        {label}
      </Button>
      <ActionDialog
        key={time}
        opened={opened}
        onClose={close}
        {...{ title, text, danger, about }}
        submit={label}
        {...submission}
      />
    </>
  )
}
