import { Alert, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Schemas } from '#web/api/client.ts'
import { SecretOnce } from '#web/ui/secret-once.tsx'
import { Time } from '#web/ui/time.tsx'

export type InvitationWithLink = Schemas['InvitationWithLink']

/** Shows a single-use link for a person, and whether it was mailed to them. */
export const OneTimeLink = (props: { created: InvitationWithLink | undefined; onStored: () => void }) => {
  const { created, onStored } = props
  const { t } = useTranslation('access')
  const { t: common } = useTranslation()
  if (created && created.url === undefined)
    return (
      <Alert role="status" withCloseButton closeButtonLabel={common('actions.close')} onClose={onStored} mb="md">
        {t('invitations.mailed', { email: created.invitation.email })} {t('invitations.until')}{' '}
        <Time at={created.invitation.expiresAt} />.
      </Alert>
    )
  return (
    <SecretOnce
      secret={created?.url}
      label={t(`invitations.linkOf.${created?.invitation.purpose ?? 'invitation'}`)}
      onStored={onStored}
    >
      {created && (
        <Text size="sm">
          {t(created.invitation.mailed ? 'invitations.mailed' : 'invitations.notMailed', {
            email: created.invitation.email,
          })}{' '}
          {t('invitations.until')} <Time at={created.invitation.expiresAt} />.
        </Text>
      )}
    </SecretOnce>
  )
}
