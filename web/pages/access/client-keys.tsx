import { Button, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { client, type Schemas, unwrap } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { useCan } from '#web/api/session.ts'
import type { IfMatch, Versioned } from '#web/api/version.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { Section } from '#web/ui/section.tsx'
import { Time } from '#web/ui/time.tsx'

interface Props {
  readonly provider: Schemas['IdentityProvider']
  /** The identity provider's settings, with their version. */
  readonly settings: Versioned
}

/** The keys that identify this workspace to the provider, and a button to publish a new one. */
export const ClientKeys = ({ provider, settings }: Props) => {
  const { t } = useTranslation('access')
  const can = useCan()
  const refresh = useRefresh()
  const [opened, rotation] = useDisclosure()
  const rotate = async (reason: string, header: IfMatch) => {
    const path = '/api/workspace/identity-provider/rotate-key'
    await unwrap(client.POST(path, { params: { header }, body: { reason } }))
    await refresh()
  }
  if (provider.clientAuthentication !== 'private_key_jwt') return null
  return (
    <Section title={t('signOn.keys')}>
      <Stack>
        {provider.clientKeys.map(key => (
          <Stack key={key.id} gap="xs">
            <Text fw={600}>{key.id}</Text>
            <Facts
              entries={[
                [t('signOn.signsFrom'), <Time key="from" at={key.signsFrom} />],
                [t('signOn.publishedUntil'), key.publishedUntil && <Time key="until" at={key.publishedUntil} />],
              ]}
            />
          </Stack>
        ))}
        {can('rotateClientKey') && (
          <Group>
            <Button variant="default" aria-haspopup="dialog" onClick={rotation.open}>
              {t('signOn.rotateKey')}
            </Button>
          </Group>
        )}
      </Stack>
      <ActionDialog
        operation="rotateClientKey"
        opened={opened}
        onClose={rotation.close}
        title={t('signOn.rotateKey')}
        text={t('signOn.rotateKeyText')}
        submit={t('signOn.rotateKey')}
        record={settings}
        onSubmit={rotate}
      />
    </Section>
  )
}
