import { Paper, Title } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Schemas } from '#web/api/client.ts'
import { AnchorLink } from '#web/ui/links.tsx'
import { WorkGroups } from './work-groups.tsx'

/** The user's first tasks by due date, grouped by kind, with a link to the whole list. */
export const LateAndNext = ({ overview: { work, counts } }: { overview: Schemas['WorkOverview'] }) => {
  const { t } = useTranslation('home')
  const id = useId()
  const count = counts.reduce((sum, one) => sum + one.count, 0)
  return (
    <Paper component="section" withBorder p="md" aria-labelledby={id}>
      <Title order={2} id={id} mb="sm">
        {t('list.title')}
      </Title>
      <WorkGroups work={work} counts={counts} order={3} />
      <AnchorLink to="/my-work" size="sm" mt="md" display="inline-block">
        {counts.some(({ more }) => more) ? t('allAtLeast') : count > work.length ? t('all', { count }) : t('toWork')}
      </AnchorLink>
    </Paper>
  )
}
