/** The seeded workspace. Secrets are left out, so the server generates them and shows them once. */
export const workspace = {
  organizations: [
    {
      slug: 'acme',
      name: 'Acme Bank',
      users: [
        { email: 'rita@acme.example', name: 'Rita Reviewer', role: 'reviewer' },
        { email: 'carl@acme.example', name: 'Carl Contributor', role: 'contributor' },
        { email: 'ada@acme.example', name: 'Ada Auditor', role: 'auditor' },
      ],
      serviceAccounts: [
        {
          name: 'Backup system',
          clientId: 'acme-backup',
          scopes: ['governance.evidence:read', 'governance.evidence:write'],
        },
        {
          name: 'Ticket system',
          clientId: 'acme-tickets',
          scopes: ['governance.evidence:read', 'webhooks:manage'],
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
          description: 'The minutes of the exercise and the times that were reached.',
          status: 'draft',
        },
      ],
    },
  ],
}
