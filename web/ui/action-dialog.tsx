import { Button, getDefaultZIndex, Modal, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReasonedOperation } from '#web/api/reasons.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { type IfMatch, ifMatch, type Versioned } from '#web/api/version.ts'
import { ChangeError } from './changed-meanwhile.tsx'
import { useDraft } from './draft.ts'
import { DraftNote } from './draft-note.tsx'
import { type Form, useSending } from './form.ts'
import { FormFooter, SubmitButton } from './form-footer.tsx'
import { AddReason, ReasonField } from './reason-field.tsx'
import { useReason } from './use-reason.ts'

export interface DialogProps {
  /** The operation that the dialog calls. Decides whether the dialog asks for the reason; null if it takes none. */
  readonly operation: ReasonedOperation | null
  /** The status that the dialog sets, if it changes nothing else. */
  readonly status?: string
  readonly opened: boolean
  readonly onClose: () => void
  readonly title: string
  /** The id of the record, for a dialog that serves many rows or shares its title with others. */
  readonly about?: string | undefined
  /** The effect of the action. */
  readonly text?: ReactNode
  /** The label of the button. */
  readonly submit: string
  /** Colors the button red, for actions that cannot be undone. */
  readonly danger?: boolean
  readonly templates?: readonly string[]
  /** False while something is missing that the required fields do not show. */
  readonly ready?: boolean
  /** The message if the dialog is not ready, and the path of the field that shows it. */
  readonly missing?: string
  readonly missingAt?: string
  /** The fields that `children` renders, including `reason` if the action takes one. */
  readonly form?: Form
  /** Fields that are discarded when the dialog closes unsent. */
  readonly secrets?: readonly string[]
  readonly size?: 'md' | 'lg'
  /** True if the dialog can open on top of another one. */
  readonly onTop?: boolean
  readonly children?: ReactNode
}

/** Runs the action. The dialog shows its error, and closes on success unless the action returns `stay`. */
type Submit<Args extends readonly unknown[]> = (reason: string, ...args: Args) => Promise<unknown>

/** An action that creates a record, or ends one that never changes. */
interface CreateProps {
  readonly record?: undefined
  readonly onSubmit: Submit<[]>
}

/** An action that changes a record. It sends the version that the record had when the dialog opened. */
interface ChangeProps {
  readonly record: Versioned
  readonly onSubmit: Submit<[header: IfMatch]>
}

type Props = DialogProps & (CreateProps | ChangeProps)

const OpenedDialog = (props: Props) => {
  const { opened, onClose, title, about, text, submit, danger = false, templates = [], ready = true, children } = props
  const { operation, status, missing, missingAt, size = 'md', onTop = false, secrets, record } = props
  const { t } = useTranslation()
  const refresh = useRefresh()
  // The change is based on the record as it was on opening, even if the page rereads it while the dialog is open.
  const [initialRecord] = useState(record)
  const ownForm = useForm({ initialValues: { reason: '' } })
  const form: Form = props.form ?? ownForm
  const reason = useReason(form, operation ? { operation, status } : undefined)
  const { formRef, onSubmit, busy, gap, error, resend, forgetError } = useSending(
    form,
    async (written, current = draft.base) => {
      const text = reason.complete(written)
      const result = props.record ? props.onSubmit(text, ifMatch(current ?? props.record)) : props.onSubmit(text)
      if ((await result) === 'stay') return
      onClose()
      draft.discard()
    },
    () => {
      const message = ready ? undefined : (missing ?? t('form.incomplete'))
      const atField = message && missingAt ? { [missingAt]: message } : undefined
      return { fields: { ...reason.gaps(), ...atField }, other: atField ? undefined : message }
    },
  )
  const formId = opened ? [location.pathname, title, about].filter(Boolean).join(' ') : undefined
  const draft = useDraft(form, { formId, record: initialRecord, busy, ...(secrets && { secrets }) })
  const close = () => {
    // A rejected change may mean that the page is out of date.
    if (error) void refresh()
    forgetError()
    onClose()
    // Typed input is kept as a draft; the caller's form outlives the dialog.
    form.reset()
  }
  const discardChange = () => {
    draft.discard()
    close()
  }

  return (
    <Modal
      opened={opened}
      onClose={close}
      title={title}
      size={size}
      {...(onTop && { zIndex: getDefaultZIndex('modal') + 1 })}
      closeButtonProps={{ 'aria-label': t('actions.close') }}
    >
      <form ref={formRef} onSubmit={onSubmit} noValidate>
        <Stack>
          {text && <Text size="sm">{text}</Text>}
          <DraftNote {...draft} />
          {children}
          {reason.isShown && (
            <ReasonField {...reason.fieldProps} templates={templates} autoFocus={!children || !reason.isAsked} />
          )}
          <FormFooter
            start={reason.isAddable && <AddReason onAdd={reason.add} />}
            gap={gap}
            error={<ChangeError error={error} base={draft.base} busy={busy} resend={resend} discard={discardChange} />}
          >
            <Button variant="default" onClick={close}>
              {t('actions.cancel')}
            </Button>
            <SubmitButton
              loading={busy}
              {...(danger && { color: 'red' })}
              {...(!children && !reason.isShown && { 'data-autofocus': true })}
            >
              {submit}
            </SubmitButton>
          </FormFooter>
        </Stack>
      </form>
    </Modal>
  )
}

/**
 * The dialog for every change that needs a decision: shows the effect, takes the reason and shows the server's error.
 * It is remounted for each opening and each record.
 */
export const ActionDialog = (props: Props) => {
  const state = props.opened ? `of ${props.about}` : 'closed'
  const [{ lastState, openCount }, setOpening] = useState({ lastState: state, openCount: 0 })
  // Closing keeps the same instance, so that the focus returns to where it was.
  if (state !== lastState) setOpening({ lastState: state, openCount: props.opened ? openCount + 1 : openCount })
  return <OpenedDialog key={openCount} {...props} />
}
