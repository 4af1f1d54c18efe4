import { Alert, Group, Text } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCan } from '#web/api/session.ts'
import { AnchorLink } from '#web/ui/links.tsx'
import type { Claim } from './queries.ts'

/** Whether a finished campaign or round created the claim. Its starter and participants cannot decide on it. */
const isCampaignClaim = ({ createdBy }: Claim): boolean => !/^(prs|sva)_/.test(createdBy)

/**
 * Warns the user that they cannot decide on the claim, that their decision will be marked, or that no one can decide.
 */
export const FourEyes = ({ claim }: { claim: Claim }) => {
  const { t } = useTranslation('evidence')
  const can = useCan()
  const { mayDecide, whyNot, selfDecision, deciders } = claim.review
  if (claim.status !== 'submitted') return null
  const isContributor = can('approveClaim') && whyNot === 'hand'
  const willBeMarked = mayDecide && selfDecision
  if (!isContributor && !willBeMarked && deciders.length > 0) return null
  return (
    <Alert color="yellow" icon={<IconInfoCircle />}>
      {isContributor && <Text size="sm">{t(isCampaignClaim(claim) ? 'review.ownCampaign' : 'review.own')}</Text>}
      {willBeMarked && <Text size="sm">{t('review.marked')}</Text>}
      {!willBeMarked && deciders.length === 0 && (
        <>
          <Text size="sm">{t('review.nobody')}</Text>
          <Group gap="sm">
            {can('invitePerson') && (
              <AnchorLink to="/access/people" fz="sm">
                {t('review.toPeople')}
              </AnchorLink>
            )}
            {can('updateWorkspaceSettings') && (
              <AnchorLink to="/access/settings" fz="sm">
                {t('review.toSettings')}
              </AnchorLink>
            )}
          </Group>
        </>
      )}
    </Alert>
  )
}
