import { Button, Modal, Stack, Text } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { sessionChange } from '#web/api/client.ts'

/** Says that another tab signed in elsewhere. The server rejects this page's calls, and none of them took effect. */
export const SessionChanged = () => {
  const { t } = useTranslation()
  const isChanged = useSyncExternalStore(sessionChange.subscribe, sessionChange.get)
  return (
    <Modal
      opened={isChanged}
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
