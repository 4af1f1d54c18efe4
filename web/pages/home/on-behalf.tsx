import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Schemas } from '#web/api/client.ts'

/** Names the absent person for whom a task waits. */
export const OnBehalf = ({ work: { onBehalfOf } }: { work: Schemas['Work'] }) => {
  const { t } = useTranslation('work')
  if (!onBehalfOf) return null
  return (
    <Text span display="block" size="xs" c="dimmed">
      {t('for', { name: onBehalfOf.name })}
    </Text>
  )
}
