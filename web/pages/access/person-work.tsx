import { Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { WorkTable } from '#web/pages/home/work-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { usePages } from '#web/ui/pages.ts'

/** The open work of a person, for the administrator who disables them or a colleague who takes over. */
export const PersonWork = ({ personId }: { personId: string }) => {
  const { t } = useTranslation('access')
  const path = '/api/workspace/people/{personId}/work'
  const pages = usePages(path, { path: { personId }, query: {} }, page => page.work)
  return (
    <>
      <Title order={2} mt="xl" mb="xs">
        {t('person.work')}
      </Title>
      <WorkTable label={t('person.work')} pages={pages} empty={<Empty title={t('person.noWork')} />} />
    </>
  )
}
