import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#web/ui/display.ts'
import { FactList } from '#web/ui/facts.tsx'
import { Section } from '#web/ui/section.tsx'
import type { EvidenceExport } from './model.ts'

const reasons = {
  'outside the scope': 'outside',
  erased: 'erased',
  pruned: 'pruned',
  withheld: 'withheld',
  'never uploaded': 'neverUploaded',
  'of an earlier generation': 'earlier',
  'changed since': 'changedSince',
  'not kept': 'notKept',
  'without a row': 'withoutRow',
} as const

const isKnown = (reason: string): reason is keyof typeof reasons => Object.hasOwn(reasons, reason)

/** The number of records that the bundle leaves out, by reason. The list in the bundle groups them by kind. */
export const LeftOut = ({ leftOut }: Pick<EvidenceExport, 'leftOut'>) => {
  const { t } = useTranslation('exports')
  const { number } = useFormat()
  const entries = Object.entries(leftOut)
  if (entries.length === 0) return null
  return (
    <Section title={t('leftOut.title')}>
      <FactList
        entries={entries.map(([reason, count]) => [
          isKnown(reason) ? t(`leftOut.${reasons[reason]}`) : reason,
          t('leftOut.records', { count, formatted: number(count) }),
        ])}
      />
      <Text size="xs" c="dimmed" mt="xs">
        {t('leftOut.text')} {'withheld' in leftOut && t('disclose.text')}
      </Text>
    </Section>
  )
}
