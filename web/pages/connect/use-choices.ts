import { api, type Schemas } from '#web/api/client.ts'
import { useCan } from '#web/api/session.ts'

const limit = { params: { query: { limit: 200 } } }

interface Asked {
  readonly account?: string | undefined
  readonly requirement?: string | undefined
  readonly package?: string | undefined
}

/** Portals call back with receipts; otherwise the first event that can be recorded. */
const kindOf = (valid: readonly string[] | undefined): string =>
  valid?.find(kind => kind === 'receipt_received') ?? valid?.[0] ?? 'receipt_received'

const claimTypes = /evidence[._]claim\.approved/

/** What the examples can be filled in with, and what is chosen: the requested one, else the first. */
export const useChoices = (asked: Asked) => {
  const can = useCan()
  const accounts = api.useQuery('get', '/api/workspace/service-accounts', limit, {
    enabled: can('listServiceAccounts'),
  })
  const requirements = api.useQuery('get', '/api/workspace/evidence-requirements', {
    params: { query: { status: 'active', limit: 200 } },
  })
  const packages = api.useQuery('get', '/api/workspace/packages', limit)
  const events = api.useQuery('get', '/api/workspace/webhooks/events', {}, { enabled: can('listWebhookEventTypes') })
  const isActive = ({ status }: Pick<Schemas['ServiceAccount'], 'status'>) => status === 'active'
  const offered = {
    accounts: (accounts.data?.serviceAccounts ?? []).filter(isActive),
    requirements: requirements.data?.requirements ?? [],
    packages: packages.data?.submissionPackages ?? [],
  }
  const account =
    offered.accounts.find(({ id }) => id === asked.account) ??
    offered.accounts.find(({ scopes }) => scopes.includes('governance.evidence:write')) ??
    offered.accounts[0]
  const requirement = offered.requirements.find(({ id }) => id === asked.requirement) ?? offered.requirements[0]
  const package_ = offered.packages.find(({ id }) => id === asked.package) ?? offered.packages[0]
  const detail = api.useQuery(
    'get',
    '/api/workspace/packages/{packageId}',
    { params: { path: { packageId: package_?.id ?? '' } } },
    { enabled: package_ !== undefined },
  )
  const types = events.data?.events.map(({ type }) => type) ?? []
  return {
    offered,
    account,
    requirement,
    package: package_,
    isPending: [accounts, requirements, packages, events, detail].some(({ isLoading }) => isLoading),
    eventKind: kindOf(detail.data?.validEventKinds),
    eventType: types.find(type => claimTypes.test(type)) ?? 'evidence.claim.approved',
  }
}
