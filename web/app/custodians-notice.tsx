import { Alert, Text } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '#web/api/session.ts'
import { AnchorLink } from '#web/ui/links.tsx'
import { Time } from '#web/ui/time.tsx'
import { usePathname } from '#web/ui/use-pathname.ts'

const Notice = ({ from }: { from: string }) => {
  const { t } = useTranslation('account')
  const { secondFactor } = useSession()
  const applies = Date.parse(from) <= Date.now()
  return (
    <Alert color="yellow" mb="md" icon={<IconUsers />} role="note" title={t('ownFactor.notice')}>
      <Text size="sm" component="div">
        {applies ? (
          t('ownFactor.applies')
        ) : (
          <>
            {t('ownFactor.appliesFrom')} <Time at={from} />.
          </>
        )}{' '}
        {t(secondFactor === 'none' ? 'ownFactor.setUp' : 'ownFactor.show')}{' '}
        <AnchorLink to="/account">{t('ownFactor.toAccount')}</AnchorLink>
      </Text>
    </Alert>
  )
}

/**
 * Warns the user that other people could act as them, and from when this applies. The account page lists these people.
 */
export const CustodiansNotice = () => {
  const { custodiansApplyFrom: from } = useSession()
  const pathname = usePathname()
  if (from === undefined || pathname === '/account') return null
  return (
    <Suspense fallback={null}>
      <Notice from={from} />
    </Suspense>
  )
}
