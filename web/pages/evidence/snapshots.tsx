import { SimpleGrid } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { JsonView } from '#web/ui/json-view.tsx'
import { Section } from '#web/ui/section.tsx'
import type { Claim } from './queries.ts'

/** The snapshots of the source and the claim, taken when the claim was logged. */
export const Snapshots = ({ claim }: { claim: Claim }) => {
  const { t } = useTranslation('evidence')
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      <Section title={t('claim.sourceSnapshot')}>
        <JsonView value={claim.sourceSnapshot} label={t('claim.sourceSnapshot')} />
      </Section>
      <Section title={t('claim.claimSnapshot')}>
        <JsonView value={claim.claimSnapshot} label={t('claim.claimSnapshot')} />
      </Section>
    </SimpleGrid>
  )
}
