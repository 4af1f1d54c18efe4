import { Text } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { AuthLayout } from '#web/ui/auth-layout.tsx'

/** The last page of a window that was opened to sign in. The page that opened it has been notified. */
export const SignedIn = () => {
  const { t } = useTranslation('account')
  useEffect(() => close(), [])
  return (
    <AuthLayout title={t('done.title')}>
      <Text>{t('done.text')}</Text>
    </AuthLayout>
  )
}
