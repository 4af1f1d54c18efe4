import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, unwrap } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { type Operation, useCan, useSession } from '#web/api/session.ts'
import type { IfMatch } from '#web/api/version.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { useOpening } from '#web/ui/use-opening.ts'
import type { Hold } from './hold.ts'

type Step = 'ask' | 'confirm' | 'withdraw'

const path = '/api/workspace/storage-holds/{holdId}/release'

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
  const can = useCan()
  const { person } = useSession()
  const refresh = useRefresh()
  const opening = useOpening()
  const [step, setStep] = useState<Step>('ask')
  const send: Readonly<Record<Step, (reason: string, header: IfMatch) => Promise<unknown>>> = {
    ask: async (reason, header) =>
      unwrap(client.POST(path, { params: { path: { holdId: hold.id }, header }, body: { reason } })),
    confirm: async (reason, header) =>
      unwrap(client.POST(`${path}/confirm`, { params: { path: { holdId: hold.id }, header }, body: { reason } })),
    withdraw: async (reason, header) =>
      unwrap(client.POST(`${path}/withdraw`, { params: { path: { holdId: hold.id }, header }, body: { reason } })),
  }
  return (
    <>
      {stepsOf(hold, person.id)
        .filter(action => can(operations[action]))
        .map(action => (
          <Button
            key={action}
            variant={action === 'confirm' ? 'outline' : 'default'}
            {...(action === 'confirm' && { color: 'red' })}
            aria-haspopup="dialog"
            onClick={() => {
              setStep(action)
              opening.open()
            }}
          >
            {t(action)}
          </Button>
        ))}
      <ActionDialog
        operation={operations[step]}
        key={opening.openCount}
        opened={opening.opened}
        onClose={opening.close}
        title={t(step)}
        text={t(`${step}Text`)}
        submit={t(step)}
        danger={step === 'confirm'}
        record={hold}
        onSubmit={async (reason, header) => {
          await send[step](reason, header)
          await refresh()
        }}
      />
    </>
  )
}
