import { Paper, SimpleGrid, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '#web/api/session.ts'
import { DeputyPart } from '#web/family/deputies/deputy-parts.tsx'
import { FactList } from '#web/ui/facts.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Time } from '#web/ui/time.tsx'
import { AddressChange } from './address-change.tsx'
import { ChangePassword } from './change-password.tsx'
import { ConnectSignOn, useOwnSignOn } from './connect-sign-on.tsx'
import { Display } from './display.tsx'
import { OwnFactor } from './own-factor.tsx'
import { Passkeys } from './passkeys.tsx'
import { SecondFactor } from './second-factor.tsx'
import { Sessions } from './sessions.tsx'

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <Paper withBorder p="md" component="section" aria-label={title}>
    <Title order={2} mb="sm">
      {title}
    </Title>
    {children}
  </Paper>
)

/** A person's own sign-in settings. */
export const Account = () => {
  const { t } = useTranslation('account')
  const { t: common } = useTranslation()
  const { person, organization, signedInWith, expiresAt } = useSession()
  const signOn = useOwnSignOn()
  return (
    <>
      <PageHeader title={t('title')} />
      <Stack>
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          <Section title={t('who')}>
            <FactList
              entries={[
                [t('name'), person.name],
                [t('email'), person.email],
                [t('role'), common(`role.${person.role}`)],
                [t('organization'), organization.name],
                [t('signedInWith'), t(`how.${signedInWith}`)],
                [t('until'), <Time key="until" at={expiresAt} />],
              ]}
            />
            <AddressChange />
          </Section>
          <Section title={t('display.title')}>
            <Display />
          </Section>
          <Section title={t('deputy')}>
            <DeputyPart personId={person.id} />
          </Section>
          <Section title={t('secondFactor.title')}>
            <SecondFactor />
            <OwnFactor />
          </Section>
          <Section title={t('passkeys.title')}>
            <Passkeys />
          </Section>
          <Section title={t('changePassword.title')}>
            <ChangePassword />
          </Section>
          {signOn && (
            <Section title={t('connectSignOn.title')}>
              <ConnectSignOn signOn={signOn} />
            </Section>
          )}
        </SimpleGrid>
        <Section title={t('sessions.title')}>
          <Sessions />
        </Section>
      </Stack>
    </>
  )
}
