import { Alert, Button, Modal, Stack, Text } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Copyable } from './copy.tsx'

/** Shows a secret once, until the user confirms that they have stored it. */
export const SecretOnce = (props: {
  readonly secret: string | undefined
  readonly label: string
  readonly onStored: () => void
  readonly children?: ReactNode
}) => {
  const { t } = useTranslation()
  const { secret, label, onStored, children } = props
  return (
    <Modal
      opened={secret !== undefined}
      onClose={onStored}
      title={t('secret.title')}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      size="lg"
    >
      <Stack>
        <Alert color="yellow" icon={<IconKey />}>
          {t('secret.text')}
        </Alert>
        <div>
          <Text size="sm" fw={600}>
            {label}
          </Text>
          <Copyable value={secret ?? ''} />
        </div>
        {children}
        <Button onClick={onStored} data-autofocus>
          {t('secret.stored')}
        </Button>
      </Stack>
    </Modal>
  )
}
