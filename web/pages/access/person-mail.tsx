import { Alert, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { api, type Schemas } from '#web/api/client.ts'
import { Act } from '#web/ui/act.tsx'
import { AnchorLink } from '#web/ui/links.tsx'

/** Notes that mail to a person is paused because the mail server rejected their address. */
export const PersonMail = ({ person }: { person: Schemas['ListedPerson'] }) => {
  const personId = person.id
  const { t } = useTranslation('access')
  const query = api.useQuery('get', '/api/workspace/people/{personId}/mail', { params: { path: { personId } } })
  const bounce = query.data?.bounce
  if (!bounce) return null
  return (
    <Alert color="red" mb="md" title={t('mail.title')}>
      <Text mb="xs">{t('mail.text', { address: bounce.address, reply: bounce.reply })}</Text>
      <Act
        operation="resumePersonMail"
        record={person}
        label={t('mail.resume')}
        done={t('mail.resumed')}
        size="xs"
        variant="default"
      />
    </Alert>
  )
}

/** Lists, for administrators, the people whose address the mail server rejected. */
export const MailBounces = () => {
  const { t } = useTranslation('access')
  const query = api.useQuery('get', '/api/workspace/people/mail-bounces')
  const { bounces = [], more = false } = query.data ?? {}
  if (bounces.length === 0) return null
  return (
    <Alert color="yellow" mb="md" title={t('mail.listTitle')}>
      <Text>{t(more ? 'mail.listMore' : 'mail.listText')}</Text>
      {bounces.map(({ personId, name, address }) => (
        <Text key={personId} size="sm">
          <AnchorLink to="/access/people/$personId" params={{ personId }}>
            {name}
          </AnchorLink>{' '}
          {address}
        </Text>
      ))}
    </Alert>
  )
}
