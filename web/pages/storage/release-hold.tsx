import { useTranslation } from 'react-i18next'
import { type Operation, useSession } from '#web/api/session.ts'
import { Act } from '#web/ui/act.tsx'
import type { Hold } from './hold.ts'

type Step = 'ask' | 'confirm' | 'withdraw'

const operations = {
  ask: 'askStorageHoldRelease',
  confirm: 'confirmStorageHoldRelease',
  withdraw: 'withdrawStorageHoldRelease',
} as const satisfies Record<Step, Operation>

/** Whether the request to release a hold has expired. */
export const isExpired = ({ status, releaseExpiresAt }: Hold): boolean =>
  status === 'releasing' && Date.parse(releaseExpiresAt ?? '') <= Date.now()

const stepsOf = (hold: Hold, readerId: string): readonly Step[] => {
  if (hold.status === 'released') return []
  if (hold.status === 'active' || isExpired(hold)) return ['ask']
  return hold.releaseAskedBy === readerId ? ['withdraw'] : ['confirm', 'withdraw']
}

/** Releases a hold: one administrator requests it, and another confirms. */
export const ReleaseHold = ({ hold }: { hold: Hold }) => {
  const { t } = useTranslation('holds')
  const { person } = useSession()
  return stepsOf(hold, person.id).map(step => (
    <Act
      key={step}
      operation={operations[step]}
      record={hold}
      label={t(step)}
      text={t(`${step}Text`)}
      danger={step === 'confirm'}
      {...(step === 'confirm' && { variant: 'outline', color: 'red' })}
    />
  ))
}
