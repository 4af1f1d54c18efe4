import { useTranslation } from 'react-i18next'
import type { Schemas } from '#web/api/client.ts'
import { useSession } from '#web/api/session.ts'
import { Act } from '#web/ui/act.tsx'
import type { InvitationWithLink } from './one-time-link.tsx'

interface Props {
  readonly person: Schemas['ListedPerson']
  /** Whether the person signs in through the identity provider. */
  readonly isConnected: boolean
  readonly onLink: (link: InvitationWithLink) => void
}

/** The buttons for an administrator's actions on a person. */
export const PersonActions = ({ person, isConnected, onLink }: Props) => {
  const { t } = useTranslation('access')
  const ownId = useSession().person.id
  const isActive = person.status === 'active'
  const hasFactor = person.secondFactor !== 'none'
  const about = (action: 'disable' | 'enable' | 'reset' | 'factor' | 'own' | 'groups' | 'hand' | 'signOn') => ({
    record: person,
    label: t(`person.${action}`),
    text: t(`person.text.${action}`, { name: person.name }),
  })
  return (
    <>
      {isActive && <Act operation="resetPassword" {...about('reset')} onDone={onLink} />}
      {hasFactor && <Act operation="removePersonTotp" {...about('factor')} danger />}
      {hasFactor && <Act operation="confirmPersonFactor" {...about('own')} />}
      {isActive && <Act operation="updatePerson" body={{ disabled: true }} {...about('disable')} danger />}
      {!isActive && !person.suspended && (
        <Act operation="updatePerson" body={{ disabled: false }} {...about('enable')} />
      )}
      {!person.mappedFrom && <Act operation="setAccessSource" body={{ source: 'groups' }} {...about('groups')} />}
      {isConnected && person.id !== ownId && <Act operation="removePersonSignOn" {...about('signOn')} danger />}
      {person.mappedFrom && <Act operation="setAccessSource" body={{ source: 'hand' }} {...about('hand')} />}
    </>
  )
}
