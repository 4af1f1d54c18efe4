import { Button, type ButtonProps } from '@mantine/core'
import type { NotificationData } from '@mantine/notifications'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type AnyCall, act, type Input, pathOf, type ResponseOf, type Target } from '#web/api/act.ts'
import { filledReason, isReasonAsked, type Reasoned, type ReasonedOperation } from '#web/api/reasons.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { useCan } from '#web/api/session.ts'
import type { IfMatch } from '#web/api/version.ts'
import { ActAtOnce } from './act-at-once.tsx'
import { ActionDialog, type DialogProps } from './action-dialog.tsx'
import { notify } from './notify.ts'
import { useOpening } from './use-opening.ts'

/** Options that are passed to the button unchanged. */
type Look = Pick<ButtonProps, 'variant' | 'color' | 'size' | 'leftSection' | 'className' | 'mt'>

interface Options<Name extends ReasonedOperation> extends Look {
  /** The operation to call. People whose role may not call it do not see the button. */
  readonly operation: Name
  /** The label of the button on the page and of the one in the dialog. */
  readonly label: string
  /** The name of the button in a list, where labels repeat. */
  readonly name?: string
  /** The title of the dialog; by default the name or the label. */
  readonly title?: string
  /** The label of the button in the dialog, if it is not the one on the page. */
  readonly submit?: string
  /** The effect of the action. */
  readonly text?: ReactNode
  /** Whether to ask before an action that cannot be undone. Its button in the dialog is red. */
  readonly danger?: boolean
  /** Distinguishes dialogs with the same title, if the path does not. */
  readonly about?: string
  /** The message about a completed action. By default, an action without a dialog shows the new status. */
  readonly done?: string | ((response: ResponseOf<Name>) => string | NotificationData)
  /** Runs after the action, before the page reloads its data. The dialog stays open if it returns `stay`. */
  readonly onDone?: (response: ResponseOf<Name>) => unknown
  /** Options that are passed to the dialog unchanged. */
  readonly dialog?: Pick<DialogProps, 'templates' | 'ready' | 'missing' | 'missingAt' | 'form' | 'secrets' | 'size'>
  /** The fields of the dialog. */
  readonly children?: ReactNode
}

type Props<Name extends ReasonedOperation> = Options<Name> & Target<Name> & Input<Name>

/** The operation, and the status that it sets if it changes nothing else. */
const reasonedBy = (operation: ReasonedOperation, { body }: AnyCall): Reasoned => {
  const { status, ...others }: Readonly<Record<string, unknown>> = { ...body }
  return typeof status === 'string' && Object.keys(others).length === 0 ? { operation, status } : { operation }
}

/** Returns a function that describes the new status in a response, if it has one. */
const useNewStatus = () => {
  const { t, i18n } = useTranslation()
  return (response: unknown): string | undefined => {
    const key = `status.${Object(response).status}`
    return i18n.exists(key) ? t('acted', { status: t(key as 'status.draft') }) : undefined
  }
}

/**
 * A button that calls an operation on a record. It opens a dialog if the operation needs a reason or other input, or if
 * the action cannot be undone. Otherwise it acts at once and reports the result; a tooltip describes the effect. Hidden
 * from people who may not call the operation.
 *
 *     <Act operation="retirePolicy" record={policy} label={t('retire')} text={t('retireText')} danger />
 *     <Act operation="pauseWebhook" record={webhook} label={t('pause')} text={t('pauseText')} />
 */
export const Act = <Name extends ReasonedOperation>(props: Props<Name>) => {
  const { operation, label, name, title = name ?? label, submit = label, text, danger = false, about } = props
  const {
    variant = 'default',
    color,
    size = name === undefined ? 'sm' : 'compact-xs',
    leftSection,
    className,
    mt,
  } = props
  const { dialog, children, done, onDone } = props
  const can = useCan()
  const refresh = useRefresh()
  const { t } = useTranslation()
  const describeStatus = useNewStatus()
  const { openCount, opened, open, close } = useOpening()
  if (!can(operation)) return null
  const call: AnyCall = Object(props)
  const reasoned = reasonedBy(operation, call)
  const needsDialog = danger || children !== undefined || isReasonAsked(reasoned)
  const perform = async (reason: string, version?: IfMatch) => {
    const response = await act(operation, props, reason, version)
    const result =
      typeof done === 'function' ? done(response) : (done ?? (needsDialog ? undefined : describeStatus(response)))
    if (result !== undefined)
      void notify({
        ...(typeof result === 'string' ? { message: result } : result),
        closeButtonProps: { 'aria-label': t('actions.close') },
      })
    const next = await onDone?.(response)
    if (next !== 'stay') await refresh()
    return next
  }
  const look = {
    ...{ variant, size, leftSection, ...(color && { color }), ...(mt && { mt }), ...(className && { className }) },
    ...(name && { 'aria-label': name }),
    'data-operation': operation,
  }
  if (!needsDialog)
    return (
      <ActAtOnce
        {...{ label, text, look }}
        perform={() => perform(filledReason(reasoned, Object.keys({ ...call.body })))}
      />
    )
  const submission =
    call.record?.etag === undefined
      ? { onSubmit: (reason: string) => perform(reason) }
      : { record: { ...call.record, etag: call.record.etag }, onSubmit: perform }
  return (
    <>
      <Button {...look} aria-haspopup="dialog" onClick={open}>
        {label}
      </Button>
      {openCount > 0 && (
        <ActionDialog
          operation={operation}
          {...(reasoned.status !== undefined && { status: reasoned.status })}
          opened={opened}
          onClose={close}
          about={about ?? Object.values(pathOf(operation, call)).join(' ')}
          {...{ title, text, danger, submit }}
          {...dialog}
          {...submission}
        >
          {children}
        </ActionDialog>
      )}
    </>
  )
}
