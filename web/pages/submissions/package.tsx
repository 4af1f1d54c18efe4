import { Box, Grid, Group, Stack, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import { fields } from '#web/api/fields.ts'
import { useCan } from '#web/api/session.ts'
import { CommentsPart } from '#web/family/comments/comments-part.tsx'
import { RecordFacts } from '#web/family/detail.tsx'
import { ExportButton } from '#web/pages/exports/export-button.tsx'
import { ReadFailure } from '#web/ui/failures.tsx'
import { AnchorLink } from '#web/ui/links.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { PrintButton, PrintDocument } from '#web/ui/print-document.tsx'
import { Section } from '#web/ui/section.tsx'
import { PageSkeleton } from '#web/ui/skeletons.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { Time } from '#web/ui/time.tsx'
import { Contents } from './contents.tsx'
import { TimeLeft } from './due.tsx'
import type { PackageDetail } from './model.ts'
import { PackageDeadline } from './package-deadline.tsx'
import { EditPackage } from './package-dialogs.tsx'
import { RecordEvent } from './record-event.tsx'
import { Timeline } from './timeline.tsx'

const route = getRouteApi('/app/submissions/packages/$packageId')

const PackageFacts = ({ submissionPackage, submissionRequirement, firstSubmittedAt }: PackageDetail) => {
  const { t } = useTranslation('submissions')
  const { submittedAt } = submissionPackage
  const requirement = (
    <AnchorLink
      to="/submissions/requirements/$requirementId"
      params={{ requirementId: submissionRequirement.id }}
      size="sm"
    >
      {submissionRequirement.title}
    </AnchorLink>
  )
  return (
    <RecordFacts
      fields={fields.SubmissionPackage}
      labels={{ packageKey: t('package.key'), dueAt: t('package.due') }}
      record={submissionPackage}
      extraRows={[
        [t('package.requirement'), requirement],
        [t('package.firstSubmitted'), <Time key="first" at={firstSubmittedAt} />],
        [t('package.submitted'), submittedAt === firstSubmittedAt ? null : <Time key="last" at={submittedAt} />],
      ]}
    />
  )
}

/** The page of a package: its status, possible events, timeline and contents. */
export const PackagePage = () => {
  const { t } = useTranslation('submissions')
  const { t: common } = useTranslation()
  const can = useCan()
  const { packageId } = route.useParams()
  const { data, error, refetch } = api.useQuery('get', '/api/workspace/packages/{packageId}', {
    params: { path: { packageId } },
  })
  if (error && !data) return <ReadFailure error={error} retry={() => void refetch()} />
  if (!data) return <PageSkeleton />
  const { submissionPackage, changeable, late, daysLeft } = data
  return (
    <PrintDocument kind={common('print.kinds.package')}>
      <PageHeader
        title={submissionPackage.title}
        back={
          <AnchorLink to="/submissions" size="sm">
            {t('packages.title')}
          </AnchorLink>
        }
        titleExtra={
          <Group gap="xs">
            <StatusBadge status={submissionPackage.status} />
            {(late || daysLeft !== null) && (
              <TimeLeft late={late} daysLeft={daysLeft} submittedAt={submissionPackage.submittedAt} />
            )}
          </Group>
        }
      >
        <PrintButton />
        <ExportButton scope={{ kind: 'package', packageId }} />
        {changeable && can('updateSubmissionPackage') && <EditPackage {...data} />}
      </PageHeader>
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Stack>
            <div className="no-print">
              <Section title={t('package.next')}>
                <RecordEvent {...data} />
              </Section>
            </div>
            <Section title={t('package.facts')}>
              <PackageFacts {...data} />
            </Section>
            <PackageDeadline {...data} />
            <Section title={t('package.contents')}>
              <Contents {...data} />
            </Section>
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Section
            title={t('package.timeline')}
            actions={
              <Text size="sm" c="dimmed">
                {t('package.oldestFirst')}
              </Text>
            }
          >
            <Timeline packageId={packageId} />
          </Section>
        </Grid.Col>
      </Grid>
      <Box mt="md">
        <CommentsPart recordId={packageId} />
      </Box>
    </PrintDocument>
  )
}
