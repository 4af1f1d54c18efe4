import { Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { api, client, type Schemas, unwrap } from '#web/api/client.ts'
import { type Operation, useCan, useSession } from '#web/api/session.ts'
import { Act } from '#web/ui/act.tsx'
import { FactList } from '#web/ui/facts.tsx'
import { PersonName } from '#web/ui/person.tsx'
import { RecordLink } from '#web/ui/records.tsx'
import { Section } from '#web/ui/section.tsx'
import { Time } from '#web/ui/time.tsx'
import { ChangesTable } from './proposed-changes.tsx'

type ApprovalRequest = Schemas['ListedApprovalRequest']
type Kind = ApprovalRequest['kind']
type RecordKind = Exclude<Kind, `${'identity_provider' | 'group_rules' | 'second_factor'}_${string}`>
type Verb = 'confirm' | 'withdraw'

const path = '/api/workspace/approval-requests'

const operations = { confirm: 'confirmApproval', withdraw: 'withdrawApproval' } as const satisfies Record<
  Verb,
  Operation
>

interface RequestInput {
  readonly kind: Kind
  readonly resourceId: string
  readonly justification?: string
  readonly linkedId?: string
  readonly reason: string
}

const accessKinds: readonly Kind[] = [
  'identity_provider_change',
  'identity_provider_removal',
  'group_rules_change',
  'second_factor_removal',
]

/** Changes of access always need a second administrator, even if the workspace lets people decide alone. */
const isAccessKind = (kind: Kind): boolean => accessKinds.includes(kind)

/** Whether the workspace requires a second person, and the call that requests a change from them. */
export const useSecondPerson = () => {
  const { data } = api.useQuery('get', '/api/workspace/settings')
  return {
    isNeeded: data?.secondPerson ?? false,
    request: (body: RequestInput & { readonly kind: RecordKind }) => unwrap(client.POST(path, { body })),
  }
}

/** Returns the title of a request. Rules for groups have no title themselves. */
export const useRequestTitle = () => {
  const { t } = useTranslation('approvals')
  return ({ kind, title }: Pick<ApprovalRequest, 'kind' | 'title'>): string =>
    kind === 'group_rules_change' ? t('groupRules') : title
}

/** The details of a request: the change, the requester and their reason. */
export const RequestFacts = ({ request, linked = false }: { request: ApprovalRequest; linked?: boolean }) => {
  const { t } = useTranslation('approvals')
  const titleOf = useRequestTitle()
  const { kind, resourceId, justification, reason, requestedBy, createdAt, decidedBy, decidedAt } = request
  return (
    <FactList
      entries={[
        [t('kind'), !linked && t(`kinds.${kind}`)],
        [
          t('of'),
          linked && (
            <RecordLink key="of" id={resourceId}>
              {titleOf(request)}
            </RecordLink>
          ),
        ],
        [t('justification'), justification],
        [t('reason'), reason],
        [t('requestedBy'), <PersonName key="by" id={requestedBy} />],
        [t('requestedAt'), <Time key="at" at={createdAt} />],
        [t('decidedBy'), decidedBy && <PersonName key="decided" id={decidedBy} />],
        [t('decidedAt'), decidedAt && <Time key="decidedAt" at={decidedAt} />],
      ]}
    />
  )
}

/** The buttons for people who may confirm or withdraw a request. */
export const DecideApproval = ({ request, size = 'xs' }: { request: ApprovalRequest; size?: 'xs' | 'sm' }) => {
  const { t } = useTranslation('approvals')
  const { person } = useSession()
  const { data: settings } = api.useQuery('get', '/api/workspace/settings')
  if (request.status !== 'open') return null
  const isAccess = isAccessKind(request.kind)
  if (isAccess && person.role !== 'admin') return null
  const isOwn = request.requestedBy === person.id && (isAccess || !settings?.selfDecision)
  const verbs: readonly Verb[] = isOwn || request.resourceId === person.id ? ['withdraw'] : ['withdraw', 'confirm']
  // The requester withdraws the request; others decline it.
  const labelOf = (action: Verb) => (action === 'withdraw' && request.requestedBy !== person.id ? 'decline' : action)
  return (
    <Group gap="xs">
      {verbs.map(verb => (
        <Act
          key={verb}
          operation={operations[verb]}
          record={request}
          label={t(labelOf(verb))}
          text={t(`${verb}Text`)}
          size={size}
          variant={verb === 'confirm' ? 'filled' : 'default'}
        />
      ))}
    </Group>
  )
}

/** The settings that an open request changes. Administrators see them before they confirm. */
export const ProposedChanges = ({ request }: { request: ApprovalRequest }) => {
  const can = useCan()
  const isShown = isAccessKind(request.kind) && request.status === 'open' && can('getApprovalProposal')
  const params = { path: { requestId: request.id } }
  const { data } = api.useQuery('get', `${path}/{requestId}/proposal`, { params }, { enabled: isShown })
  if (!isShown || !data || data.changes.length === 0) return null
  return <ChangesTable changes={data.changes} />
}

/** The open request to change a record, if there is one. */
export const WaitingApproval = ({ resourceId }: { resourceId: string }) => {
  const can = useCan()
  const query = { resourceId, status: 'open' } as const
  const { data } = api.useQuery('get', path, { params: { query } }, { enabled: can('listApprovalRequests') })
  const [request] = data?.approvalRequests ?? []
  return request ? <OpenRequest request={request} /> : null
}

/** An open request to change settings, by its id. */
export const WaitingRequest = ({ requestId }: { requestId: string }) => {
  const params = { path: { requestId } }
  const { data } = api.useQuery('get', `${path}/{requestId}`, { params })
  return data?.status === 'open' ? <OpenRequest request={data} /> : null
}

const OpenRequest = ({ request }: { request: ApprovalRequest }) => {
  const { t } = useTranslation('approvals')
  const { person } = useSession()
  return (
    <Section title={t('waits')} actions={<DecideApproval request={request} />}>
      <Stack gap="sm">
        {request.requestedBy === person.id && <Text size="sm">{t('another')}</Text>}
        <RequestFacts request={request} />
        <ProposedChanges request={request} />
      </Stack>
    </Section>
  )
}
