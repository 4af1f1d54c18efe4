import { Button, Group, getDefaultZIndex, Modal, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRefresh } from '#web/api/refresh.ts'
import { asSeen, type IfMatch, type Versioned } from '#web/api/version.ts'
import { Refused } from './changed-meanwhile.tsx'
import { useDraft } from './draft.ts'
import { DraftNote } from './draft-note.tsx'
import { type Form, useSending } from './form.ts'
import { isReason, ReasonField } from './reason-field.tsx'

interface Dialog {
  readonly opened: boolean
  readonly onClose: () => void
  readonly title: string
  /** The id of what it is about, where one dialog is for many rows or several have one title. */
  readonly about?: string | undefined
  /** The effect of the action. */
  readonly text?: ReactNode
  /** The label of the button. */
  readonly submit: string
  /** Red, for what cannot be undone. */
  readonly danger?: boolean
  readonly templates?: readonly string[]
  /** False while the other fields are not complete. */
  readonly ready?: boolean
  /** The fields of the dialog, including `reason` if one is needed; drawn by `children`. */
  readonly form?: Form
  /** Fields that are not kept when the dialog is closed unsent. */
  readonly secrets?: readonly string[]
  /** False for what needs no reason. */
  readonly reason?: boolean
  readonly size?: 'md' | 'lg'
  /** True for what may be asked while another dialog is open. */
  readonly above?: boolean
  readonly children?: ReactNode
}

/** Runs the action. Its error is shown; when it ends, the dialog closes unless it returns `stay`. */
type Submit<Args extends readonly unknown[]> = (reason: string, ...args: Args) => Promise<unknown>

/** An action that creates something, or ends something that never changes. */
interface Making {
  readonly of?: undefined
  readonly onSubmit: Submit<[]>
}

/** An action that changes a record, with the header for the version that it had when the dialog opened. */
interface Changing {
  readonly of: Versioned
  readonly onSubmit: Submit<[header: IfMatch]>
}

type Props = Dialog & (Making | Changing)

const Mounted = (props: Props) => {
  const { opened, onClose, title, about, text, submit, danger = false, templates = [], ready = true, children } = props
  const { size = 'md', above = false, secrets, reason: needsReason = true, of } = props
  const { t } = useTranslation()
  const refresh = useRefresh()
  // Data that the page reads while the dialog is open is not what the change is based on.
  const [openedOver] = useState(of)
  const own = useForm({ initialValues: { reason: '' } })
  const form: Form = props.form ?? own
  const { element, onSubmit, busy, error, again, forgetError } = useSending(form, async (reason, now = draft.seen) => {
    const sent = props.of ? props.onSubmit(reason, asSeen(now ?? props.of)) : props.onSubmit(reason)
    if ((await sent) === 'stay') return
    onClose()
    draft.discard()
  })
  const place = opened ? [location.pathname, title, about].filter(Boolean).join(' ') : undefined
  const draft = useDraft(form, { place, of: openedOver, busy, ...(secrets && { secrets }) })
  const close = () => {
    // A refusal may mean that the page is out of date.
    if (error) void refresh()
    forgetError()
    onClose()
    // Typed input is kept as a draft; the caller's form outlives the dialog.
    form.reset()
  }
  const take = () => {
    draft.discard()
    close()
  }
  const { value: reason = '', ...reasonProps } = form.getInputProps('reason')

  return (
    <Modal
      opened={opened}
      onClose={close}
      title={title}
      size={size}
      {...(above && { zIndex: getDefaultZIndex('modal') + 1 })}
      closeButtonProps={{ 'aria-label': t('actions.close') }}
    >
      <form ref={element} onSubmit={onSubmit}>
        <Stack>
          {text && <Text size="sm">{text}</Text>}
          <DraftNote {...draft} />
          {children}
          {needsReason && <ReasonField value={reason} {...reasonProps} templates={templates} autoFocus={!children} />}
          <Refused error={error} seen={draft.seen} busy={busy} again={again} take={take} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              {t('actions.cancel')}
            </Button>
            <Button
              type="submit"
              loading={busy}
              disabled={!ready || (needsReason && !isReason(reason))}
              {...(danger && { color: 'red' })}
            >
              {submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

/**
 * Every change that needs a decision uses this dialog: it shows the effect, takes the reason and shows the server's
 * error. It is mounted again for each opening, and for each record.
 */
export const ActionDialog = (props: Props) => {
  const now = props.opened ? `of ${props.about}` : 'closed'
  const [{ shown, time }, setShown] = useState({ shown: now, time: 0 })
  // While it closes, it stays: the focus goes back to where it was.
  if (now !== shown) setShown({ shown: now, time: props.opened ? time + 1 : time })
  return <Mounted key={time} {...props} />
}
