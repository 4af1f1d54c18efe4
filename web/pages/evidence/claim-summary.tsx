import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import { ServedSummary } from '#web/pages/frameworks/served-clauses.tsx'
import { AnchorLink } from '#web/ui/links.tsx'
import { RecordSummary } from '#web/ui/record-summary.tsx'
import { Time, useFormatDue, useFormatTime } from '#web/ui/time.tsx'
import { type Claim, nameOfRequirement } from './queries.ts'

const RequirementLink = ({ requirementId }: { readonly requirementId: string }) => {
  const { data } = api.useQuery('get', '/api/workspace/evidence-requirements/{requirementId}', {
    params: { path: { requirementId } },
  })
  return (
    <AnchorLink to="/evidence/requirements/$requirementId" params={{ requirementId }} fz="sm">
      {data ? nameOfRequirement(data) : requirementId}
    </AnchorLink>
  )
}

/** The state of the claim as a sentence: who decides or has decided, and how long it is valid. */
const Sentence = ({ claim }: { readonly claim: Claim }) => {
  const { t } = useTranslation('evidence')
  const format = useFormatTime()
  const formatDue = useFormatDue()
  const { status, decision, reviewerName, createdAt, validUntil, questions } = claim
  const date = (at: string) => format(at, 'date')
  const until = formatDue(validUntil)
  const decided = decision && { name: decision.reviewerName, date: date(decision.decidedAt), until }
  if (status === 'rejected') return decided ? t('claim.answer.rejected', decided) : t('claim.answer.rejectedNow')
  const open = questions.find(question => question.status === 'open')
  if (open) return t('claim.answer.asked', { name: open.askedByName, date: date(open.askedAt) })
  if (status === 'submitted')
    return reviewerName
      ? t('claim.answer.waits', { name: reviewerName, date: date(createdAt) })
      : t('claim.answer.waitsUnassigned', { date: date(createdAt) })
  if (status === 'accepted')
    return `${decided ? t('claim.answer.accepted', decided) : t('claim.answer.acceptedNow', { until })}.`
  return (
    <>
      {t('claim.answer.expired', { until })} (<Time at={validUntil} as="ago" />
      ).
    </>
  )
}

/** The state of a claim, with its requirement and the clauses that it counts for. */
export const ClaimAnswer = ({ claim }: { readonly claim: Claim }) => {
  const { t } = useTranslation('evidence')
  const { decision, evidenceRequirementId: requirementId } = claim
  return (
    <RecordSummary sentence={<Sentence claim={claim} />}>
      {decision && (
        <Text size="sm">
          {decision.reason}
          {decision.selfDecided && ` · ${t('review.selfDecided')}`}
        </Text>
      )}
      {requirementId && (
        <>
          <Text size="sm">
            {t('claim.answer.proves')} <RequirementLink requirementId={requirementId} />
          </Text>
          <Text size="sm" component="div">
            <ServedSummary requirementId={requirementId} label={t('claim.answer.countsFor')} />
          </Text>
        </>
      )}
    </RecordSummary>
  )
}
