import type { SearchSource } from '#shared/search-source.ts'
import type { TitleSource } from '#shared/title-source.ts'

export const accessTitles: readonly TitleSource[] = [
  { prefix: 'sva', table: 'service_account', title: `t.record::json ->> 'name'` },
  { prefix: 'inv', table: 'invitation', title: 't.email' },
  { prefix: 'grp', table: 'scim_group', title: 't.display_name' },
  {
    prefix: 'fre',
    table: 'factor_reset',
    title: `(select p.record::json ->> 'name' from person p
              where p.organization_id = :organization and p.id = t.person_id)`,
    page: 't.person_id',
  },
]

export const searchedAccounts: readonly SearchSource[] = [
  {
    prefix: 'sva',
    table: 'service_account',
    title: `t.record::json ->> 'name'`,
    key: `t.record::json ->> 'clientId'`,
    roles: ['admin', 'auditor'],
  },
]
