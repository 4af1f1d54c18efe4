import type { Showcase } from './showcase.ts'

type Ids = Omit<Showcase, 'probata' | 'admin' | typeof Symbol.asyncDispose>

/** Every page of the workspace with its name in file names; test/browser/pages.test.ts finds those that are missing here. */
export const pagesOf = (ids: Ids): Readonly<Record<string, string>> => ({
  home: '/',
  'evidence-board': '/evidence',
  requirement: `/evidence/requirements/${ids.requirementId}`,
  claims: '/evidence/claims',
  'new-claim': '/evidence/claims/new',
  claim: `/evidence/claims/${ids.claimId}`,
  review: '/evidence/review',
  packages: '/submissions',
  calendar: '/submissions/calendar',
  'submission-requirements': '/submissions/requirements',
  'submission-requirement': `/submissions/requirements/${ids.submissionRequirementId}`,
  package: `/submissions/packages/${ids.packageId}`,
  webhooks: '/webhooks',
  'new-webhook': '/webhooks/new',
  webhook: `/webhooks/${ids.webhookId}`,
  delivery: `/webhooks/${ids.webhookId}/deliveries/${ids.deliveryId}`,
  'verify-signature': '/webhooks/verify',
  'service-accounts': '/access/service-accounts',
  'service-account': `/access/service-accounts/${ids.accountId}`,
  people: '/access/people',
  person: `/access/people/${ids.personId}`,
  'single-sign-on': '/access/single-sign-on',
  settings: '/access/settings',
  audit: '/trails/audit',
  'security-events': '/trails/security-events',
  jobs: '/trails/jobs',
  connect: '/connect',
  account: '/account',
})

/** Those that nobody has to sign in for. */
export const publicPages: Readonly<Record<string, string>> = {
  'sign-in': '/sign-in',
  'sign-in-callback': '/sign-in/callback?error=access_denied',
  'signed-in': '/sign-in/done',
  setup: '/setup#token',
  invitation: '/invitation#token',
  forgot: '/forgot',
}
