import { Alert, Progress, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import { useFormatBytes } from '#web/ui/bytes.ts'
import { useFormat } from '#web/ui/display.ts'
import { FactList } from '#web/ui/facts.tsx'
import { ReadFailure } from '#web/ui/failures.tsx'
import { AnchorLink } from '#web/ui/links.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Section } from '#web/ui/section.tsx'
import { Lines } from '#web/ui/skeletons.tsx'
import { Time } from '#web/ui/time.tsx'

/** A number of files, with the consequence for them below. */
const FileCount = ({ count, text }: { readonly count: number; readonly text: string }) => {
  const { number } = useFormat()
  return (
    <>
      {number(count)}
      <Text size="xs" c="dimmed">
        {text}
      </Text>
    </>
  )
}

/** Shows how many stored files were recently reread and found intact, and how many are damaged. */
export const Scrub = () => {
  const { t } = useTranslation('storage')
  const { number } = useFormat()
  const formatBytes = useFormatBytes()
  const query = api.useQuery('get', '/api/workspace/storage/scrub')
  if (query.error && !query.data) return <ReadFailure error={query.error} retry={() => void query.refetch()} />
  if (!query.data) return <Lines />
  const { copies, bytes, checked, everyDays, bytesPerSecond, oldestCheckAt, suspects, damaged, lost, orphans } =
    query.data
  const percent = copies === 0 ? 100 : Math.floor((checked / copies) * 100)
  return (
    <>
      <PageHeader title={t('scrub.title')} description={t('scrub.description', { days: everyDays })} />
      <Stack>
        {lost > 0 && (
          <Alert color="red" role="alert" icon={<IconAlertTriangle />} title={t('scrub.lost')}>
            {t('scrub.lostText', { count: lost, formatted: number(lost) })}
          </Alert>
        )}
        <Section title={t('scrub.coverage')}>
          <Stack gap="sm">
            <Progress value={percent} aria-label={t('migrations.percent', { percent })} />
            <Text size="sm">
              {t('scrub.checked', { checked: number(checked), copies: number(copies), days: everyDays })}
            </Text>
            <FactList
              entries={[
                [t('scrub.bytes'), formatBytes(bytes)],
                [t('scrub.oldest'), <Time key="oldest" at={oldestCheckAt} />],
                [t('scrub.rate'), t('migrations.perSecond', { bytes: formatBytes(bytesPerSecond) })],
              ]}
            />
          </Stack>
        </Section>
        <Section title={t('scrub.found')}>
          <FactList
            entries={[
              [t('scrub.suspects'), <FileCount key="suspects" count={suspects} text={t('scrub.suspectsText')} />],
              [t('scrub.damaged'), <FileCount key="damaged" count={damaged} text={t('scrub.damagedText')} />],
              [t('scrub.orphans'), <FileCount key="orphans" count={orphans} text={t('scrub.orphansText')} />],
            ]}
          />
          <Text size="sm" mt="sm">
            {t('scrub.now')}{' '}
            <AnchorLink to="/trails/jobs/$name" params={{ name: 'scrub-stored-files' }} fz="sm" underline="always">
              {t('scrub.job')}
            </AnchorLink>
          </Text>
        </Section>
      </Stack>
    </>
  )
}
