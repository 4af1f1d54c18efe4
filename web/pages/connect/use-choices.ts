import { api } from '#web/api/client.ts'
import { useCan } from '#web/api/session.ts'

const allAccounts = { params: { query: { limit: 200 } } }
const newest = { limit: 1 }

interface Selection {
  readonly account?: string | undefined
  readonly requirement?: string | undefined
  readonly package?: string | undefined
}

/** The event kind for the example: a receipt, which portals send, or otherwise the first kind that can be recorded. */
const exampleKind = (validKinds: readonly string[] | undefined): string =>
  validKinds?.find(kind => kind === 'receipt_received') ?? validKinds?.[0] ?? 'receipt_received'

const claimTypes = /evidence[._]claim\.approved/

const writeScope = 'governance.evidence:write'

/** The selected account; otherwise the newest active one that may write evidence; otherwise the newest active one. */
const useAccount = (selectedId: string | undefined) => {
  const can = useCan()
  const enabled = can('listServiceAccounts')
  const accounts = api.useQuery('get', '/api/workspace/service-accounts', allAccounts, { enabled })
  const path = { accountId: selectedId ?? '' }
  const selected = api.useQuery(
    'get',
    '/api/workspace/service-accounts/{accountId}',
    { params: { path } },
    { enabled: enabled && Boolean(selectedId) },
  )
  const active = (accounts.data?.serviceAccounts ?? []).filter(({ status }) => status === 'active')
  const account = selected.data ?? active.find(({ scopes }) => scopes.includes(writeScope)) ?? active[0]
  return { account, isLoading: accounts.isLoading || selected.isLoading }
}

/** The records that fill the examples: the selected ones, or otherwise the newest. */
export const useExampleRecords = (selection: Selection) => {
  const can = useCan()
  const { account, isLoading } = useAccount(selection.account)
  const requirements = api.useQuery('get', '/api/workspace/evidence-requirements', {
    params: { query: { status: 'active', ...newest } },
  })
  const packages = api.useQuery('get', '/api/workspace/packages', { params: { query: newest } })
  const events = api.useQuery('get', '/api/workspace/webhooks/events', {}, { enabled: can('listWebhookEventTypes') })
  const requirementId = selection.requirement || requirements.data?.requirements[0]?.id
  const packageId = selection.package || packages.data?.submissionPackages[0]?.id
  const detail = api.useQuery(
    'get',
    '/api/workspace/packages/{packageId}',
    { params: { path: { packageId: packageId ?? '' } } },
    { enabled: packageId !== undefined },
  )
  const types = events.data?.events.map(({ type }) => type) ?? []
  return {
    account,
    requirementId,
    packageId,
    isPending: isLoading || [requirements, packages, events, detail].some(query => query.isLoading),
    eventKind: exampleKind(detail.data?.validEventKinds),
    eventType: types.find(type => claimTypes.test(type)) ?? 'evidence.claim.approved',
  }
}
