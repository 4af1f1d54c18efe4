import { List, Paper, Text, Title } from '@mantine/core'
import type { LinkProps } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import { type Operation, useCan } from '#web/api/session.ts'
import { AnchorLink } from '#web/ui/links.tsx'

const steps = [
  { name: 'framework', needs: 'createFramework', link: { to: '/governance/frameworks' } },
  { name: 'requirement', needs: 'createFromTemplates', link: { to: '/evidence/templates' } },
  { name: 'people', needs: 'invitePerson', link: { to: '/access/people' } },
  { name: 'connect', needs: 'listServiceAccounts', link: { to: '/connect' } },
] as const satisfies readonly { readonly name: string; readonly needs: Operation; readonly link: LinkProps }[]

/** Whether the workspace has no requirement and no filing. Undefined until that is known. */
const useIsUnused = (): boolean | undefined => {
  const { data: evidence } = api.useQuery('get', '/api/workspace/overview/evidence')
  const { data: filings } = api.useQuery('get', '/api/workspace/overview/submissions')
  if (!evidence || !filings) return undefined
  const { current, dueSoon, stale, missing, toReview } = evidence
  const { next, overdue, waitingForReceipt, trend } = filings
  const counts = [current, dueSoon, stale, missing, toReview, next.length, overdue, waitingForReceipt, ...trend.events]
  return counts.every(count => count === 0)
}

/** The first steps in an unused workspace. */
export const FirstSteps = () => {
  const { t } = useTranslation('home')
  const can = useCan()
  const isUnused = useIsUnused()
  const possibleSteps = steps.filter(({ needs }) => can(needs))
  if (!isUnused || possibleSteps.length === 0) return null
  return (
    <Paper withBorder p="md" component="section" aria-label={t('first.title')}>
      <Title order={2} mb="xs">
        {t('first.title')}
      </Title>
      <List type="ordered">
        {possibleSteps.map(({ name, link }) => (
          <List.Item key={name}>
            <AnchorLink {...link}>{t(`first.${name}`)}</AnchorLink>
            <Text size="sm" c="dimmed">
              {t(`first.${name}Text`)}
            </Text>
          </List.Item>
        ))}
      </List>
    </Paper>
  )
}
