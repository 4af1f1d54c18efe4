/** Organizations in the format of a provisioning file. */

export const scopes = ['governance.evidence:read', 'governance.evidence:write']

export const rita = { email: 'Rita@acme.example', name: 'Rita Reviewer', password: 'a long password', role: 'reviewer' }
export const scanner = { name: 'scanner', clientId: 'acme-scanner', clientSecret: 'secret-of-the-scanner', scopes }
export const backup = { requirementKey: 'BKP-01', title: 'Nightly backup', description: 'Restored.', validityDays: 30 }
export const acme = {
  slug: 'acme',
  name: 'Acme Bank',
  users: [rita, { email: 'ada@acme.example', name: 'Ada Admin', role: 'admin' }],
  serviceAccounts: [scanner, { name: 'reader', clientId: 'acme-reader', scopes, disabled: true }],
  evidenceRequirements: [backup],
}
export const beta = { slug: 'beta', name: 'Beta' }

export const file = (...organizations: object[]) => ({ organizations })
