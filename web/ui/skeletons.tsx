import { Skeleton, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** Placeholders for lines that are loading. */
export const Lines = ({ count = 8, height = 28 }: { count?: number; height?: number }) => {
  const { t } = useTranslation()
  return (
    <Stack gap={8} role="status" aria-label={t('loading')}>
      {Array.from({ length: count }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no id
        <Skeleton key={i} height={height} />
      ))}
    </Stack>
  )
}

export const PageSkeleton = () => (
  <Stack>
    <Skeleton height={28} width={220} />
    <Lines />
  </Stack>
)
