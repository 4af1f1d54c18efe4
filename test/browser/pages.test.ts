import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { suiteResources } from '#test/suite-resources.ts'
import { fileNameOf, pagesOf, publicPages } from './all-pages.ts'
import { assertAccessibleInBoth, openWindow, visit, withChromium } from './browser.ts'
import { type Showcase, startShowcase } from './showcase.ts'

const otherPeople = { reviewer: 'rita@acme.example', contributor: 'carlo@acme.example', auditor: 'ines@acme.example' }

/**
 * The path of a page that does not exist. Tests start there, so that they reach every page by navigating within the
 * app.
 */
const missingPath = '/elsewhere'

/** The heading of a page that the person's role may not open. */
const forbiddenHeading = 'Your role cannot open this page'
const signOn = '/access/single-sign-on'

/**
 * The only forms and dialogs that roles without write access have: for exports, acknowledgements, verification,
 * calendars, comments and their own absence.
 */
const allowedToAuditors = [
  '/access/people/$personId: Change deputy and absence',
  '/evidence/requirements/$requirementId: Export',
  ...Array<string>(3).fill('/governance/assessments/$assessmentId: Comments'),
  '/governance/policy-campaigns/$campaignId: By acknowledging it, you confirm that you have read the file and will follow it.Acknowledge',
  '/my-work: Subscribe to calendar',
  '/submissions/calendar: Subscribe to calendar',
  '/submissions/packages/$packageId: Export',
  '/submissions/requirements/$requirementId: Export',
  '/trails/as-of: Export',
  '/trails/audit: Verify the trail',
  '/trails/exports/$exportId: Delete the bundle',
  '/trails/exports: Request an export',
]

/**
 * Returns the texts of forms, and of buttons that open a dialog or act, except the filters of lists. A button that
 * opens a table row only shows the row.
 */
const findForms = async (page: Page): Promise<string[]> => {
  const buttons = 'button:is([aria-haspopup=dialog], [data-operation]):not(td:first-child *, th *, .list-tools *)'
  const controls = page.locator(`main :is(form, input[type=file], ${buttons})`)
  return (await controls.allTextContents()).map(text => text.trim())
}

describe('every page, with a history of 40 days', withChromium, () => {
  const resources = suiteResources()
  let showcase: Showcase

  before(async () => {
    showcase = resources.use(await startShowcase())
  })

  for (const visitor of ['an administrator', 'an anonymous visitor'] as const)
    test(`axe finds nothing in light or dark mode as ${visitor}`, async () => {
      const signedIn = visitor === 'an administrator'
      await using window = await openWindow(showcase.probata, signedIn ? { as: showcase.admin } : {})
      const pages = Object.entries(signedIn ? pagesOf(showcase) : publicPages)
      // A missing page redirects visitors who are not signed in to the sign-in page.
      await window.page.goto(signedIn ? missingPath : (pages.at(-1)?.[1] ?? ''))
      for (const [path, address] of pages) {
        await visit(window.page, address)
        await assertAccessibleInBoth(window.page, fileNameOf(path))
      }
      assert.deepEqual(window.pageErrors, [])
    })

  test('every page fits the width of a phone', async () => {
    await using window = await openWindow(showcase.probata, { phone: true, as: showcase.admin })
    const { page } = window
    await page.goto(missingPath)
    for (const [path, address] of Object.entries(pagesOf(showcase))) {
      await visit(page, address)
      const width = await page.evaluate('document.documentElement.scrollWidth')
      assert.ok(Number(width) <= 390, `${path} is ${width} pixels wide`)
    }
    assert.deepEqual(window.pageErrors, [])
  })

  for (const [role, as] of Object.entries(otherPeople))
    test(`a ${role} sees each page, or that the role may not open it${role === 'auditor' ? ', and can change almost nothing' : ''}`, async () => {
      await using window = await openWindow(showcase.probata, { as })
      const { page } = window
      await page.goto(missingPath)
      const forbiddenPages: string[] = []
      const offeredForms: string[] = []
      for (const [path, address] of Object.entries(pagesOf(showcase))) {
        await visit(page, address)
        assert.equal(await page.getByRole('heading', { name: 'This page could not be shown' }).count(), 0, path)
        if ((await page.getByRole('heading', { name: forbiddenHeading }).count()) > 0) forbiddenPages.push(path)
        if (role === 'auditor' && !path.startsWith('/account'))
          offeredForms.push(...(await findForms(page)).map(name => `${path}: ${name}`))
      }
      const forms = role === 'auditor' ? ['/evidence/claims/new', '/webhooks/new', '/evidence/review'] : []
      const trails = ['/trails/audit', '/trails/security-events', '/trails/jobs', '/trails/jobs/$name']
      const access = ['/access/service-accounts', '/access/service-accounts/$accountId', '/access/license', signOn]
      const hooks = [
        '/webhooks',
        '/webhooks/new',
        '/webhooks/$webhookId',
        '/webhooks/$webhookId/deliveries/$deliveryId',
      ]
      const storage = [
        '/storage',
        '/storage/bindings/$bindingId',
        '/storage/scrub',
        '/storage/usage',
        '/storage/migrations',
        '/storage/migrations/$migrationId',
        '/storage/holds',
        '/storage/holds/$holdId',
      ]
      const expected = role === 'auditor' ? [signOn, ...forms] : [...access, ...trails, ...hooks, ...storage]
      assert.deepEqual(forbiddenPages.filter(path => expected.includes(path)).sort(), expected.sort())
      if (role === 'auditor') assert.deepEqual(offeredForms.toSorted(), allowedToAuditors)
      assert.deepEqual(window.pageErrors, [])
    })
})
