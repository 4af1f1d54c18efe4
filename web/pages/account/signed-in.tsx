import { Text } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { AuthLayout } from '#web/ui/auth-layout.tsx'

/** Where a window ends that was opened only to sign in: the page that opened it has heard of it. */
export const SignedIn = () => {
  const { t } = useTranslation('account')
  useEffect(() => close(), [])
  return (
    <AuthLayout title={t('done.title')}>
      <Text>{t('done.text')}</Text>
    </AuthLayout>
  )
}
