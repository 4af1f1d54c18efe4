import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { pagesOf, publicPages } from './all-pages.ts'
import { assertAccessibleInBoth, openBrowser, openWindow, visit, withChromium } from './browser.ts'
import { type Showcase, startShowcase } from './showcase.ts'

const folder = join(import.meta.dirname, '..', '..', 'web', 'app', 'routes')
const source = globSync('*.ts', { cwd: folder })
  .map(file => readFileSync(join(folder, file), 'utf8'))
  .join('\n')

const shapeOf = (address: string): string => address.replace(/[?#].*/, '').replaceAll(/\$\w+|<\w+>/g, '*')

test('every declared route is looked at', () => {
  const declared = [...source.matchAll(/\bpath: '([^']+)'/g)].map(([, path = '']) => shapeOf(path))
  const own = ['claimId', 'packageId', 'webhookId', 'deliveryId', 'accountId', 'personId'] as const
  const names = [...own, 'requirementId', 'submissionRequirementId'] as const
  const ids = Object.fromEntries(names.map(name => [name, `<${name}>`])) as Record<(typeof names)[number], string>
  const known = [...Object.values(pagesOf(ids)), ...Object.values(publicPages)].map(shapeOf)
  assert.deepEqual(known.sort(), declared.sort())
})

const others = { reviewer: 'rita@acme.example', contributor: 'carlo@acme.example', auditor: 'ines@acme.example' }

/** Where there is no page: the first that is looked at is gone to as all others are. */
const elsewhere = '/elsewhere'

/** What somebody reads where their role may not look. */
const forbidden = 'Your role does not see this page'

describe('every page, with a history of 40 days', withChromium, () => {
  let showcase: Showcase
  let browser: Browser

  before(async () => {
    showcase = await startShowcase()
    browser = await openBrowser()
  })

  after(async () => {
    await browser?.close()
    await showcase?.[Symbol.asyncDispose]()
  })

  for (const who of ['somebody signed in', 'nobody'] as const)
    test(`axe finds nothing, light and dark, as ${who}`, async () => {
      const signedIn = who !== 'nobody'
      await using window = await openWindow(browser, showcase.probata, signedIn ? { as: showcase.admin } : {})
      await window.page.goto(elsewhere)
      for (const [name, address] of Object.entries(signedIn ? pagesOf(showcase) : publicPages)) {
        await visit(window.page, address)
        await assertAccessibleInBoth(window.page, name)
      }
      assert.deepEqual(window.complaints, [])
    })

  test('a phone is wide enough for each', async () => {
    await using window = await openWindow(browser, showcase.probata, { phone: true, as: showcase.admin })
    const { page } = window
    await page.goto(elsewhere)
    for (const [name, address] of Object.entries(pagesOf(showcase))) {
      await visit(page, address)
      const width = await page.evaluate('document.documentElement.scrollWidth')
      assert.ok(Number(width) <= 390, `${name} is ${width} pixels wide`)
    }
    assert.deepEqual(window.complaints, [])
  })

  for (const [role, as] of Object.entries(others))
    test(`a ${role} sees each, or that it is not theirs`, async () => {
      await using window = await openWindow(browser, showcase.probata, { as })
      const { page } = window
      await page.goto(elsewhere)
      const closed: string[] = []
      for (const [name, address] of Object.entries(pagesOf(showcase))) {
        await visit(page, address)
        assert.equal(await page.getByRole('heading', { name: 'This page failed' }).count(), 0, name)
        if ((await page.getByRole('heading', { name: forbidden }).count()) > 0) closed.push(name)
      }
      const forms = role === 'auditor' ? ['new-claim', 'new-webhook', 'review'] : []
      const hidden = ['service-accounts', 'service-account', 'single-sign-on', 'audit', 'security-events', 'jobs']
      const hooks = ['webhooks', 'new-webhook', 'webhook', 'delivery']
      const expected = role === 'auditor' ? ['single-sign-on', ...forms] : [...hidden, ...hooks]
      assert.deepEqual(closed.filter(name => expected.includes(name)).sort(), expected.sort())
      assert.deepEqual(window.complaints, [])
    })

  test('an auditor is offered no form and no dialog but those of their own', async () => {
    await using window = await openWindow(browser, showcase.probata, { as: others.auditor })
    const { page } = window
    await page.goto(elsewhere)
    const offered: string[] = []
    for (const [name, address] of Object.entries(pagesOf(showcase))) {
      if (name === 'account') continue
      await visit(page, address)
      // What opens a row of a table only shows it.
      const dialogs = 'button[aria-haspopup=dialog]:not(td:first-child *, th *)'
      const found = page.locator(`main :is(form, input[type=file], ${dialogs})`)
      for (const one of await found.all()) offered.push(`${name}: ${(await one.textContent()) ?? ''}`)
    }
    assert.deepEqual(offered, ['calendar: Subscribe'])
  })
})
