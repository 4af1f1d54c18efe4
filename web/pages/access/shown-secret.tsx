import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Schemas } from '#web/api/client.ts'
import { CodeBlock } from '#web/ui/copy.tsx'
import { SecretOnce } from '#web/ui/secret-once.tsx'
import { tokenCommand } from '#web/ui/token-command.ts'

export type ShownSecret = Schemas['ServiceAccountWithSecret']

/** The secret of a service account, once, with a command that tries it. */
export const ClientSecret = ({ made, onStored }: { made: ShownSecret | undefined; onStored: () => void }) => {
  const { t } = useTranslation('access')
  return (
    <SecretOnce secret={made?.clientSecret} label={t('accounts.secret')} onStored={onStored}>
      {made?.clientSecret && (
        <div>
          <Text size="sm" fw={600}>
            {t('accounts.tryIt')}
          </Text>
          <CodeBlock text={tokenCommand(made.serviceAccount.clientId, made.clientSecret)} label={t('accounts.tryIt')} />
        </div>
      )}
    </SecretOnce>
  )
}
