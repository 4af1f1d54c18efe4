import { Paper, SimpleGrid, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { AnchorLink } from '#web/ui/links.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { allRegisters } from './model.ts'

/** The list of registers. */
export const Registers = () => {
  const { t } = useTranslation('registers')
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        {allRegisters.map(({ name }) => (
          <Paper key={name} withBorder p="md">
            <AnchorLink to="/governance/registers/$register" params={{ register: name }} fw={550}>
              {t(`name.${name}`)}
            </AnchorLink>
            <Text size="sm" c="dimmed">
              {t(`about.${name}`)}
            </Text>
          </Paper>
        ))}
      </SimpleGrid>
    </>
  )
}
