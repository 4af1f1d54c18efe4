import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRefresh } from '#web/api/refresh.ts'
import { useCan } from '#web/api/session.ts'
import { ReadFailure } from '#web/ui/failures.tsx'
import { AnchorLink } from '#web/ui/links.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Section } from '#web/ui/section.tsx'
import { PageSkeleton } from '#web/ui/skeletons.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { AttachmentList } from './attachment-list.tsx'
import { ClaimFacts } from './claim-facts.tsx'
import { ClaimHistory } from './claim-history.tsx'
import { claimQuery } from './queries.ts'
import { ReviewPanel } from './review-panel.tsx'
import { Snapshots } from './snapshots.tsx'
import { Uploader } from './uploader.tsx'

const route = getRouteApi('/app/evidence/claims/$claimId')

export const ClaimPage = () => {
  const { t } = useTranslation('evidence')
  const { claimId } = route.useParams()
  const can = useCan()
  const refresh = useRefresh()
  const { data: claim, error, refetch } = useQuery(claimQuery(claimId))
  const [shown, setShown] = useState<string>()
  if (error && !claim) return <ReadFailure error={error} retry={() => void refetch()} />
  if (!claim) return <PageSkeleton />

  return (
    <>
      <PageHeader
        title={claim.title}
        beside={<StatusBadge status={claim.status} />}
        back={
          <AnchorLink to="/evidence/claims" fz="sm">
            {t('claims.title')}
          </AnchorLink>
        }
      />
      <Stack>
        <ReviewPanel claim={claim} onLook={refetch} />
        <Section title={t('claim.facts')}>
          <ClaimFacts claim={claim} />
        </Section>
        <Snapshots claim={claim} />
        <Section title={t('attachment.title')}>
          <AttachmentList attachments={claim.attachments} shown={shown} onShow={setShown} />
        </Section>
        {claim.uploads && can('createUploadIntent') && (
          <Section title={t('upload.title')}>
            <Uploader claimId={claim.id} maxBytes={claim.uploads.maxBytes} onUploaded={refresh} />
          </Section>
        )}
        <Section title={t('history.title')}>
          <ClaimHistory claimId={claim.id} />
        </Section>
      </Stack>
    </>
  )
}
