import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { day, iso } from '#lib/clock.ts'
import { connectPeople } from '#test/sign-on.ts'
import { suiteResources } from '#test/suite-resources.ts'
import { pagesOf } from './all-pages.ts'
import { openWindow, visit, waitUntilSettled, withChromium } from './browser.ts'
import { checkDialogs } from './dialogs.ts'
import { dialogsWithReason } from './dialogs-with-reason.ts'
import { asPerson, type Showcase, startShowcase } from './showcase.ts'

interface Named {
  readonly id: string
  readonly name: string
}

/** Creates records in states that some dialogs need, such as a draft or a paused webhook. Returns their pages. */
const createFurtherPages = async ({ probata, admin, webhookId, requirementId }: Showcase) => {
  const ask = asPerson(probata, await probata.signIn(admin))
  const idByName = (rows: readonly Named[], name: string): Named => {
    const row = rows.find(one => one.name === name)
    assert.ok(row, name)
    return row
  }

  const { submissionRequirements } = await ask(200, 'GET', '/submission-requirements')
  const requirement = submissionRequirements.find(
    (one: { requirementKey: string }) => one.requirementKey === 'DORA-ROI',
  )
  const draft = await ask(201, 'POST', '/packages', {
    submissionRequirementId: requirement.id,
    packageKey: 'ROI-2027',
    title: 'Register of 2027',
    dueAt: iso(probata.clock.now() + 400 * day),
  })
  const { claims } = await ask(200, 'GET', `/claims?evidenceRequirementId=${requirementId}&status=accepted`)
  await ask(201, 'POST', `/packages/${draft.id}/contents`, { claimId: claims[0].id })
  const { submissionPackages } = await ask(200, 'GET', '/packages?status=reviewed')

  const carlo = asPerson(probata, await probata.signIn('carlo@acme.example'))
  const subject = { subjectModuleKey: 'assets', subjectResourceType: 'host', subjectResourceId: 'printer-8' }
  const finding = await ask(201, 'POST', '/findings', { title: 'Open port on a printer', severity: 'low', ...subject })
  await carlo(200, 'POST', `/findings/${finding.id}/remediate`)

  const { serviceAccounts } = await ask(200, 'GET', '/service-accounts')
  const disabled = idByName(serviceAccounts, 'ticket system')
  await ask(200, 'POST', `/service-accounts/${disabled.id}/disable`)
  const { people } = await ask(200, 'GET', '/people')
  const disabledPerson = idByName(people, 'Carlo Conti')
  await connectPeople(probata, { ada: 'ada', carlo: 'carlo' })
  await ask(200, 'PATCH', `/people/${disabledPerson.id}`, { disabled: true })
  await ask(201, 'POST', '/people/invitations', { email: 'new@acme.example', name: 'New Person', role: 'auditor' })
  await ask(201, 'POST', '/calendar-feeds', { name: 'Outlook of compliance' })

  const { risks } = await ask(200, 'GET', '/risks')
  const riskIn = (status: string): string => risks.find((one: { status: string }) => one.status === status).id
  const { assessments } = await ask(200, 'GET', '/assessments')
  const assessmentIn = (status: string): string =>
    assessments.find((one: { status: string }) => one.status === status).id

  const range = { from: iso(probata.clock.now() - 60 * day), to: iso(probata.clock.now() + day) }
  await ask(200, 'POST', `/webhooks/${webhookId}/pause`)
  await ask(202, 'POST', `/webhooks/${webhookId}/replays`, { ...range, outcome: 'all' })
  await ask(201, 'POST', '/storage-keys')
  return [
    [`/governance/risks/${riskIn('accepted')}`, 'Close'],
    [`/governance/assessments/${assessmentIn('in_review')}`, 'Complete'],
    [`/submissions/packages/${draft.id}`, 'Remove'],
    [`/submissions/packages/${submissionPackages[0].id}`, 'Return to draft'],
    ['/submissions/calendar', 'Revoke'],
    ['/account', 'Disconnect my sign-on'],
    ['/governance/registers/indicator-measurements', 'New indicator measurement'],
    [`/governance/findings/${finding.id}`, 'Resolve'],
    [`/access/service-accounts/${disabled.id}`, 'Enable'],
    [`/access/people/${disabledPerson.id}`, 'Enable'],
    ['/access/people?tab=invitations', 'Revoke'],
    ['/access/storage-keys', 'Request destruction'],
    ['/trails/security-events?kind=identityProviderChanged', 'Single sign-on was changed'],
    [`/webhooks/${webhookId}?tab=replays`, 'Cancel the replay'],
    [`/webhooks/${webhookId}?tab=settings`, 'Delete the webhook'],
  ] as const
}

/** Pages, and the dialogs that their buttons open. */
const expected = {
  '/access/people': ['Invite', 'Revoke'],
  '/access/people/…': [
    'Change deputy and absence',
    'Disable',
    'Disconnect the sign-on',
    'Edit',
    'Enable',
    'End all sessions',
    'Manage by groups',
    'Create a reset link',
    'a change',
  ],
  '/access/service-accounts': ['New service account'],
  '/access/settings': ['Change how people sign in', 'Change the logo', 'Change the settings', 'Change who needs one'],
  '/access/service-accounts/…': [...['Disable', 'Edit', 'Enable', 'Rotate the secret'], 'a change'],
  '/access/units': ['New unit'],
  '/access/units/…': ['Close the unit', 'Edit'],
  '/access/single-sign-on': ['Add a rule', 'Edit', 'Publish a new key', 'Remove'],
  '/access/provisioning': ['New token', 'Replace', 'Revoke'],
  '/access/storage-keys': ['Request destruction', 'Change the holder', 'New key'],
  '/account': ['Change deputy and absence', 'Disconnect my sign-on', 'Set up an authenticator app'],
  '/evidence': ['New requirement'],
  '/evidence/claims/…': ['Accept', 'Ask for more', 'Assign to another reviewer', 'Place a hold', 'Reject'],
  '/evidence/requirements/…': ['Edit', 'Export', 'Retire', 'Unit: Treasury'],
  '/evidence/review': ['Ask for more', 'Keyboard shortcuts'],
  '/governance/approvals/…': ['Confirm the change', 'Decline the request', 'a change'],
  '/governance/clauses/…': ['Add a control', 'Change applicability', 'Remove'],
  '/governance/controls': ['New control'],
  '/governance/controls/…': ['Add a requirement', 'Edit', 'Remove', 'Retire'],
  '/governance/frameworks': ['Import from a file', 'New framework'],
  '/governance/frameworks/…': ['Edit', 'Import a mapping', 'Import clauses', 'Retire'],
  '/governance/registers/indicator-measurements': ['New indicator measurement'],
  '/governance/registers/party-engagements': ['New third-party service'],
  '/governance/registers/party-engagements/…': ['Close the record', 'Edit'],
  '/governance/findings': ['Change the due days', 'New finding'],
  '/governance/findings/…': [
    ...['Accept the risk', 'Edit', 'Link a claim', 'Mark as false positive', 'Mark as remediated', 'Unlink', 'Resolve'],
    'Move back to open',
    'Unit: Whole workspace',
  ],
  '/governance/assessments': ['New assessment'],
  '/governance/assessments/…': [
    ...['Answer', 'Answer again', 'Update the room', 'Cancel the assessment', 'Complete', 'Edit', 'End the room'],
    ...['Comments', 'Invite', 'Open the room', 'Prepare a bundle', 'Return', 'Revoke', 'Unit: Whole workspace'],
  ],
  '/governance/policies': ['New policy'],
  '/governance/policies/…': [
    ...['Edit', 'New version', 'Publish', 'Retire', 'Start a campaign', 'Version 2', 'Withdraw'],
    'Unit: Whole workspace',
  ],
  '/governance/policy-campaigns/…': ['Cancel the campaign', 'Change the due date'],
  '/governance/questionnaires': ['New questionnaire'],
  '/governance/questionnaires/…': ['Edit', 'New version', 'Retire', 'Start a round', 'Unit: Whole workspace'],
  '/governance/questionnaire-versions/…': ['Edit the questions', 'Publish', 'Withdraw'],
  '/governance/questionnaire-rounds/…': ['Cancel the round', 'Change the due date'],
  '/governance/risks': ['New risk'],
  '/governance/risks/…': ['Accept the risk', 'Close', 'Edit', 'Link a control', 'Unlink'],
  '/storage': ['Add a bucket'],
  '/storage/bindings/…': [
    ...['Activate', 'Change the settings', 'Rename', 'Replace the credentials', 'Retire'],
    'a change',
  ],
  '/storage/holds': ['Hold all files'],
  '/storage/holds/…': ['Withdraw the request', 'a change'],
  '/storage/migrations': ['Start a migration'],
  '/storage/migrations/…': ['Change the speed', 'End the migration', 'a change'],
  '/storage/usage': ['Change the quota'],
  '/my-work': ['Subscribe to calendar'],
  '/submissions': ['New package'],
  '/submissions/calendar': ['Revoke', 'Subscribe to calendar'],
  '/submissions/packages/…': [
    ...[
      'Attach a claim',
      'Change title or due date',
      'Close package',
      'Export',
      'Mark as approved',
      'Mark as reviewed',
    ],
    ...['Record receipt', 'Record rejection', 'Record resubmission', 'Record submission', 'Record withdrawal'],
    ...['Remove', 'Return to draft'],
  ],
  '/submissions/requirements': ['New submission requirement'],
  '/submissions/requirements/…': [
    ...['Change the schedule', 'Edit', 'End the schedule', 'Export', 'Retire', 'Unit: Whole workspace'],
  ],
  '/trails/as-of': ['Export'],
  '/trails/exports': ['Request an export'],
  '/trails/exports/…': ['Delete the bundle', 'a change'],
  '/trails/ledger': ['New key for evidence bundles', 'New key for checkpoints'],
  '/trails/security-events': ['Single sign-on was changed'],
  '/webhooks': ['Change the event names'],
  '/webhooks/…': ['Cancel the replay', 'Delete the webhook', 'Replay a range', 'Rotate the secret'],
}

describe('every dialog', withChromium, () => {
  const resources = suiteResources()
  let showcase: Showcase

  before(async () => {
    showcase = resources.use(await startShowcase())
  })

  const openedDialogs = new Set<string>()
  const reasonDialogs = new Set<string>()

  const runVisits = async (visits: readonly ((page: Page) => Promise<void>)[]): Promise<void> => {
    await using window = await openWindow(showcase.probata, { as: showcase.admin })
    const { page } = window
    await page.goto('/elsewhere')
    for (const openPage of visits) {
      await openPage(page)
      await checkDialogs(page, openedDialogs, reasonDialogs)
    }
    assert.deepEqual(window.pageErrors, [])
  }

  // Splits the dialogs into parts, so that each test stays within its time limit even on a busy machine.
  const parts = 3
  for (let part = 0; part < parts; part++)
    test(`axe finds nothing in light or dark mode, part ${part + 1} of ${parts}`, async () => {
      const addresses = Object.values(pagesOf(showcase)).filter((_, i) => i % parts === part)
      await runVisits(addresses.map(address => page => visit(page, address)))
    })

  test('axe finds nothing in the dialogs of other records', async () => {
    const further = await createFurtherPages(showcase)
    await runVisits(
      [...further].map(([address, button]) => async page => {
        await page.goto(address)
        await page.locator('main').getByText(button, { exact: true }).filter({ visible: true }).first().waitFor()
        await waitUntilSettled(page)
      }),
    )
  })

  test('every expected dialog was opened', () => {
    const expectedDialogs = Object.entries(expected).flatMap(([page, buttons]) =>
      buttons.map(button => `${page}: ${button}`),
    )
    const missing = expectedDialogs.filter(one => !openedDialogs.has(one))
    // The newest row of the trail may be a group of deliveries, which opens no dialog, and the newest security event
    // may report that a job took too long.
    const isOfMachine = (one: string) =>
      one === '/trails/audit: a change' || one.startsWith('/trails/security-events: A scheduled job ')
    const unexpected = [...openedDialogs].filter(one => !expectedDialogs.includes(one) && !isOfMachine(one))
    assert.deepEqual({ missing, unexpected }, { missing: [], unexpected: [] })
  })

  test('a dialog asks for a reason where something is decided, published, withdrawn or deleted', () => {
    const expectedReasonDialogs = Object.entries(dialogsWithReason).flatMap(([page, buttons]) =>
      buttons.map(one => `${page}: ${one}`),
    )
    assert.deepEqual([...reasonDialogs].sort(), expectedReasonDialogs.sort())
  })
})
