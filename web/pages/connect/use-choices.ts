import { api } from '#web/api/client.ts'
import { useCan } from '#web/api/session.ts'

const largestPage = { params: { query: { limit: 200 } } }
const newest = { limit: 1 }

interface Asked {
  readonly account?: string | undefined
  readonly requirement?: string | undefined
  readonly package?: string | undefined
}

/** Portals call back with receipts; otherwise the first event that can be recorded. */
const kindOf = (valid: readonly string[] | undefined): string =>
  valid?.find(kind => kind === 'receipt_received') ?? valid?.[0] ?? 'receipt_received'

const claimTypes = /evidence[._]claim\.approved/

const writes = 'governance.evidence:write'

/** The account that is asked for, else the newest active one that may write evidence, else the newest. */
const useAccount = (asked: string | undefined) => {
  const can = useCan()
  const enabled = can('listServiceAccounts')
  const listed = api.useQuery('get', '/api/workspace/service-accounts', largestPage, { enabled })
  const path = { accountId: asked ?? '' }
  const one = api.useQuery(
    'get',
    '/api/workspace/service-accounts/{accountId}',
    { params: { path } },
    { enabled: enabled && Boolean(asked) },
  )
  const active = (listed.data?.serviceAccounts ?? []).filter(({ status }) => status === 'active')
  const account = one.data ?? active.find(({ scopes }) => scopes.includes(writes)) ?? active[0]
  return { account, isLoading: listed.isLoading || one.isLoading }
}

/** The records that fill the examples: the requested ones, or else the newest. */
export const useChoices = (asked: Asked) => {
  const can = useCan()
  const { account, isLoading } = useAccount(asked.account)
  const requirements = api.useQuery('get', '/api/workspace/evidence-requirements', {
    params: { query: { status: 'active', ...newest } },
  })
  const packages = api.useQuery('get', '/api/workspace/packages', { params: { query: newest } })
  const events = api.useQuery('get', '/api/workspace/webhooks/events', {}, { enabled: can('listWebhookEventTypes') })
  const requirementId = asked.requirement || requirements.data?.requirements[0]?.id
  const packageId = asked.package || packages.data?.submissionPackages[0]?.id
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
    eventKind: kindOf(detail.data?.validEventKinds),
    eventType: types.find(type => claimTypes.test(type)) ?? 'evidence.claim.approved',
  }
}
