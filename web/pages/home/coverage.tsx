import { Button, Divider, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { Fragment, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Schemas } from '#web/api/client.ts'
import { useCoverageDaysNote } from '#web/ui/coverage-days.ts'
import { useFormat } from '#web/ui/display.ts'
import { AnchorLink } from '#web/ui/links.tsx'
import { FrameworkCoverage } from './framework-coverage.tsx'

/** The number of frameworks that are shown at first. */
const maxShown = 5

type Overview = Schemas['CoverageOverview']

/** The numbers of requirements whose proof is missing or about to end, each with a link to those requirements. */
const Requirements = ({ requirements }: Pick<Overview, 'requirements'>) => {
  const { t } = useTranslation('home')
  const format = useFormat()
  const { countedUpTo } = requirements
  const number = (count: number) => format.number(count) + (count >= countedUpTo ? '+' : '')
  const lines = [
    { key: 'stale', count: requirements.stale, state: 'stale' },
    { key: 'missing', count: requirements.missing, state: 'missing' },
    { key: 'dueSoon', count: requirements.dueSoon, state: 'due_soon' },
  ] as const
  const shownLines = lines.filter(({ count }) => count > 0)
  if (shownLines.length === 0) return null
  return (
    <Stack gap={4}>
      {shownLines.map(({ key, count, state }) => (
        <AnchorLink
          key={key}
          to="/evidence"
          search={{ state }}
          size="sm"
          {...(state === 'stale' && { c: 'var(--mantine-color-error)', fw: 550 })}
        >
          {t(`coverage.${key}`, { count, n: number(count) })}
        </AnchorLink>
      ))}
    </Stack>
  )
}

/** Whether there is any coverage to show. */
export const hasCoverage = ({ frameworks, requirements: { stale, missing, dueSoon } }: Overview): boolean =>
  frameworks.length > 0 || stale + missing + dueSoon > 0

/** Shows how much of each active framework is proven, the change and the trend, and the proof that is missing. */
export const Coverage = ({ overview: { frameworks, total, requirements } }: { overview: Overview }) => {
  const { t } = useTranslation('home')
  const id = useId()
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? frameworks : frameworks.slice(0, maxShown)
  const note = useCoverageDaysNote()(...shown.map(({ days }) => days))
  return (
    <Paper component="section" withBorder p="md" aria-labelledby={id}>
      <Title order={2} id={id} mb="sm">
        {t('coverage.title')}
      </Title>
      <Stack gap="sm">
        {shown.map((framework, i) => (
          <Fragment key={framework.id}>
            {i > 0 && <Divider />}
            <FrameworkCoverage framework={framework} />
          </Fragment>
        ))}
        {note && (
          <>
            <Divider />
            <Text size="xs" c="dimmed">
              {note}
            </Text>
          </>
        )}
        {frameworks.length > shown.length && (
          <Group>
            <Button variant="default" size="compact-sm" onClick={() => setShowsAll(true)}>
              {t('coverage.more', { count: frameworks.length })}
            </Button>
          </Group>
        )}
        {total > frameworks.length && (
          <Text size="xs" c="dimmed">
            {t('coverage.shown', { shown: frameworks.length, total })}{' '}
            <AnchorLink to="/governance/frameworks" search={{ status: 'active' }} size="xs">
              {t('coverage.list')}
            </AnchorLink>
          </Text>
        )}
        {shown.length > 0 && <Divider />}
        <Requirements requirements={requirements} />
      </Stack>
    </Paper>
  )
}
