import { scopes } from '#http/access.ts'

/** A service account that writes during a campaign. */
export interface Account {
  readonly organization: string
  readonly clientId: string
  readonly clientSecret: string
}

export const administrator = { email: 'admin@faults.example', password: 'correct horse battery staple' }

const slugs = ['faults-a', 'faults-b']
const perWorkspace = 4

export const accounts: readonly Account[] = slugs.flatMap(organization =>
  Array.from({ length: perWorkspace }, (_, n) => ({
    organization,
    clientId: `${organization}-${n}`,
    clientSecret: `secret-of-${organization}-${n}-0123456789abcdef`,
  })),
)

const people = (slug: string) => [
  ...(slug === slugs[0] ? [{ ...administrator, name: 'Ada Administrator', role: 'admin' }] : []),
  { email: `rita@${slug}.example`, name: 'Rita Reviewer', password: administrator.password, role: 'reviewer' },
]

/** The file for PROBATA_PROVISION (docs/operating.md, "Provisioning file"): two workspaces with four writers each. */
export const provisioningFile = JSON.stringify({
  organizations: slugs.map(slug => ({
    slug,
    name: slug,
    users: people(slug),
    serviceAccounts: accounts
      .filter(({ organization }) => organization === slug)
      .map(({ clientId, clientSecret }) => ({ name: clientId, clientId, clientSecret, scopes: [...scopes] })),
  })),
})
