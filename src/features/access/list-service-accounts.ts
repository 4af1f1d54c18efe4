import { Type } from 'typebox'
import { Rendered } from '#api/answer.ts'
import { reading } from '#api/endpoint.ts'
import { answerPage, notFound, pageQuery } from '#api/family.ts'
import { Nullable, Pagination, Timestamp } from '#api/schema.ts'
import { iso } from '#lib/clock.ts'
import { idTime } from '#lib/ids.ts'
import { getServiceAccount as findOne, listServiceAccounts as listAll, type ServiceAccountRow } from './queries.ts'
import { ServiceAccount } from './service-account.ts'
import { AccountParams } from './update-service-account.ts'

const ListedServiceAccount = Type.Object(
  {
    ...ServiceAccount.properties,
    lastUsedAt: Nullable({
      ...Timestamp,
      description: 'When it last took a token or changed something; a token is good for an hour.',
    }),
  },
  { title: 'ListedServiceAccount' },
)

/** Every token that is taken and every change leaves a row in the audit trail, whose id says when. */
const render = ({ record, last_trace }: ServiceAccountRow): string => {
  const lastUsedAt = last_trace === null ? null : iso(idTime(last_trace))
  return `${record.slice(0, -1)},"lastUsedAt":${JSON.stringify(lastUsedAt)}}`
}

const endpoint = 'listServiceAccounts'

export const listServiceAccounts = reading({
  name: endpoint,
  summary: 'List service accounts, newest first',
  tag: 'Service accounts',
  workspace: { path: '/service-accounts', roles: ['admin', 'auditor'] },
  query: Type.Object(pageQuery),
  response: Type.Object({ serviceAccounts: Type.Array(ListedServiceAccount), pagination: Pagination }),
  errors: ['invalid_cursor'],
  run: (call, { query }) =>
    answerPage(call, { endpoint, plural: 'serviceAccounts', statement: listAll, filters: {}, query, render }),
})

export const getServiceAccount = reading({
  name: 'getServiceAccount',
  summary: 'Get one service account',
  tag: 'Service accounts',
  workspace: { path: '/service-accounts/{accountId}', roles: ['admin', 'auditor'] },
  params: AccountParams,
  response: ListedServiceAccount,
  errors: ['not_found'],
  async run(call, { params }) {
    const [row] = await call.read(findOne, [call.organizationId, params.accountId])
    if (!row) throw notFound('service account')
    return new Rendered(render(row))
  },
})
