import { Alert, Text } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSession } from '#web/api/session.ts'
import { AnchorLink } from '#web/ui/links.tsx'
import { Time } from '#web/ui/time.tsx'

/** Warns the reader that others could act as them, and from when that counts. The account page says who they are. */
export const CustodiansNotice = () => {
  const { t } = useTranslation('account')
  const { custodiansApplyFrom: from, secondFactor } = useSession()
  const { pathname } = useLocation()
  if (from === undefined || pathname === '/account') return null
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
