/**
 * The provisioning file that tests start with: two organizations, each with people of all roles and service accounts.
 */

/**
 * A time for behaviour that depends on the day or the hour. It is later than everything that a run creates by the real
 * clock.
 */
export const noon = Date.parse('2099-11-20T12:00:00.000Z')

export const password = 'correct horse battery staple'
export const clientSecret = 'a-secret-of-a-test-client'

const roles = ['admin', 'reviewer', 'contributor', 'auditor'] as const

const submissions = ['governance.submissions:read', 'governance.submissions:write']

const evidence = ['governance.evidence:read', 'governance.evidence:write']

const organization = (slug: string) => ({
  slug,
  name: `${slug} Bank`,
  users: [
    ...roles.map(role => ({ email: `${role}@${slug}.example`, name: `${role} of ${slug}`, password, role })),
    { email: `second.reviewer@${slug}.example`, name: `second reviewer of ${slug}`, password, role: 'reviewer' },
  ],
  serviceAccounts: [
    { name: 'scanner', clientId: `${slug}-scanner`, clientSecret, scopes: [...evidence, 'webhooks:manage'] },
    { name: 'second scanner', clientId: `${slug}-second`, clientSecret, scopes: evidence },
    { name: 'reader', clientId: `${slug}-reader`, clientSecret, scopes: ['governance.evidence:read'] },
    { name: 'portal', clientId: `${slug}-portal`, clientSecret, scopes: [...submissions, 'webhooks:manage'] },
    { name: 'authorizer', clientId: `${slug}-authorizer`, clientSecret, scopes: submissions },
    { name: 'stranger', clientId: `${slug}-stranger`, clientSecret, scopes: ['governance.controls:read'] },
    { name: 'retired', clientId: `${slug}-retired`, clientSecret, scopes: evidence, disabled: true },
  ],
  evidenceRequirements: [
    {
      requirementKey: 'BKP-01',
      title: 'Nightly backup',
      description: 'Proof of it',
      status: 'active',
      validityDays: 30,
    },
    { requirementKey: 'BKP-02', title: 'Restore test', description: 'Proof of it', status: 'draft' },
    { requirementKey: 'BKP-03', title: 'Tape rotation', description: 'Proof of it', status: 'retired' },
  ],
})

const acme = organization('acme')

export const workspace = { organizations: [acme, organization('globex')] }

/** Acme with only its first service account. Hashing the secret of each further account takes 19 ms of a core. */
export const oneAccount = { organizations: [{ ...acme, users: [], serviceAccounts: acme.serviceAccounts.slice(0, 1) }] }

/** A valid claim. `over` replaces fields. */
export const claimInput = (claimKey: string, over: Readonly<Record<string, unknown>> = {}) => ({
  claimKey,
  title: 'Backup report of last night',
  subjectModuleKey: 'controls',
  subjectResourceType: 'control',
  subjectResourceId: 'CTL-7',
  sourceModuleKey: 'external',
  sourceResourceType: 'report',
  sourceResourceId: 'backup-2026-11-20',
  sourceSnapshot: { system: 'vault-3', job: 'nightly' },
  claimSnapshot: { restored: true },
  reason: 'pushed by the nightly backup',
  ...over,
})
