import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, linkOptions } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRefresh } from '#web/api/refresh.ts'
import { useCan } from '#web/api/session.ts'
import { RecordDetail } from '#web/family/detail.tsx'
import { PlaceHold } from '#web/pages/storage/place-hold.tsx'
import { Fold } from '#web/ui/fold.tsx'
import { PrintButton, PrintDocument } from '#web/ui/print-document.tsx'
import { Section } from '#web/ui/section.tsx'
import { AttachmentList } from './attachment-list.tsx'
import { ClaimComparison } from './claim-comparison.tsx'
import { ClaimFacts } from './claim-facts.tsx'
import { ClaimHistory } from './claim-history.tsx'
import { ClaimHold } from './claim-hold.tsx'
import { ClaimRounds } from './claim-rounds.tsx'
import { ClaimAnswer } from './claim-summary.tsx'
import { useOpenedClaim } from './opened-claims.ts'
import { claimQuery } from './queries.ts'
import { ReviewPanel } from './review-panel.tsx'
import { Snapshots } from './snapshots.tsx'
import { Uploader } from './uploader.tsx'

const route = getRouteApi('/app/evidence/claims/$claimId')

export const ClaimPage = () => {
  const { t } = useTranslation('evidence')
  const { t: common } = useTranslation()
  const { claimId } = route.useParams()
  const can = useCan()
  const refresh = useRefresh()
  const query = useQuery(claimQuery(claimId))
  useOpenedClaim(query.data)
  const [shownId, setShownId] = useState<string>()
  return (
    <PrintDocument kind={common('print.kinds.claim')}>
      <RecordDetail
        query={query}
        list={linkOptions({ to: '/evidence/claims' })}
        listTitle={t('claims.title')}
        responsible={claim => (claim.status === 'submitted' ? claim.reviewerId : null)}
        comments
        buttons={claim => (
          <>
            <PrintButton />
            <PlaceHold claimId={claim.id} />
          </>
        )}
      >
        {claim => (
          <Stack>
            <ClaimHold claim={claim} />
            <ClaimAnswer claim={claim} />
            <ClaimRounds claim={claim} />
            <ReviewPanel claim={claim} onReload={query.refetch} />
            <ClaimComparison claim={claim} />
            <Section title={t('attachment.title')}>
              <Stack gap="sm">
                <AttachmentList claim={claim} shownId={shownId} onShow={setShownId} />
                {claim.uploads && can('createUploadIntent') && (
                  <Uploader claimId={claim.id} maxBytes={claim.uploads.maxBytes} onUploaded={refresh} />
                )}
              </Stack>
            </Section>
            <Snapshots claim={claim} />
            <Fold label={t('claim.facts')}>
              <ClaimFacts claim={claim} />
            </Fold>
            <Section title={t('history.title')}>
              <ClaimHistory claim={claim} />
            </Section>
          </Stack>
        )}
      </RecordDetail>
    </PrintDocument>
  )
}
