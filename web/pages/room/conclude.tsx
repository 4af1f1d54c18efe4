import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { unwrap } from '#web/api/client.ts'
import { isRereadAfterWrite, roomClient } from '#web/api/room.ts'
import { ErrorNote } from '#web/ui/failures.tsx'
import { useSending } from '#web/ui/form.ts'
import { useOpening } from '#web/ui/use-opening.ts'

const maxLength = 5000

interface Props {
  readonly opened: boolean
  readonly onClose: () => void
  readonly scopeDigest: string
}

// Not an `ActionDialog`, which stores drafts for a person of the workspace and needs their session.
const Dialog = ({ opened, onClose, scopeDigest }: Props) => {
  const { t } = useTranslation('rooms')
  const { t: common } = useTranslation()
  const queries = useQueryClient()
  const form = useForm({ initialValues: { conclusion: '' } })
  const { formRef, onSubmit, busy, error } = useSending(form, async () => {
    const body = { conclusion: form.values.conclusion.trim(), scopeDigest }
    await unwrap(roomClient.POST('/api/room/conclude', { body }))
    onClose()
    await queries.invalidateQueries({ predicate: isRereadAfterWrite })
  })
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('conclude')}
      closeButtonProps={{ 'aria-label': common('actions.close') }}
    >
      <form ref={formRef} onSubmit={onSubmit}>
        <Stack>
          <Text size="sm">{t('concludeText')}</Text>
          <Text size="xs" className="digest">
            {scopeDigest}
          </Text>
          <Textarea
            data-autofocus
            label={t('conclusion')}
            autosize
            minRows={3}
            maxRows={12}
            maxLength={maxLength}
            {...form.getInputProps('conclusion')}
          />
          <ErrorNote error={error} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {common('actions.cancel')}
            </Button>
            <Button type="submit" color="red" loading={busy} disabled={form.values.conclusion.trim() === ''}>
              {t('conclude')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

/** A button with a dialog that ends the audit with a conclusion, which is bound to the frozen scope. */
export const Conclude = ({ scopeDigest }: { scopeDigest: string }) => {
  const { t } = useTranslation('rooms')
  const { openCount, opened, open, close } = useOpening()
  return (
    <div>
      <Button variant="default" aria-haspopup="dialog" onClick={open}>
        {t('conclude')}
      </Button>
      <Dialog key={openCount} opened={opened} onClose={close} scopeDigest={scopeDigest} />
    </div>
  )
}
