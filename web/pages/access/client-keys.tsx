import { Stack, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Schemas } from '#web/api/client.ts'
import type { Versioned } from '#web/api/version.ts'
import { Act } from '#web/ui/act.tsx'
import { Copyable } from '#web/ui/copy.tsx'
import { FactList } from '#web/ui/facts.tsx'
import { Section } from '#web/ui/section.tsx'
import { Time, useFormatTime } from '#web/ui/time.tsx'

interface Props {
  readonly provider: Schemas['IdentityProvider']
  /** The identity provider's settings, with their version. */
  readonly settings: Versioned
}

/** The keys that identify this workspace to the provider, and a button to publish a new one. */
export const ClientKeys = ({ provider, settings }: Props) => {
  const { t } = useTranslation('access')
  const { t: common } = useTranslation()
  const formatTime = useFormatTime()
  if (provider.clientAuthentication !== 'private_key_jwt') return null
  return (
    <Section
      title={t('signOn.keys')}
      actions={
        <Act
          operation="rotateClientKey"
          record={settings}
          label={t('signOn.rotateKey')}
          text={t('signOn.rotateKeyText')}
          size="xs"
        />
      }
    >
      <Stack>
        {provider.clientKeys.map(key => (
          <Stack key={key.id} gap="xs">
            <Title order={3}>{t('signOn.keyOf', { at: formatTime(key.signsFrom, 'date') })}</Title>
            <FactList
              entries={[
                [t('signOn.signsFrom'), <Time key="from" at={key.signsFrom} />],
                [t('signOn.publishedUntil'), key.publishedUntil && <Time key="until" at={key.publishedUntil} />],
              ]}
              details={[[common('record.id'), <Copyable key="id" value={key.id} />]]}
            />
          </Stack>
        ))}
      </Stack>
    </Section>
  )
}
