import { SimpleGrid } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { JsonView } from '#web/ui/json-view.tsx'
import { Section } from '#web/ui/section.tsx'
import type { Claim } from './queries.ts'

const names = ['sourceSnapshot', 'claimSnapshot'] as const

/** The snapshots of the source and the claim, taken when the claim was logged. Omits those without content. */
export const Snapshots = ({ claim }: { claim: Claim }) => {
  const { t } = useTranslation('evidence')
  const filled = names.filter(name => Object.keys(claim[name]).length > 0)
  if (filled.length === 0) return null
  return (
    <SimpleGrid cols={{ base: 1, md: filled.length }}>
      {filled.map(name => (
        <Section key={name} title={t(`claim.${name}`)}>
          <JsonView value={claim[name]} label={t(`claim.${name}`)} />
        </Section>
      ))}
    </SimpleGrid>
  )
}
