import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { suiteResources } from '#test/suite-resources.ts'
import { boot, type Probata } from '#test/system.ts'
import { until } from '#test/until.ts'
import { type Receiver, startReceiver } from '#test/webhooks/receiver.ts'
import { loopback, webhooksOf } from '#test/webhooks/webhooks.ts'
import { assertAccessibleInBoth as look, openWindow, waitUntilSettled, withChromium } from './browser.ts'
import { actAtOnce, dialogOf, fillReasonIfAsked, reason } from './dialogs.ts'

describe('the webhook form', withChromium, () => {
  const resources = suiteResources()
  let p: Probata
  let receiver: Receiver

  before(async () => {
    p = resources.use(await boot({ env: loopback }))
    receiver = resources.use(await startReceiver())
  })
  const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click()

  test('in the versioned form: no *, a name, only the host; it is changed without re-entering its URL', async () => {
    await using window = await openWindow(p, { as: 'admin@globex.example', phone: true })
    const { page } = window
    await page.clock.install()
    await page.goto('/webhooks')
    await page.getByRole('button', { name: 'Change the event names' }).click()
    const dialog = dialogOf(page)
    await dialog.getByLabel('Versioned names', { exact: true }).check()
    await fillReasonIfAsked(dialog, reason)
    await dialog.getByRole('button', { name: 'Switch the form' }).click()
    await dialog.waitFor({ state: 'hidden' })

    await page.goto('/webhooks/new')
    await page.getByRole('checkbox', { name: 'governance.evidence_claim.created.v1' }).waitFor()
    assert.equal(await page.getByLabel('Every event').count(), 0)
    await page.getByRole('checkbox', { name: 'Evidence claim', exact: true }).check()
    await page.getByLabel(/^Address of the receiver/).fill(receiver.url)
    await page.getByLabel(/^Name/).fill('Regulator portal')
    await page.getByLabel(/^Description/).fill('Forwards to the portal')
    await fillReasonIfAsked(page, reason)
    await page.getByRole('button', { name: 'Create the webhook' }).click()
    await page.getByRole('button', { name: 'I have stored it' }).click()
    await page.getByRole('heading', { name: 'Regulator portal', level: 1 }).waitFor()
    await page.getByText('governance.evidence_claim.rejected.v1').waitFor()
    assert.equal(await page.getByText(receiver.url).count(), 0)
    await look(page, 'webhook-versioned-phone')

    await tab(page, 'Settings')
    await page.getByLabel(/^Name/).fill('Regulator portal, test')
    await fillReasonIfAsked(page, reason)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Regulator portal, test', level: 1 }).waitFor()
    await actAtOnce(page, 'Send a test event', 'The test event is on its way.')
    receiver.received.length = 0
    assert.equal(await p.system.delivery.drain(), 1)
    assert.equal(receiver.received[0]?.headers['x-service-event'], 'governance.webhook.test.v1')
    // Advances to the page's next poll.
    await page.clock.fastForward(10_000)
    await page.getByRole('link', { name: 'governance.webhook.test.v1' }).waitFor()
    for (const name of ['Overview', 'Deliveries', 'Waiting', 'Dead letters', 'Replays', 'Settings']) {
      await tab(page, name)
      await waitUntilSettled(page)
      const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
      assert.equal(overflow, 0, `${name} scrolls sideways on a phone`)
    }
    assert.deepEqual(window.pageErrors, [])
  })

  test('a button pressed right after Save acts on the saved webhook', async () => {
    await using broken = await startReceiver((_, response) => response.writeHead(500).end())
    const webhooks = webhooksOf(p)
    const { id } = await webhooks.create(broken.url)
    await webhooks.emit(3)
    await p.system.delivery.drain()
    await using window = await openWindow(p, { as: 'admin@acme.example' })
    const { page } = window
    await page.goto(`/webhooks/${id}?tab=settings`)
    await page.getByLabel(/^Address of the receiver/).fill(receiver.url)
    await fillReasonIfAsked(page, reason)
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route(`**/api/workspace/webhooks/${id}`, async route => {
      const response = await route.fetch()
      if (route.request().method() === 'PATCH') await released
      await route.fulfill({ response })
    })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await until('the change is made', async () => {
      const { body } = await webhooks.get(`/${id}`)
      return body.url === receiver.url
    })
    await page.getByRole('button', { name: 'Deliver everything now' }).click()
    await page.getByRole('button', { name: 'Deliver everything now' }).and(page.locator('[aria-busy=true]')).waitFor()
    release()
    await page.getByText(/ being sent\.$/).waitFor()
    assert.deepEqual(window.pageErrors, [])
  })

  test("a form does not overwrite another person's change made while the page was reloading its own", async () => {
    const webhooks = webhooksOf(p)
    const { id } = await webhooks.create(receiver.url)
    await using window = await openWindow(p, { as: 'admin@acme.example' })
    const { page } = window
    await page.goto(`/webhooks/${id}?tab=settings`)
    await page.getByLabel(/^Description/).fill('Mine')
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route(`**/api/workspace/webhooks/${id}`, async route => {
      if (route.request().method() === 'GET') await released
      await route.continue()
    })
    await page.getByRole('button', { name: 'Pause', exact: true }).first().click()
    await until('it is paused', async () => (await webhooks.get(`/${id}`)).body.status === 'paused')
    const otherChange = {
      token: await p.token('acme-scanner'),
      key: 'change-of-theirs',
      body: { description: 'Theirs', reason },
    }
    const { status } = await p.call('PATCH', `/api/v1/webhooks/${id}`, otherChange)
    assert.equal(status, 200)
    release()
    await page.getByRole('heading', { name: 'Theirs', level: 1 }).waitFor()
    await fillReasonIfAsked(page, reason)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Someone changed this in the meantime').waitFor()
    const { body } = await webhooks.get(`/${id}`)
    assert.equal(body.description, 'Theirs')
  })
})
