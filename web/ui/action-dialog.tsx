import { Button, Group, getDefaultZIndex, Modal, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asSeen, type IfMatch, type Versioned } from '#web/api/version.ts'
import { Refused } from './changed-meanwhile.tsx'
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
  /** The record that it changes, as the page shows it. */
  readonly of?: Versioned | undefined
  /**
   * Does it, with the header for the version of the record at the opening. What it throws is shown; when it ends, the
   * dialog closes unless it answers `stay`.
   */
  readonly onSubmit: (reason: string, header: IfMatch) => Promise<unknown>
  /** False for what needs no reason. */
  readonly reason?: boolean
  readonly size?: 'md' | 'lg'
  /** True for what may be asked while another dialog is open. */
  readonly above?: boolean
  /** Fields of its own. */
  readonly children?: ReactNode
}

/** Every change that needs a decision goes through this: what, why, and what the server said when it refused. */
export const ActionDialog = (props: Props) => {
  const { opened, onClose, title, text, submit, danger = false, templates = [], ready = true, children } = props
  const { size = 'md', above = false, of } = props
  const needsReason = props.reason ?? true
  const { t } = useTranslation()
  const [reason, setReason] = useState('')
  const [error, setError] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const queries = useQueryClient()
  // What the page reads while the dialog is open is not what the change is decided on.
  const [seen, setSeen] = useState(of)
  if (!opened && seen?.etag !== of?.etag) setSeen(of)

  const close = () => {
    // What was refused may be out of date.
    if (error) void queries.invalidateQueries()
    setError(undefined)
    onClose()
  }
  const send = async (version: Versioned | undefined) => {
    if (busy) return
    setBusy(true)
    try {
      if ((await props.onSubmit(reason.trim(), asSeen(version))) === 'stay') return setError(undefined)
      setReason('')
      close()
    } catch (refused) {
      setError(refused)
    } finally {
      setBusy(false)
    }
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    setError(undefined)
    void send(seen)
  }

  return (
    <Modal
      opened={opened}
      onClose={close}
      title={title}
      size={size}
      {...(above && { zIndex: getDefaultZIndex('modal') + 1 })}
      closeButtonProps={{ 'aria-label': t('actions.close') }}
    >
      <form onSubmit={onSubmit}>
        <Stack>
          {text && <Text size="sm">{text}</Text>}
          {children}
          {needsReason && (
            <ReasonField value={reason} onChange={setReason} templates={templates} autoFocus={!children} />
          )}
          <Refused error={error} seen={seen} busy={busy} again={now => void send(now)} take={close} />
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
