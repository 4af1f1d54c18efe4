import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { ErrorNote } from '#web/ui/failures.tsx'
import { AnchorLink } from '#web/ui/links.tsx'
import { Section } from '#web/ui/section.tsx'
import { Time } from '#web/ui/time.tsx'

const usePeople = () => api.useQuery('get', '/api/workspace/custodians')

type HeldPerson = NonNullable<ReturnType<typeof usePeople>['data']>['people'][number]

const List = () => {
  const { t } = useTranslation('access')
  const { data, error } = usePeople()
  const columns: readonly Column<HeldPerson>[] = [
    {
      key: 'name',
      header: t('people.name'),
      render: ({ id, name, email }) => (
        <>
          <AnchorLink to="/access/people/$personId" params={{ personId: id }} size="sm">
            {name}
          </AnchorLink>{' '}
          <Text span size="xs" c="dimmed">
            {email}
          </Text>
        </>
      ),
    },
    {
      key: 'custodians',
      header: t('heldPeople.custodians'),
      render: ({ custodians, custodianCount }) =>
        custodians.map(({ name }) => name).join(', ') +
        (custodianCount > custodians.length
          ? ` ${t('heldPeople.more', { count: custodianCount - custodians.length })}`
          : ''),
    },
    {
      key: 'factor',
      header: t('heldPeople.secondFactor'),
      render: ({ secondFactor }) => t(secondFactor === 'none' ? 'heldPeople.none' : 'heldPeople.notShown'),
    },
    { key: 'from', header: t('custodians.from'), render: ({ appliesFrom }) => <Time at={appliesFrom} /> },
  ]
  if (!data) return <ErrorNote error={error} />
  if (data.total === 0) return <Text size="sm">{t('heldPeople.nobody')}</Text>
  return (
    <>
      <Text size="sm" mb="xs">
        {t('heldPeople.text')}
      </Text>
      <Text size="sm">{t('heldPeople.count', { count: data.total })}</Text>
      <DataTable label={t('heldPeople.title')} columns={columns} rows={data.people} rowKey={({ id }) => id} />
    </>
  )
}

/**
 * Lists, for administrators, the people whose custodians still apply, because these people have not confirmed a second
 * factor of their own.
 */
export const PeopleWithCustodians = () => {
  const { t } = useTranslation('access')
  return (
    <Section title={t('heldPeople.title')}>
      <List />
    </Section>
  )
}
