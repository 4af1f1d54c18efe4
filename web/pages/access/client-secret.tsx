import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Schemas } from '#web/api/client.ts'
import { CodeBlock } from '#web/ui/copy.tsx'
import { SecretOnce } from '#web/ui/secret-once.tsx'
import { tokenCommand } from '#web/ui/token-command.ts'

export type AccountWithSecret = Schemas['ServiceAccountWithSecret']

/** Shows the secret of a service account once, with a command to try it. */
export const ClientSecret = ({
  account,
  onStored,
}: {
  account: AccountWithSecret | undefined
  onStored: () => void
}) => {
  const { t } = useTranslation('access')
  return (
    <SecretOnce secret={account?.clientSecret} label={t('accounts.secret')} onStored={onStored}>
      {account?.clientSecret && (
        <div>
          <Text size="sm" fw={600}>
            {t('accounts.tryIt')}
          </Text>
          <CodeBlock
            text={tokenCommand(account.serviceAccount.clientId, account.clientSecret)}
            label={t('accounts.tryIt')}
          />
        </div>
      )}
    </SecretOnce>
  )
}
