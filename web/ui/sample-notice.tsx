import { Alert, Group, Text } from '@mantine/core'
import { IconFlask } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

/** Marks every page of a sample workspace, also in print. `children` are the actions of its administrator. */
export const SampleNotice = ({ children }: { children?: ReactNode }) => {
  const { t } = useTranslation()
  return (
    <Alert color="grape" mb="md" icon={<IconFlask />} role="note" title={t('sample.title')}>
      <Group justify="space-between" gap="xs">
        <Text size="sm">{t('sample.text')}</Text>
        {children}
      </Group>
    </Alert>
  )
}
