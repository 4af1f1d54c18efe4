import { Alert, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Schemas } from '#web/api/client.ts'
import { SecretOnce } from '#web/ui/secret-once.tsx'
import { Time } from '#web/ui/time.tsx'

export type ShownLink = Schemas['InvitationWithLink']

/** A link that lets one person in, once, and whether it was mailed to them. */
export const OneTimeLink = ({ made, onStored }: { made: ShownLink | undefined; onStored: () => void }) => {
  const { t } = useTranslation('access')
  const { t: common } = useTranslation()
  if (made && made.url === undefined)
    return (
      <Alert role="status" withCloseButton closeButtonLabel={common('actions.close')} onClose={onStored} mb="md">
        {t('invitations.mailed', { email: made.invitation.email })} {t('invitations.until')}{' '}
        <Time at={made.invitation.expiresAt} />.
      </Alert>
    )
  return (
    <SecretOnce
      secret={made?.url}
      label={t(`invitations.linkOf.${made?.invitation.purpose ?? 'invitation'}`)}
      onStored={onStored}
    >
      {made && (
        <Text size="sm">
          {t(made.invitation.mailed ? 'invitations.mailed' : 'invitations.notMailed', { email: made.invitation.email })}{' '}
          {t('invitations.until')} <Time at={made.invitation.expiresAt} />.
        </Text>
      )}
    </SecretOnce>
  )
}
