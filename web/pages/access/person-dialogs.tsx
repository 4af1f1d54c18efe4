import { useTranslation } from 'react-i18next'
import { client, type Schemas, unwrap } from '#web/api/client.ts'
import type { ReasonedOperation } from '#web/api/reasons.ts'
import { useRefresh } from '#web/api/refresh.ts'
import type { IfMatch } from '#web/api/version.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import type { InvitationWithLink } from './shown-link.tsx'

const kinds = ['disable', 'enable', 'reset', 'factor', 'own', 'groups', 'hand', 'signOn', 'sessions'] as const

export type PersonDialog = (typeof kinds)[number]

interface Props {
  readonly person: Schemas['ListedPerson']
  readonly dialog: PersonDialog | undefined
  readonly onClose: () => void
  readonly onLink: (link: InvitationWithLink) => void
}

interface Action {
  readonly operation: ReasonedOperation
  readonly danger: boolean
  readonly run: (reason: string, header: IfMatch) => Promise<unknown>
}

/** The dialogs for an administrator's actions on a person. */
export const PersonDialogs = ({ person, dialog, onClose, onLink }: Props) => {
  const { t } = useTranslation('access')
  const refresh = useRefresh()
  const paramsFor = (header: IfMatch) => ({ path: { personId: person.id }, header })
  const setDisabled =
    (disabled: boolean): Action['run'] =>
    (reason, header) =>
      unwrap(
        client.PATCH('/api/workspace/people/{personId}', { params: paramsFor(header), body: { disabled, reason } }),
      )
  const setAccessSource =
    (source: 'groups' | 'hand'): Action['run'] =>
    (reason, header) => {
      const path = '/api/workspace/people/{personId}/access-source'
      return unwrap(client.POST(path, { params: paramsFor(header), body: { source, reason } }))
    }
  const actions: Readonly<Record<PersonDialog, Action>> = {
    disable: { operation: 'updatePerson', danger: true, run: setDisabled(true) },
    enable: { operation: 'updatePerson', danger: false, run: setDisabled(false) },
    reset: {
      operation: 'resetPassword',
      danger: false,
      async run(reason, header) {
        const path = '/api/workspace/people/{personId}/password-reset'
        onLink(await unwrap(client.POST(path, { params: paramsFor(header), body: { reason } })))
      },
    },
    factor: {
      operation: 'removePersonTotp',
      danger: true,
      run: (reason, header) =>
        unwrap(client.DELETE('/api/workspace/people/{personId}/totp', { params: paramsFor(header), body: { reason } })),
    },
    own: {
      operation: 'confirmPersonFactor',
      danger: false,
      run: (reason, header) =>
        unwrap(
          client.POST('/api/workspace/people/{personId}/factor/confirm', {
            params: paramsFor(header),
            body: { reason },
          }),
        ),
    },
    groups: { operation: 'setAccessSource', danger: false, run: setAccessSource('groups') },
    hand: { operation: 'setAccessSource', danger: false, run: setAccessSource('hand') },
    signOn: {
      operation: 'removePersonSignOn',
      danger: true,
      run: (reason, header) =>
        unwrap(
          client.DELETE('/api/workspace/people/{personId}/sign-on', { params: paramsFor(header), body: { reason } }),
        ),
    },
    sessions: {
      operation: 'endPersonSessions',
      danger: true,
      run: (reason, header) =>
        unwrap(
          client.DELETE('/api/workspace/people/{personId}/sessions', { params: paramsFor(header), body: { reason } }),
        ),
    },
  }
  return kinds.map(kind => (
    <ActionDialog
      operation={actions[kind].operation}
      key={kind}
      opened={dialog === kind}
      onClose={onClose}
      title={t(`person.${kind}`)}
      text={t(`person.text.${kind}`, { name: person.name })}
      submit={t(`person.${kind}`)}
      danger={actions[kind].danger}
      record={person}
      onSubmit={async (reason, header) => {
        await actions[kind].run(reason, header)
        await refresh()
      }}
    />
  ))
}
