import { Grid, Group, Stack } from '@mantine/core'
import { getRouteApi, linkOptions } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import { fields } from '#web/api/fields.ts'
import { useCan } from '#web/api/session.ts'
import { RecordDetail, RecordFacts } from '#web/family/detail.tsx'
import { RecordLink } from '#web/ui/records.tsx'
import { Section } from '#web/ui/section.tsx'
import { SeverityBadge } from '#web/ui/severity.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { Time } from '#web/ui/time.tsx'
import { EditFinding } from './finding-dialogs.tsx'
import { FindingHistory } from './history.tsx'
import type { Finding } from './model.ts'
import { Moves } from './moves.tsx'
import { FindingProofs, LinkClaim } from './proof.tsx'
import { Sightings } from './sightings.tsx'

const route = getRouteApi('/app/governance/findings/$findingId')

const FindingFacts = ({ finding }: { finding: Finding }) => {
  const { t } = useTranslation('findings')
  const severity = (
    <Group gap="xs">
      <SeverityBadge severity={finding.severity} />
      {finding.isOverdue && <StatusBadge status="overdue" />}
    </Group>
  )
  return (
    <RecordFacts
      fields={fields.Finding}
      labels={{
        description: t('form.description'),
        dueAt: t('due'),
        subjectModuleKey: t('form.subjectModule'),
        subjectResourceType: t('form.subjectType'),
        subjectResourceId: t('form.subjectId'),
        sourceModuleKey: t('source'),
        sourceFingerprint: t('fingerprint'),
      }}
      record={finding}
      extraRows={[
        [t('severity'), severity],
        [t('owner'), finding.ownerName ?? t('nobody')],
        [
          t('control'),
          finding.control && (
            <RecordLink key="control" id={finding.control.id}>
              {finding.control.controlKey} · {finding.control.title}
            </RecordLink>
          ),
        ],
        [t('opened'), <Time key="opened" at={finding.openedAt} />],
        [t('category'), finding.sourceCategory],
        [
          t('decidedSeverity'),
          finding.decidedSeverity && <SeverityBadge key="decided" severity={finding.decidedSeverity} />,
        ],
        [t('acceptedUntil'), finding.acceptedUntil === null ? null : <Time key="until" at={finding.acceptedUntil} />],
      ]}
    />
  )
}

/** The page of a finding, with the possible moves, the proof and the history. */
export const FindingPage = () => {
  const { t } = useTranslation('findings')
  const can = useCan()
  const { findingId } = route.useParams()
  const query = api.useQuery('get', '/api/workspace/findings/{findingId}', { params: { path: { findingId } } })
  return (
    <RecordDetail
      query={query}
      list={linkOptions({ to: '/governance/findings' })}
      listTitle={t('title')}
      responsible={finding => finding.ownerId}
      comments
      bearsRisk
      buttons={finding => can('updateFinding') && <EditFinding finding={finding} />}
    >
      {finding => (
        <Grid gap="md">
          <Grid.Col span={{ base: 12, md: 7 }}>
            <Stack>
              <Section title={t('moves.title')}>
                <Moves finding={finding} />
              </Section>
              <Section title={t('facts')}>
                <FindingFacts finding={finding} />
              </Section>
              <Sightings finding={finding} />
              <Section title={t('proof.title')} actions={<LinkClaim finding={finding} />}>
                <FindingProofs finding={finding} />
              </Section>
            </Stack>
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 5 }}>
            <Section title={t('history.title')}>
              <FindingHistory findingId={findingId} />
            </Section>
          </Grid.Col>
        </Grid>
      )}
    </RecordDetail>
  )
}
