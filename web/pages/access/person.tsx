import { Box, Button, Title } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import { useCan, useSession } from '#web/api/session.ts'
import { DeputyPart } from '#web/family/deputies/deputy-parts.tsx'
import { WaitingApproval } from '#web/family/second-person.tsx'
import { Copyable } from '#web/ui/copy.tsx'
import { FactList } from '#web/ui/facts.tsx'
import { ReadFailure } from '#web/ui/failures.tsx'
import { AnchorLink } from '#web/ui/links.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { RecentAudit } from '#web/ui/recent-audit.tsx'
import { Lines } from '#web/ui/skeletons.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { Time } from '#web/ui/time.tsx'
import { useOpening } from '#web/ui/use-opening.ts'
import { ChangePerson } from './change-person.tsx'
import { type InvitationWithLink, OneTimeLink } from './one-time-link.tsx'
import { PersonActions } from './person-actions.tsx'
import { PersonCustodians } from './person-custodians.tsx'
import { PersonGroups } from './person-groups.tsx'
import { PersonMail } from './person-mail.tsx'
import { PersonSecrets } from './person-secrets.tsx'
import { PersonSessions } from './person-sessions.tsx'
import { PersonWork } from './person-work.tsx'
import { UnitNames } from './unit-names.tsx'

const route = getRouteApi('/app/access/people/$personId')

export const PersonPage = () => {
  const { t } = useTranslation('access')
  const { t: common } = useTranslation()
  const can = useCan()
  const ownId = useSession().person.id
  const { personId } = route.useParams()
  const changeDialog = useOpening()
  const [link, setLink] = useState<InvitationWithLink>()
  const query = api.useQuery('get', '/api/workspace/people/{personId}', { params: { path: { personId } } })
  const path = '/api/workspace/people/{personId}/custodians'
  const connection = api.useQuery('get', path, { params: { path: { personId } } })
  const isConnected = typeof connection.data?.connectedAt === 'string'
  const person = query.data
  if (query.error && !query.data) return <ReadFailure error={query.error} retry={() => void query.refetch()} />
  if (!person) return <Lines />
  return (
    <>
      <PageHeader
        title={person.name}
        titleExtra={<StatusBadge status={person.status} />}
        back={
          <AnchorLink to="/access/people" fz="sm">
            {t('people.title')}
          </AnchorLink>
        }
      >
        {can('updatePerson') && (
          <Button variant="default" aria-haspopup="dialog" onClick={changeDialog.open}>
            {t('person.change')}
          </Button>
        )}
        <PersonActions person={person} isConnected={isConnected} onLink={setLink} />
      </PageHeader>
      <FactList
        entries={[
          [t('people.email'), person.email],
          [t('people.role'), `${common(`role.${person.role}`)}: ${t(`roles.${person.role}`)}`],
          [t('units.of'), <UnitNames key="units" ids={person.unitIds} />],
          [t('groups.from'), t(`groups.froms.${person.mappedFrom ?? 'hand'}`)],
          [t('groups.gives'), person.mappedGrant && t(`groups.grants.${person.mappedGrant}`)],
          [t('people.secondFactor'), t(`people.factor.${person.secondFactor}`)],
          [t('people.since'), <Time key="since" at={person.createdAt} />],
          [t('person.note'), person.id === ownId && t('person.you')],
        ]}
        details={[[common('record.id'), <Copyable key="id" value={person.id} />]]}
      />
      <WaitingApproval resourceId={person.id} />
      <Title order={2} mt="xl" mb="xs">
        {t('person.deputy')}
      </Title>
      <DeputyPart personId={personId} person={person} />
      {can('getPersonMail') && <PersonMail person={person} />}
      {can('listPersonWork') && <PersonWork personId={personId} />}
      {can('getPersonGroups') && <PersonGroups personId={personId} />}
      {can('listPersonCustodians') && <PersonCustodians personId={personId} />}
      {can('listPersonSecrets') && <PersonSecrets personId={personId} />}
      {can('listPersonSessions') && <PersonSessions person={person} />}
      {can('listAuditEvents') && (
        <Box mt="xl">
          <RecentAudit title={t('person.trail')} filter={{ actorId: personId }} />
        </Box>
      )}
      <ChangePerson
        key={changeDialog.openCount}
        person={person}
        opened={changeDialog.opened}
        onClose={changeDialog.close}
      />
      <OneTimeLink created={link} onStored={() => setLink(undefined)} />
    </>
  )
}
