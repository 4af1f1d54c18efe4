import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import { ServedSummary } from '#web/pages/frameworks/served-clauses.tsx'
import { Copyable } from '#web/ui/copy.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { AnchorLink } from '#web/ui/links.tsx'
import { Time } from '#web/ui/time.tsx'
import { type Claim, nameOfRequirement } from './queries.ts'

const RequirementLink = ({ requirementId }: { requirementId: string }) => {
  const { data } = api.useQuery('get', '/api/workspace/evidence-requirements/{requirementId}', {
    params: { path: { requirementId } },
  })
  return (
    <AnchorLink to="/evidence/requirements/$requirementId" params={{ requirementId }} fz="sm">
      {data ? nameOfRequirement(data) : requirementId}
    </AnchorLink>
  )
}

const joinParts = (...parts: readonly (string | null)[]) => parts.filter(part => part !== null).join(' / ')

/** The fields of a claim. */
export const ClaimFacts = ({ claim }: { claim: Claim }) => {
  const { t } = useTranslation('evidence')
  const { t: common } = useTranslation()
  const nameOr = (id: string | null, name: string | null) => name ?? id
  return (
    <Facts
      entries={[
        [t('claims.key'), <Copyable key="key" value={claim.claimKey} />],
        [
          t('claims.requirement'),
          claim.evidenceRequirementId ? (
            <RequirementLink key="requirement" requirementId={claim.evidenceRequirementId} />
          ) : (
            t('claim.noRequirement')
          ),
        ],
        [
          t('claim.countsFor'),
          claim.evidenceRequirementId && <ServedSummary key="served" requirementId={claim.evidenceRequirementId} />,
        ],
        [
          t('claim.subject'),
          joinParts(claim.subjectModuleKey, claim.subjectResourceType, claim.subjectResourceId, claim.subjectVersionId),
        ],
        [
          t('claim.source'),
          joinParts(claim.sourceModuleKey, claim.sourceResourceType, claim.sourceResourceId, claim.sourceVersionId),
        ],
        [t('claim.validFrom'), <Time key="from" at={claim.validFrom} />],
        [
          t('claims.validUntil'),
          <span key="until">
            <Time at={claim.validUntil} /> (<Time at={claim.validUntil} as="ago" />)
          </span>,
        ],
        [t('claim.observedFrom'), claim.observedFrom && <Time key="observedFrom" at={claim.observedFrom} />],
        [t('claim.observedUntil'), claim.observedUntil && <Time key="observedUntil" at={claim.observedUntil} />],
        [t('claim.createdBy'), nameOr(claim.createdBy, claim.createdByName)],
        [t('claims.createdAt'), <Time key="at" at={claim.createdAt} />],
        [
          t('claim.reviewer'),
          nameOr(claim.reviewerId, claim.reviewerName) ?? (claim.decision ? null : t('claim.noReviewer')),
        ],
        [
          t('claim.decision'),
          claim.decision && (
            <span key="decision">
              {common(`status.${claim.decision.decision}`)} · {claim.decision.reviewerName} ·{' '}
              <Time at={claim.decision.decidedAt} />
              {claim.decision.selfDecided && ` · ${t('review.selfDecided')}`}
              <br />
              {claim.decision.reason}
            </span>
          ),
        ],
        [t('claim.id'), <Copyable key="id" value={claim.id} />],
        [t('claim.reviewedDigest'), <Copyable key="digest" value={claim.reviewedDigest} />],
      ]}
    />
  )
}
