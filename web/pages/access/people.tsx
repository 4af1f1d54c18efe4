import { Button, Tabs } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { getRouteApi, linkOptions } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Schemas } from '#web/api/client.ts'
import { useCan } from '#web/api/session.ts'
import { FilterBar } from '#web/family/filter-bar.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { FactList } from '#web/ui/facts.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { usePages } from '#web/ui/pages.ts'
import { type Column, RecordTable } from '#web/ui/record-table.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { Time } from '#web/ui/time.tsx'
import { Invitations } from './invitations.tsx'
import { InvitePerson } from './invite-person.tsx'
import { type InvitationWithLink, OneTimeLink } from './one-time-link.tsx'
import { MailBounces } from './person-mail.tsx'
import { roles } from './role-field.tsx'

const route = getRouteApi('/app/access/people')

type Person = Schemas['Person']

const PeopleTable = () => {
  const { t } = useTranslation('access')
  const { t: common } = useTranslation()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const role = roles.find(option => option === search.role)
  const pages = usePages('/api/workspace/people', { query: { role } }, page => page.people)
  const columns: readonly Column<Person>[] = [
    { key: 'name', header: t('people.name'), render: person => person.name },
    { key: 'email', header: t('people.email'), render: person => person.email, wide: true },
    { key: 'role', header: t('people.role'), render: person => common(`role.${person.role}`) },
    { key: 'status', header: t('people.status'), render: person => <StatusBadge status={person.status} /> },
    {
      key: 'factor',
      header: t('people.secondFactor'),
      render: person => t(`people.factor.${person.secondFactor}`),
      wide: true,
    },
    { key: 'since', header: t('people.since'), render: person => <Time at={person.createdAt} as="date" />, wide: true },
  ]
  const clear = () => navigate({ search: {} })
  return (
    <>
      <FilterBar
        filters={[
          {
            name: 'role',
            label: t('people.role'),
            choices: roles.map(value => ({ value, label: common(`role.${value}`) })),
          },
        ]}
        values={search}
        onChange={(name, value) => navigate({ search: { ...search, [name]: value } })}
        onClear={clear}
      />
      <RecordTable
        label={t('people.title')}
        pages={pages}
        columns={columns}
        rowKey={person => person.id}
        to={person => linkOptions({ to: '/access/people/$personId', params: { personId: person.id } })}
        filtered={role !== undefined}
        clearFilters={clear}
        empty={<Empty title={t('people.empty')} />}
      />
    </>
  )
}

const tabs = ['people', 'invitations', 'roles'] as const

export const People = () => {
  const { t } = useTranslation('access')
  const { t: common } = useTranslation()
  const can = useCan()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const invitedRole = can('invitePerson') ? roles.find(role => role === search.invite) : undefined
  const openInvitation = (role: string) => navigate({ search: before => ({ ...before, invite: role }) })
  const closeInvitation = () => navigate({ search: ({ invite: _, ...before }) => before })
  const [invitation, setInvitation] = useState<InvitationWithLink>()
  const visibleTabs = tabs.filter(tab => tab !== 'invitations' || can('listInvitations'))
  const activeTab = visibleTabs.find(tab => tab === search.tab) ?? 'people'
  return (
    <>
      <PageHeader title={t('people.title')} description={t('people.description')}>
        {can('invitePerson') && (
          <Button
            leftSection={<IconPlus size={16} />}
            aria-haspopup="dialog"
            onClick={() => openInvitation('contributor')}
          >
            {t('people.invite')}
          </Button>
        )}
      </PageHeader>
      <Tabs
        value={activeTab}
        onChange={tab => navigate({ search: tab && tab !== 'people' ? { tab } : {} })}
        keepMounted={false}
      >
        <Tabs.List mb="sm">
          {visibleTabs.map(tab => (
            <Tabs.Tab key={tab} value={tab}>
              {t(`people.tabs.${tab}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="people">
          {can('listMailBounces') && <MailBounces />}
          <PeopleTable />
        </Tabs.Panel>
        <Tabs.Panel value="invitations">
          <Invitations />
        </Tabs.Panel>
        <Tabs.Panel value="roles">
          <FactList entries={roles.map(role => [common(`role.${role}`), t(`roles.${role}`)])} />
        </Tabs.Panel>
      </Tabs>
      <InvitePerson
        key={invitedRole}
        role={invitedRole ?? 'contributor'}
        opened={invitedRole !== undefined}
        onClose={closeInvitation}
        onCreated={link => {
          setInvitation(link)
          void navigate({ search: { tab: 'invitations' } })
        }}
      />
      <OneTimeLink created={invitation} onStored={() => setInvitation(undefined)} />
    </>
  )
}
