import { SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Fold } from '#web/ui/fold.tsx'
import type { Form } from '#web/ui/form.ts'
import { fromLocal } from '#web/ui/local-moment.ts'
import { useFormatTime } from '#web/ui/time.tsx'
import type { ClaimFields } from './claim-input.ts'
import type { Requirement } from './queries.ts'

const dayMs = 86_400_000

/** The server's rule for a claim without a requirement (create-claim.ts). */
const defaultValidityDays = 365

const names = ['validFrom', 'validUntil', 'observedFrom', 'observedUntil'] as const

interface Props {
  readonly form: Form<ClaimFields>
  readonly requirement: Requirement | undefined
}

/** Shows how long the proof is valid, as a sentence, with the fields to change it. */
export const ClaimValidity = ({ form, requirement }: Props) => {
  const { t } = useTranslation('evidence')
  const format = useFormatTime()
  const chosenUntil = fromLocal(form.values.validUntil)
  const from = Date.parse(fromLocal(form.values.validFrom) ?? new Date().toISOString())
  const days = requirement?.validityDays ?? defaultValidityDays
  const until = chosenUntil ?? new Date(from + days * dayMs).toISOString()
  const rule = chosenUntil ? 'untilChosen' : requirement ? 'untilRequirement' : 'untilDefault'
  return (
    <Stack gap={4}>
      <Text size="sm">{t(`form.${rule}`, { date: format(until, 'date') })}</Text>
      <Fold label={t('form.changeValidity')} forceOpen={names.some(name => form.errors[name])}>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          {names.map(name => (
            <TextInput
              key={name}
              type="datetime-local"
              label={t(`form.${name}`)}
              description={t(`form.${name}Hint`)}
              {...form.getInputProps(name)}
            />
          ))}
        </SimpleGrid>
      </Fold>
    </Stack>
  )
}
