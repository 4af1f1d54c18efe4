import { Stack, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import { useCan, useSession } from '#web/api/session.ts'
import { Copyable } from '#web/ui/copy.tsx'
import { FactList } from '#web/ui/facts.tsx'
import { ReadFailure } from '#web/ui/failures.tsx'
import { AnchorLink } from '#web/ui/links.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { PersonName } from '#web/ui/person.tsx'
import { RecentAudit } from '#web/ui/recent-audit.tsx'
import { Section } from '#web/ui/section.tsx'
import { Lines } from '#web/ui/skeletons.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { Time } from '#web/ui/time.tsx'
import type { Hold } from './hold.ts'
import { isExpired, ReleaseHold } from './release-hold.tsx'

const route = getRouteApi('/app/storage/holds/$holdId')

/** The request to release a hold, and who can confirm it. */
const ReleaseRequest = ({ hold }: { hold: Hold }) => {
  const { t } = useTranslation('holds')
  const { person } = useSession()
  const { status, releaseReason, releaseAskedBy, releaseAskedAt, releaseExpiresAt, releasedBy, releasedAt } = hold
  if (releaseAskedBy === null) return null
  const isReleasing = status === 'releasing'
  return (
    <Section title={t('request')}>
      <Stack gap="sm">
        {isReleasing && isExpired(hold) && <Text size="sm">{t('expired')}</Text>}
        {isReleasing && !isExpired(hold) && releaseAskedBy === person.id && <Text size="sm">{t('another')}</Text>}
        <FactList
          entries={[
            [t('askedBy'), <PersonName key="asked" id={releaseAskedBy} />],
            [t('askedAt'), releaseAskedAt && <Time key="askedAt" at={releaseAskedAt} />],
            [t('requestReason'), releaseReason],
            [t('expiresAt'), isReleasing && releaseExpiresAt && <Time key="expires" at={releaseExpiresAt} />],
            [t('releasedBy'), releasedBy && <PersonName key="by" id={releasedBy} />],
            [t('releasedAt'), releasedAt && <Time key="at" at={releasedAt} />],
          ]}
        />
      </Stack>
    </Section>
  )
}

const HoldFacts = ({ hold }: { hold: Hold }) => {
  const { t } = useTranslation('holds')
  const { t: common } = useTranslation()
  const { id, claimId, claimTitle, reason, placedBy, placedAt } = hold
  return (
    <Section title={t('facts')}>
      <FactList
        entries={[
          [
            t('of'),
            claimId === null ? (
              t('whole')
            ) : (
              <AnchorLink key="claim" to="/evidence/claims/$claimId" params={{ claimId }} fz="sm">
                {claimTitle ?? claimId}
              </AnchorLink>
            ),
          ],
          [t('reason'), reason],
          [t('placedBy'), <PersonName key="by" id={placedBy} />],
          [t('placedAt'), <Time key="at" at={placedAt} />],
        ]}
        details={[[common('record.id'), <Copyable key="id" value={id} />]]}
      />
    </Section>
  )
}

export const HoldPage = () => {
  const { t } = useTranslation('holds')
  const can = useCan()
  const { holdId } = route.useParams()
  const params = { path: { holdId } }
  const { data: hold, error, refetch } = api.useQuery('get', '/api/workspace/storage-holds/{holdId}', { params })
  if (error && !hold) return <ReadFailure error={error} retry={() => void refetch()} />
  if (!hold) return <Lines />
  return (
    <>
      <PageHeader
        title={t('titleOf', { what: hold.claimTitle ?? t('whole') })}
        description={t(`means.${hold.status}`)}
        titleExtra={<StatusBadge status={hold.status} />}
        back={
          <AnchorLink to="/storage/holds" fz="sm">
            {t('title')}
          </AnchorLink>
        }
      >
        <ReleaseHold hold={hold} />
      </PageHeader>
      <Stack>
        <ReleaseRequest hold={hold} />
        <HoldFacts hold={hold} />
        {can('listAuditEvents') && <RecentAudit filter={{ resourceId: holdId }} />}
      </Stack>
    </>
  )
}
