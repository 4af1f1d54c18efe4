import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { api, type Schemas } from '#web/api/client.ts'
import { AnchorLink } from '#web/ui/links.tsx'
import { RecordSummary } from '#web/ui/record-summary.tsx'
import { useFormatDue, useFormatTime } from '#web/ui/time.tsx'
import { DaysLeft } from './days-left.tsx'
import type { Requirement } from './queries.ts'

type Freshness = Schemas['EvidenceFreshness']

const isProven = ({ state }: Freshness): boolean => state === 'current' || state === 'due_soon'

/** Shows whether the requirement is proven now, and until when. */
const Sentence = ({ freshness }: { readonly freshness: Freshness }) => {
  const { t } = useTranslation('evidence')
  const formatDue = useFormatDue()
  const { newestAccepted: newest } = freshness
  if (!newest) return t('requirement.answer.missing')
  const key = isProven(freshness) ? 'proven' : 'ended'
  return (
    <>
      {t(`requirement.answer.${key}`, { date: formatDue(newest.validUntil) })} (
      <DaysLeft days={newest.daysLeft} isOver={!isProven(freshness)} />
      ).
    </>
  )
}

const NewestProof = ({ newest }: { readonly newest: NonNullable<Freshness['newestAccepted']> }) => {
  const { t } = useTranslation('evidence')
  return (
    <Text size="sm">
      {t('requirement.answer.by')}{' '}
      <AnchorLink to="/evidence/claims/$claimId" params={{ claimId: newest.claimId }} fz="sm">
        {newest.title}
      </AnchorLink>
    </Text>
  )
}

/** Shows whether a requirement is proven, as a sentence, with its owner and the date of the next proof. */
export const RequirementAnswer = ({ requirement }: { readonly requirement: Requirement }) => {
  const { t } = useTranslation('evidence')
  const format = useFormatTime()
  const { id, requirementKey, status, owner } = requirement
  const query = { requirementId: id }
  const isActive = status === 'active'
  const { data } = api.useQuery(
    'get',
    '/api/workspace/evidence-freshness',
    { params: { query } },
    { enabled: isActive },
  )
  const freshness = data?.requirements[0]
  if (isActive && !freshness) return null
  const newest = freshness?.newestAccepted
  const ownerText = owner ? t('requirement.answer.owner', { name: owner.name }) : t('board.noOwner')
  const due =
    freshness &&
    newest &&
    t(`requirement.answer.${isProven(freshness) ? 'due' : 'overdue'}`, { date: format(newest.validUntil, 'date') })
  const pending = freshness?.pendingClaims ?? 0
  return (
    <RecordSummary
      sentence={
        freshness ? (
          <Sentence freshness={freshness} />
        ) : (
          t(`requirement.answer.${status === 'draft' ? 'draft' : 'retired'}`)
        )
      }
    >
      {newest && <NewestProof newest={newest} />}
      <Text size="sm" c="dimmed">
        <code>{requirementKey}</code> · {[ownerText, due].filter(Boolean).join(' · ')}
        {pending > 0 && ' · '}
        {pending > 0 && (
          <AnchorLink
            to="/evidence/claims"
            search={{ evidenceRequirementId: id, status: 'submitted' }}
            fz="sm"
            underline="always"
          >
            {t('requirement.answer.pending', { count: pending })}
          </AnchorLink>
        )}
      </Text>
    </RecordSummary>
  )
}
