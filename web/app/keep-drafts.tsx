import { Button, Modal, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { signOut, useSession } from '#web/api/session.ts'
import { forgetDrafts } from '#web/ui/stored-drafts.ts'

/** Asks what a sign-out does with unsent drafts. */
export const KeepDrafts = ({ onCancel }: { onCancel: () => void }) => {
  const { t } = useTranslation()
  const session = useSession()
  return (
    <Modal opened onClose={onCancel} title={t('nav.signOut')} closeButtonProps={{ 'aria-label': t('actions.close') }}>
      <Stack>
        <Text size="sm">{t('draft.kept')}</Text>
        <Button onClick={() => void signOut()}>{t('draft.keep')}</Button>
        <Button
          variant="default"
          onClick={() => {
            forgetDrafts(session)
            void signOut()
          }}
        >
          {t('draft.forget')}
        </Button>
      </Stack>
    </Modal>
  )
}
