import { day, iso } from '#lib/clock.ts'
import type { StoryWords } from './words.ts'

/** The person who can sign in. */
export const administratorAddress = 'adam@sample.example'

interface OrganizationInput {
  readonly slug: string
  readonly password: string
  readonly now: number
  readonly words: StoryWords
}

/** The organization of the sample as in a provisioning file: its people and its submission requirement. */
export const sampleOrganization = ({
  slug,
  password,
  now,
  words: { people, filing, organization },
}: OrganizationInput) => ({
  slug,
  name: organization,
  sample: true,
  users: [
    { email: administratorAddress, name: people.adam, role: 'admin', password },
    { email: 'rita@sample.example', name: people.rita, role: 'reviewer' },
    { email: 'olga@sample.example', name: people.olga, role: 'reviewer' },
    { email: 'carl@sample.example', name: people.carl, role: 'contributor' },
    { email: 'ada@sample.example', name: people.ada, role: 'auditor' },
  ],
  submissionRequirements: [
    {
      requirementKey: 'DORA-ROI',
      title: filing.title,
      submissionKind: 'register_filing',
      status: 'active',
      policy: { receiptsRequired: 1, requireReview: true, requireApproval: true },
      packages: [
        { packageKey: 'ROI-1', title: filing.last, dueAt: iso(now + 2 * day) },
        { packageKey: 'ROI-2', title: filing.current, dueAt: iso(now + 90 * day) },
      ],
    },
  ],
})
