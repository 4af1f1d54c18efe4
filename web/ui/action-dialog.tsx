import { Button, Group, getDefaultZIndex, Modal, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useDraft } from './draft.ts'
import { DraftNote } from './draft-note.tsx'
import { ErrorNote } from './failures.tsx'
import { type Form, useSending } from './form.ts'
import { isReason, ReasonField } from './reason-field.tsx'

interface Props {
  readonly opened: boolean
  readonly onClose: () => void
  readonly title: string
  /** What will happen. */
  readonly text?: ReactNode
  /** What the button says. */
  readonly submit: string
  /** Red, for what cannot be undone. */
  readonly danger?: boolean
  readonly templates?: readonly string[]
  /** False while the other fields are not complete. */
  readonly ready?: boolean
  /** Does it. What it throws is shown; when it ends, the dialog closes unless it answers `stay`. */
  readonly onSubmit: (reason: string) => Promise<unknown>
  /** Fields of its own, with `reason` among them where one is needed; drawn by `children`. */
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

/** Every change that needs a decision goes through this: what, why, and what the server said when it refused. */
export const ActionDialog = (props: Props) => {
  const { opened, onClose, title, text, submit, danger = false, templates = [], ready = true, children } = props
  const { size = 'md', above = false, secrets, reason: needsReason = true } = props
  const { t } = useTranslation()
  const own = useForm({ initialValues: { reason: '' } })
  const form: Form = props.form ?? own
  const { element, onSubmit, busy, error, forgetError } = useSending(form, async reason => {
    if ((await props.onSubmit(reason)) === 'stay') return
    onClose()
    draft.discard()
  })
  const place = opened ? `${location.pathname} ${title}` : undefined
  const draft = useDraft(form, { place, busy, ...(secrets && { secrets }) })
  const close = () => {
    forgetError()
    onClose()
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
          <ErrorNote error={error} />
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
