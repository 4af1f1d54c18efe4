import { Text } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { unreachable } from '#web/api/reach.ts'
import { PageFrame } from './page-frame.tsx'
import { PageHeader } from './page-header.tsx'
import { PageSkeleton } from './skeletons.tsx'

/** Explains why the page has not loaded yet. The page then appears automatically. */
const Waiting = () => {
  const { t } = useTranslation()
  return (
    <>
      <PageHeader title={t('waiting.title')} />
      <Text role="status">{t('waiting.text')}</Text>
    </>
  )
}

/** Takes the place of a page whose code or data is loading. */
export const PendingPage = () => {
  const isLost = useSyncExternalStore(unreachable.subscribe, unreachable.get)
  return <PageFrame>{isLost ? <Waiting /> : <PageSkeleton />}</PageFrame>
}
