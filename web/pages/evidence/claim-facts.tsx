import { useTranslation } from 'react-i18next'
import { Copyable } from '#web/ui/copy.tsx'
import { FactList } from '#web/ui/facts.tsx'
import { Time } from '#web/ui/time.tsx'
import type { Claim } from './queries.ts'

const joinParts = (...parts: readonly (string | null)[]) => parts.filter(part => part !== null).join(' / ')

/** The fields of a claim that its summary does not show. */
export const ClaimFacts = ({ claim }: { claim: Claim }) => {
  const { t } = useTranslation('evidence')
  const nameOr = (id: string | null, name: string | null) => name ?? id
  return (
    <FactList
      entries={[
        [t('claims.key'), <Copyable key="key" value={claim.claimKey} />],
        [t('claims.requirement'), !claim.evidenceRequirementId && t('claim.noRequirement')],
        [
          t('claim.subject'),
          joinParts(claim.subjectModuleKey, claim.subjectResourceType, claim.subjectResourceId, claim.subjectVersionId),
        ],
        [
          t('claim.source'),
          joinParts(claim.sourceModuleKey, claim.sourceResourceType, claim.sourceResourceId, claim.sourceVersionId),
        ],
        [t('claim.validFrom'), <Time key="from" at={claim.validFrom} />],
        [t('claims.validUntil'), <Time key="until" at={claim.validUntil} />],
        [t('claim.observedFrom'), claim.observedFrom && <Time key="observedFrom" at={claim.observedFrom} />],
        [t('claim.observedUntil'), claim.observedUntil && <Time key="observedUntil" at={claim.observedUntil} />],
        [t('claim.createdBy'), nameOr(claim.createdBy, claim.createdByName)],
        [t('claims.createdAt'), <Time key="at" at={claim.createdAt} />],
        [
          t('claim.reviewer'),
          nameOr(claim.reviewerId, claim.reviewerName) ?? (claim.decision ? null : t('claim.noReviewer')),
        ],
        [t('claim.decision'), claim.decision && <Time key="decision" at={claim.decision.decidedAt} />],
        [t('claim.id'), <Copyable key="id" value={claim.id} />],
        [t('claim.reviewedDigest'), <Copyable key="digest" value={claim.reviewedDigest} />],
      ]}
    />
  )
}
