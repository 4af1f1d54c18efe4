import { day, iso } from '#lib/clock.ts'

/** The organization of the sample: its people and what it must prove and file, as in a provisioning file. */
const sampleName = 'Sample data: Northwind Bank'

/** The person who can sign in. */
export const administratorAddress = 'adam@sample.example'

export const sampleOrganization = (slug: string, password: string, now: number) => ({
  slug,
  name: sampleName,
  sample: true,
  users: [
    { email: administratorAddress, name: 'Adam Administrator', role: 'admin', password },
    { email: 'rita@sample.example', name: 'Rita Reviewer', role: 'reviewer' },
    { email: 'olga@sample.example', name: 'Olga Officer', role: 'reviewer' },
    { email: 'carl@sample.example', name: 'Carl Contributor', role: 'contributor' },
    { email: 'ada@sample.example', name: 'Ada Auditor', role: 'auditor' },
  ],
  submissionRequirements: [
    {
      requirementKey: 'DORA-ROI',
      title: 'Register of information',
      submissionKind: 'register_filing',
      status: 'active',
      policy: { receiptsRequired: 1, requireReview: true, requireApproval: true },
      packages: [
        { packageKey: 'ROI-1', title: 'Register of last year', dueAt: iso(now + 2 * day) },
        { packageKey: 'ROI-2', title: 'Register of this year', dueAt: iso(now + 90 * day) },
      ],
    },
  ],
})
