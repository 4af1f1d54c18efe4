import { Button, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { answered } from '#web/api/client.ts'
import { isSaid, roomClient } from '#web/api/room.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { useOpening } from '#web/ui/use-opening.ts'

const longest = 5000

const Dialog = ({ opened, onClose, scopeDigest }: { opened: boolean; onClose: () => void; scopeDigest: string }) => {
  const { t } = useTranslation('rooms')
  const queries = useQueryClient()
  const form = useForm({ initialValues: { conclusion: '' } })
  return (
    <ActionDialog
      opened={opened}
      onClose={onClose}
      title={t('conclude')}
      text={t('concludeText')}
      submit={t('conclude')}
      danger
      reason={false}
      form={form}
      ready={form.values.conclusion.trim() !== ''}
      onSubmit={async () => {
        const body = { conclusion: form.values.conclusion.trim(), scopeDigest }
        await answered(roomClient.POST('/api/room/conclude', { body }))
        await queries.invalidateQueries({ predicate: isSaid })
      }}
    >
      <Text size="xs" className="digest">
        {scopeDigest}
      </Text>
      <Textarea
        data-autofocus
        label={t('conclusion')}
        autosize
        minRows={3}
        maxRows={12}
        maxLength={longest}
        {...form.getInputProps('conclusion')}
      />
    </ActionDialog>
  )
}

/** Ends the audit with words that are bound to what was shown. */
export const Conclude = ({ scopeDigest }: { scopeDigest: string }) => {
  const { t } = useTranslation('rooms')
  const { time, opened, open, close } = useOpening()
  return (
    <div>
      <Button variant="default" aria-haspopup="dialog" onClick={open}>
        {t('conclude')}
      </Button>
      <Dialog key={time} opened={opened} onClose={close} scopeDigest={scopeDigest} />
    </div>
  )
}
