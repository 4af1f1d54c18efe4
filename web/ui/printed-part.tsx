import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormat } from './display.ts'

/** Prints a note that a list has more rows than the printout. */
export const PrintedPart = ({ rows, hasMore }: { rows: number; hasMore: boolean }) => {
  const { t } = useTranslation()
  const { number } = useFormat()
  if (!hasMore) return null
  return (
    <Text fw={600} className="print-only">
      {t('print.part', { rows: number(rows) })}
    </Text>
  )
}
