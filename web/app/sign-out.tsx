import { Button, Modal, Stack, Text } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { signOut, useSession } from '#web/api/session.ts'
import { forgetDrafts, hasDrafts } from '#web/ui/stored-drafts.ts'

/** Signs out; if this browser keeps unsent drafts, asks first what to do with them. */
export const SignOut = ({ onCancel }: { onCancel: () => void }) => {
  const { t } = useTranslation()
  const session = useSession()
  const asksFirst = hasDrafts(session)
  useEffect(() => {
    if (!asksFirst) void signOut()
  }, [asksFirst])
  if (!asksFirst) return null
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
