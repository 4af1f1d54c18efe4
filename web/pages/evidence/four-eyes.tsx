import { Alert, Group, Text } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCan } from '#web/api/session.ts'
import { AnchorLink } from '#web/ui/links.tsx'
import type { Claim } from './queries.ts'

/** The claim of a campaign or round that ended: its starter and the people who answered in it cannot decide it. */
const isMadeBySystem = ({ createdBy }: Claim): boolean => !/^(prs|sva)_/.test(createdBy)

/** Why the reader cannot decide a claim, or that the decision would be marked; or that no one is left to decide it. */
export const FourEyes = ({ claim }: { claim: Claim }) => {
  const { t } = useTranslation('evidence')
  const can = useCan()
  const { mayDecide, whyNot, selfDecision, deciders } = claim.review
  if (claim.status !== 'submitted') return null
  const isOwn = can('approveClaim') && whyNot === 'hand'
  const isMarked = mayDecide && selfDecision
  if (!isOwn && !isMarked && deciders.length > 0) return null
  return (
    <Alert variant="outline" color="yellow" icon={<IconInfoCircle />}>
      {isOwn && <Text size="sm">{t(isMadeBySystem(claim) ? 'review.ownCampaign' : 'review.own')}</Text>}
      {isMarked && <Text size="sm">{t('review.marked')}</Text>}
      {!isMarked && deciders.length === 0 && (
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
