import { Table, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import { ErrorNote } from '#web/ui/failures.tsx'
import { AnchorLink } from '#web/ui/links.tsx'
import { Section } from '#web/ui/section.tsx'
import { Time } from '#web/ui/time.tsx'

const List = () => {
  const { t } = useTranslation('access')
  const { data, error } = api.useQuery('get', '/api/workspace/custodians')
  if (!data) return <ErrorNote error={error} />
  if (data.total === 0) return <Text size="sm">{t('heldPeople.nobody')}</Text>
  return (
    <>
      <Text size="sm">{t('heldPeople.count', { count: data.total })}</Text>
      <Table.ScrollContainer minWidth={480} type="native" tabIndex={0} role="region" aria-label={t('heldPeople.title')}>
        <Table aria-label={t('heldPeople.title')} fz="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('people.name')}</Table.Th>
              <Table.Th>{t('heldPeople.custodians')}</Table.Th>
              <Table.Th>{t('heldPeople.secondFactor')}</Table.Th>
              <Table.Th>{t('custodians.from')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.people.map(({ id, name, email, secondFactor, appliesFrom, custodians, custodianCount }) => (
              <Table.Tr key={id}>
                <Table.Td>
                  <AnchorLink to="/access/people/$personId" params={{ personId: id }} size="sm">
                    {name}
                  </AnchorLink>{' '}
                  <Text span size="xs" c="dimmed">{`<${email}>`}</Text>
                </Table.Td>
                <Table.Td>
                  {custodians.map(custodian => custodian.name).join(', ')}
                  {custodianCount > custodians.length &&
                    ` ${t('heldPeople.more', { count: custodianCount - custodians.length })}`}
                </Table.Td>
                <Table.Td>{t(secondFactor === 'none' ? 'heldPeople.none' : 'heldPeople.notShown')}</Table.Td>
                <Table.Td>
                  <Time at={appliesFrom} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </>
  )
}

/** For administrators: people with custodians who have not yet confirmed a second factor as theirs. */
export const PeopleWithCustodians = () => {
  const { t } = useTranslation('access')
  return (
    <Section title={t('heldPeople.title')}>
      <Text size="sm" mb="xs">
        {t('heldPeople.text')}
      </Text>
      <List />
    </Section>
  )
}
