import { Type } from 'typebox'
import { section } from '#shared/provision.ts'
import { isDomain } from './identity-provider.ts'
import { lockDomain, nameDomain } from './queries.ts'

const normalize = (domain: string): string => domain.trim().toLowerCase()

/**
 * The list `signOnDomains` of the provisioning file: domains that need no TXT record, because the operator vouches for
 * them.
 */
export const signOnDomains = section({
  name: 'signOnDomains',
  key: 'domain',
  normalize,
  entry: Type.Object({ domain: Type.String({ minLength: 1, maxLength: 253 }) }, { additionalProperties: false }),
  async prepare(_services, entry, position) {
    const domain = normalize(entry.domain)
    if (!isDomain(domain)) throw position.mistake('domain', 'must be a domain such as example.com')
    return async ({ tx, audit }) => {
      const [row] = await tx.query(lockDomain, { domain })
      if (row?.named) return 'unchanged'
      tx.write(nameDomain, { domain })
      audit(domain, { action: 'sign_on_domain.name', detail: domain })
      return row ? 'updated' : 'created'
    }
  },
})
