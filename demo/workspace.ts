import { randomBytes } from 'node:crypto'

/** The password of all people in the workspace, generated for each demo. */
export const password = randomBytes(18).toString('base64url')

/** The workspace of the demo. It has no client secrets, so the server generates them and prints them once. */
export const workspace = {
  organizations: [
    {
      slug: 'acme',
      name: 'Acme Bank',
      users: [
        { email: 'adam@acme.example', name: 'Adam Administrator', role: 'admin', password },
        { email: 'rita@acme.example', name: 'Rita Reviewer', role: 'reviewer', password },
        { email: 'olga@acme.example', name: 'Olga Officer', role: 'reviewer', password },
        { email: 'carl@acme.example', name: 'Carl Contributor', role: 'contributor', password },
        { email: 'ada@acme.example', name: 'Ada Auditor', role: 'auditor', password },
      ],
      serviceAccounts: [
        {
          name: 'Backup system',
          clientId: 'acme-backup',
          scopes: ['governance.evidence:read', 'governance.evidence:write'],
        },
        { name: 'Scanner', clientId: 'acme-scanner', scopes: ['governance.findings:write'] },
        {
          name: 'Ticket system',
          clientId: 'acme-tickets',
          scopes: ['governance.evidence:read', 'governance.submissions:read', 'webhooks:manage'],
        },
        {
          name: 'Portal of the regulator',
          clientId: 'acme-portal',
          scopes: ['governance.submissions:read', 'governance.submissions:write'],
        },
      ],
      submissionRequirements: [
        {
          requirementKey: 'DORA-ROI',
          title: 'Register of information',
          submissionKind: 'register_filing',
          status: 'active',
          policy: { receiptsRequired: 2, requireReview: true, requireApproval: true },
          packages: [{ packageKey: 'ROI-2026', title: '2026 register', dueAt: '2026-12-31T00:00:00.000Z' }],
        },
        {
          requirementKey: 'FIN-Q',
          title: 'Quarterly figures',
          submissionKind: 'regulatory_return',
          status: 'active',
          schedule: { every: 'quarter', due: { count: 30, unit: 'workingDays' }, leadDays: 100, place: 'DE-HE' },
        },
      ],
      evidenceRequirements: [
        {
          requirementKey: 'BKP-01',
          title: 'Nightly backup',
          description: 'The report of every nightly backup, with the digests of what was saved.',
          status: 'active',
          validityDays: 30,
          subjectModuleKey: 'controls',
          subjectResourceType: 'control',
        },
        {
          requirementKey: 'VUL-01',
          title: 'Monthly vulnerability scan',
          description: 'The report of the scanner for all hosts that face the internet.',
          status: 'active',
          validityDays: 35,
        },
        {
          requirementKey: 'DRP-01',
          title: 'Yearly recovery exercise',
          description: 'The minutes of the exercise and the recovery times achieved.',
          status: 'draft',
        },
      ],
    },
  ],
}
