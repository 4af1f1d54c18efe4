import { SimpleGrid, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useCan, useSession } from '#web/api/session.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { EvidenceNow } from './evidence-now.tsx'
import { FirstSteps } from './first-steps.tsx'
import { SecurityNow } from './security-now.tsx'
import { SubmissionsNow } from './submissions-now.tsx'
import { WebhooksNow } from './webhooks-now.tsx'

/** The home page: the work and figures that need the reader's attention now. */
export const Home = () => {
  const { t } = useTranslation('home')
  const can = useCan()
  const { person } = useSession()
  return (
    <>
      <PageHeader title={t('title')} description={t('greeting', { name: person.name })} />
      <Stack>
        <FirstSteps />
        <SimpleGrid cols={{ base: 1, lg: 2 }}>
          <EvidenceNow />
          <SubmissionsNow />
          {can('getWebhooksOverview') && <WebhooksNow />}
          {can('getSecurityOverview') && <SecurityNow />}
        </SimpleGrid>
      </Stack>
    </>
  )
}
