import { Grid, Group, Paper, Stack, Title } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import { fields } from '#web/api/fields.ts'
import { useCan } from '#web/api/session.ts'
import { RecordFacts } from '#web/family/detail.tsx'
import { ExportButton } from '#web/pages/exports/export-button.tsx'
import { ReadFailure } from '#web/ui/failures.tsx'
import { AnchorLink } from '#web/ui/links.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { PrintButton, PrintDocument } from '#web/ui/print-document.tsx'
import { PageSkeleton } from '#web/ui/skeletons.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { Time } from '#web/ui/time.tsx'
import { Contents } from './contents.tsx'
import { TimeLeft } from './due.tsx'
import type { PackageDetail } from './model.ts'
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
            {(late || daysLeft !== null) && <TimeLeft late={late} daysLeft={daysLeft} />}
          </Group>
        }
      >
        <PrintButton />
        <ExportButton scope={{ kind: 'package', packageId }} />
        {changeable && can('updateSubmissionPackage') && <EditPackage {...data} />}
      </PageHeader>
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Stack gap="lg">
            <Paper withBorder p="md" component="section" className="no-print">
              <Title order={2} mb="sm">
                {t('package.next')}
              </Title>
              <RecordEvent {...data} />
            </Paper>
            <section>
              <Title order={2} mb="sm">
                {t('package.facts')}
              </Title>
              <PackageFacts {...data} />
            </section>
            <section>
              <Title order={2} mb="sm">
                {t('package.contents')}
              </Title>
              <Contents {...data} />
            </section>
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <section>
            <Title order={2} mb="sm">
              {t('package.timeline')}
            </Title>
            <Timeline packageId={packageId} />
          </section>
        </Grid.Col>
      </Grid>
    </PrintDocument>
  )
}
