import { clientSecret, password } from '#test/fixture.ts'

export const people = [
  ['ada', 'Ada Okafor', 'admin'],
  ['rita', 'Rita Brandt', 'reviewer'],
  ['noor', 'Noor Haddad', 'reviewer'],
  ['carlo', 'Carlo Conti', 'contributor'],
  ['ines', 'Inês Duarte', 'auditor'],
] as const

export const requirements = [
  ['BKP-01', 'Nightly backup completed', 1],
  ['BKP-04', 'Restore test of a core system', 90],
  ['VUL-02', 'External vulnerability scan', 30],
  ['IAM-07', 'Review of privileged access', 90],
  ['LOG-03', 'Log integrity report', 7],
  ['BCM-01', 'Business continuity exercise', 365],
  ['TLS-05', 'Certificate inventory', 30],
  ['VEN-09', 'Assurance report of the cloud provider', 365],
  ['DEV-11', 'Static analysis of release branches', 14],
  ['PHY-02', 'Data centre access list', 90],
] as const

/** The claims of the history: how many days ago, the requirement's index, and the outcome. */
export const history: readonly (readonly [
  ago: number,
  requirement: number,
  outcome: 'accepted' | 'rejected' | 'submitted',
])[] = [
  [38, 5, 'accepted'],
  [36, 1, 'accepted'],
  [33, 3, 'accepted'],
  [31, 2, 'accepted'],
  [29, 6, 'rejected'],
  [28, 6, 'accepted'],
  [26, 9, 'accepted'],
  [24, 4, 'accepted'],
  [21, 8, 'accepted'],
  [17, 4, 'accepted'],
  [15, 2, 'rejected'],
  [14, 2, 'accepted'],
  [12, 8, 'rejected'],
  [10, 4, 'accepted'],
  [9, 8, 'accepted'],
  [7, 1, 'accepted'],
  [5, 3, 'accepted'],
  [3, 4, 'accepted'],
  [2, 0, 'accepted'],
  [1, 0, 'accepted'],
  [0.4, 6, 'submitted'],
  [0.3, 2, 'submitted'],
  [0.2, 0, 'submitted'],
  [0.15, 8, 'submitted'],
  [0.1, 7, 'submitted'],
  [0.05, 9, 'submitted'],
]

export const provision = {
  organizations: [
    {
      slug: 'acme',
      name: 'Acme Bank',
      users: people.map(([name, full, role]) => ({ email: `${name}@acme.example`, name: full, password, role })),
      serviceAccounts: [
        {
          name: 'vault-3 backup',
          clientId: 'acme-backup',
          clientSecret,
          scopes: ['governance.evidence:read', 'governance.evidence:write'],
        },
        {
          name: 'BaFin portal',
          clientId: 'acme-portal',
          clientSecret,
          scopes: ['governance.submissions:read', 'governance.submissions:write'],
        },
        {
          name: 'ticket system',
          clientId: 'acme-tickets',
          clientSecret,
          scopes: ['governance.evidence:read', 'governance.submissions:read', 'webhooks:manage'],
        },
      ],
      evidenceRequirements: requirements.map(([requirementKey, title, validityDays]) => ({
        requirementKey,
        title,
        description: `Proof that the control ${requirementKey} works.`,
        status: 'active',
        validityDays,
        retentionYears: 7,
      })),
      submissionRequirements: [
        {
          requirementKey: 'DORA-ROI',
          title: 'Register of information',
          submissionKind: 'register_filing',
          status: 'active',
          policy: { receiptsRequired: 2, requireReview: false, requireApproval: false },
        },
        {
          requirementKey: 'DORA-INC',
          title: 'Major incident notification',
          submissionKind: 'incident_notification',
          status: 'active',
        },
        {
          requirementKey: 'AML-Q',
          title: 'Quarterly AML return',
          submissionKind: 'regulatory_return',
          status: 'active',
          schedule: { every: 'quarter', due: { count: 30, unit: 'workingDays' }, leadDays: 100, place: 'DE-HE' },
        },
      ],
    },
  ],
}

/** The number of the first run of the backup system in the history. */
export const firstRun = 3071

/**
 * The packages of the history: the requirement's index, the days from now until they are due, and the recorded events.
 */
export const packages: readonly (readonly [
  requirement: number,
  key: string,
  title: string,
  due: number,
  ...kinds: string[],
])[] = [
  [0, 'ROI-2025', '2025 register', -20, 'submitted', 'receipt_received', 'receipt_received'],
  [0, 'ROI-2026', '2026 register', 26, 'reviewed', 'approved'],
  [2, 'AML-2026-Q2', 'AML return, second quarter', -12, 'submitted', 'rejected', 'resubmitted', 'receipt_received'],
  [2, 'AML-2026-Q3', 'AML return, third quarter', 4, 'submitted'],
  [2, 'AML-2026-Q4', 'AML return, fourth quarter', 60],
  [1, 'INC-0042', 'Outage of the payment gateway', -1, 'reviewed'],
  [1, 'INC-0043', 'Phishing of two employees', 2],
]
