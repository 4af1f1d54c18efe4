import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** Says on paper that a list has more rows than are printed. */
export const PrintedPart = ({ rows, hasMore }: { rows: number; hasMore: boolean }) => {
  const { t, i18n } = useTranslation()
  if (!hasMore) return null
  return (
    <Text fw={600} className="print-only">
      {t('print.part', { rows: rows.toLocaleString(i18n.language) })}
    </Text>
  )
}
