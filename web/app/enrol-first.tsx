import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconShieldLock } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { enrolmentDue } from '#web/api/client.ts'
import { sessionQuery, useSession } from '#web/api/session.ts'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { AnchorLink } from '#web/ui/links.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Section } from '#web/ui/section.tsx'
import { Time } from '#web/ui/time.tsx'

const SecondFactor = lazyPart(() =>
  import('#web/pages/account/second-factor.tsx').then(({ SecondFactor }) => SecondFactor),
)
const Passkeys = lazyPart(() => import('#web/pages/account/passkeys.tsx').then(({ Passkeys }) => Passkeys))

const Enrol = ({ onDone }: { onDone: () => void }) => {
  const { t } = useTranslation('account')
  const { secondFactor } = useSession()
  return (
    <>
      <PageHeader title={t('enrol.title')} description={t('enrol.text')} />
      <Suspense fallback={null}>
        <Stack>
          <Section title={t('secondFactor.title')}>
            <SecondFactor />
          </Section>
          <Section title={t('passkeys.title')}>
            <Passkeys />
          </Section>
          {secondFactor !== 'none' && (
            <Group>
              <Button onClick={onDone}>{t('enrol.done')}</Button>
            </Group>
          )}
        </Stack>
      </Suspense>
    </>
  )
}

const DueNotice = ({ due }: { due: string }) => {
  const { t } = useTranslation('account')
  return (
    <Alert color="yellow" mb="md" icon={<IconShieldLock />} role="status">
      <Text size="sm" component="div">
        {t('enrol.soon')} <Time at={due} /> <AnchorLink to="/account">{t('enrol.now')}</AnchorLink>
      </Text>
    </Alert>
  )
}

/** If the workspace requires a second factor, shows a notice until it is due, and after that only the setup. */
export const EnrolFirst = ({ children }: { children: ReactNode }) => {
  const { secondFactor, secondFactorDue } = useSession()
  const queries = useQueryClient()
  const isSetupRequired = useSyncExternalStore(enrolmentDue.subscribe, enrolmentDue.get)
  useEffect(() => {
    if (isSetupRequired) void queries.invalidateQueries({ queryKey: sessionQuery.queryKey })
  }, [isSetupRequired, queries])
  const isMissing = secondFactor === 'none' && secondFactorDue !== undefined
  const isDue = isMissing && (isSetupRequired || Date.parse(secondFactorDue) <= Date.now())
  // After the setup, the page stays until the user continues, because it may show recovery codes.
  const [isEnrolling, setEnrolling] = useState(isDue)
  if (isDue && !isEnrolling) setEnrolling(true)
  if (isEnrolling) {
    const onDone = () => {
      enrolmentDue.set(false)
      setEnrolling(false)
      void queries.invalidateQueries()
    }
    return <Enrol onDone={onDone} />
  }
  if (!isMissing) return children
  return (
    <>
      <DueNotice due={secondFactorDue} />
      {children}
    </>
  )
}
