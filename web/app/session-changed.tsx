import { Button, Modal, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/**
 * Tells the user that another tab has changed the session. The server rejects this page's calls, and none of them took
 * effect.
 */
export const SessionChanged = () => {
  const { t } = useTranslation()
  return (
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      title={t('sessionChanged.title')}
    >
      <Stack>
        <Text>{t('sessionChanged.text')}</Text>
        <Button data-autofocus onClick={() => location.assign('/')}>
          {t('sessionChanged.goOn')}
        </Button>
      </Stack>
    </Modal>
  )
}
