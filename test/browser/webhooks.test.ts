import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { minute } from '#lib/clock.ts'
import { suiteResources } from '#test/suite-resources.ts'
import { boot, type Probata } from '#test/system.ts'
import { type Receiver, startReceiver } from '#test/webhooks/receiver.ts'
import { loopback, type Webhooks, webhooksOf } from '#test/webhooks/webhooks.ts'
import { assertAccessibleInBoth as look, openWindow, withChromium } from './browser.ts'
import { actAtOnce, checkDialogs, dialogOf, fillReasonIfAsked, localTime, openAndSubmit, reason } from './dialogs.ts'

describe('webhooks', withChromium, () => {
  const resources = suiteResources()
  let p: Probata
  let receiver: Receiver
  let webhooks: Webhooks
  let status = 200
  // The id and the secret of the webhook that the later tests use.
  let id = ''
  let secret = ''

  before(async () => {
    p = resources.use(await boot({ env: loopback }))
    receiver = resources.use(
      await startReceiver((_, response) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end('{"taken":true}'),
      ),
    )
    webhooks = webhooksOf(p)
  })
  const drain = () => p.system.delivery.drain()

  /** Advances the page's clock to its next poll. */
  const advanceToNextPoll = (page: Page) => page.clock.fastForward(10_000)

  const secretIn = (page: Page) => page.getByRole('dialog', { name: 'Shown only once' })

  const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click()

  test('a webhook is created, tested and delivered to; the request and its signature are shown', async () => {
    await using window = await openWindow(p, { as: 'admin@acme.example' })
    const { page } = window
    await page.clock.install()
    await page.goto('/webhooks')
    await page.getByText('No webhooks yet').waitFor()
    await look(page, 'webhooks-empty')
    await page.getByRole('link', { name: 'New webhook' }).click()

    // The server rejects a forbidden address, and its message appears next to the field.
    await page.getByLabel(/^Address of the receiver/).fill('https://10.0.0.1/hook')
    await page.getByLabel(/^Description/).fill('Ticket system')
    await page.getByRole('checkbox', { name: 'evidence.claim.created' }).check()
    await fillReasonIfAsked(page, reason)
    await page.getByRole('button', { name: 'Create the webhook' }).click()
    await page.getByText(/must lead to a public address/).waitFor()
    assert.equal(await page.getByLabel(/^Address of the receiver/).getAttribute('aria-invalid'), 'true')
    await look(page, 'webhook-new')
    await page.getByLabel(/^Address of the receiver/).fill(receiver.url)
    await page.getByRole('button', { name: 'Create the webhook' }).click()
    const secretDialog = secretIn(page)
    secret = await secretDialog.locator('code.digest').innerText()
    assert.match(secret, /^whsec_/)
    await look(page, 'webhook-secret')
    await secretDialog.getByRole('button', { name: 'I have stored it' }).click()
    await page.getByRole('heading', { name: 'Ticket system', level: 1 }).waitFor()
    id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    await page.getByText('Everything has been delivered.').waitFor()
    await look(page, 'webhook-overview')

    // Sends a test event, and then the event of a new claim.
    await actAtOnce(page, 'Send a test event', 'The test event is on its way.')
    await drain()
    const table = page.getByRole('table', { name: 'Deliveries' })
    await advanceToNextPoll(page)
    await table.getByRole('link', { name: 'webhook.test' }).waitFor()
    await webhooks.emit()
    await drain()
    await advanceToNextPoll(page)
    await table.getByRole('link', { name: 'evidence.claim.created' }).waitFor()
    await look(page, 'webhook-deliveries')
    await page.getByLabel('Outcome').selectOption('failed')
    await page.getByText('Nothing matches these filters').waitFor()
    await page.getByLabel('Outcome').selectOption('delivered')
    await table.getByRole('link', { name: 'evidence.claim.created' }).click()

    // The page of the delivery shows the request and the response.
    const request = page.getByRole('region', { name: 'Request', exact: true })
    await request.getByText('x-service-signature').waitFor()
    await request.getByText('"claimKey"').waitFor()
    await page.getByRole('region', { name: 'Response', exact: true }).getByText('HTTP 200').waitFor()
    await look(page, 'delivery')
    await page.getByRole('link', { name: 'Verify this signature' }).click()

    // The signature matches the right secret, in both of its forms, but no other secret.
    await page.getByLabel('Signing secret').fill(secret)
    await page.getByText('The signature matches').waitFor()
    await page.getByText('Standard Webhooks', { exact: true }).click()
    await page.getByText('key: the base64 after whsec_, decoded').waitFor()
    await page.getByText('The signature matches').waitFor()
    await look(page, 'verify')
    await page.getByLabel('Signing secret').fill(`whsec_${Buffer.alloc(32).toString('base64')}`)
    await page.getByText('The signature does not match').waitFor()
    await page.getByText(/The secret is a different one/).waitFor()
    await page.getByLabel('Signing secret').fill(secret.slice(6))
    await page.getByText(/The secret does not start with whsec_/).waitFor()
    for (const [language, excerpt] of [
      ['Python', 'import base64'],
      ['curl, openssl', 'openssl dgst'],
    ] as const) {
      await tab(page, language)
      await page.getByText(excerpt).waitFor()
    }

    assert.deepEqual(window.pageErrors, [])
  })

  test('a webhook is paused and resumed; a delivery that a failing receiver loses is delivered again', async () => {
    await using window = await openWindow(p, { as: 'admin@acme.example' })
    const { page, context } = window
    await page.clock.install()
    // While paused, the webhook accumulates deliveries, and each shows why it waits.
    await page.goto(`/webhooks/${id}`)
    await actAtOnce(page, 'Pause', 'New status: paused')
    await page.getByText('Paused: nothing is sent, nothing is lost').waitFor()
    await webhooks.emit(2)
    await advanceToNextPoll(page)
    await page.getByText('2 deliveries wait').waitFor()
    await tab(page, 'Waiting')
    await page.getByText('When it is resumed, one delivery is ahead of this one.').waitFor()
    {
      await using german = await openWindow(p, { as: 'auditor@acme.example', language: 'de' })
      await german.page.goto(`/webhooks/${id}?tab=pending`)
      await german.page.getByText('Sobald er fortgesetzt wird, kommt eine Zustellung vorher.').waitFor()
      await german.page.goto(`/webhooks/${id}`)
      await german.page.getByText('2 Zustellungen warten, bis er fortgesetzt wird.').waitFor()
      await look(german.page, 'webhook-paused-german')
      assert.deepEqual(german.pageErrors, [])
    }
    await look(page, 'webhook-pending')
    await actAtOnce(page, 'Resume', 'New status: active')
    await page.getByRole('button', { name: 'Pause', exact: true }).waitFor()
    assert.equal(await drain(), 2)
    await advanceToNextPoll(page)
    await page.getByText('Nothing is waiting', { exact: true }).waitFor()

    // The receiver fails until the event has become a dead letter.
    status = 500
    const [dead = ''] = await webhooks.emit()
    for (const hours of [0, 1, 1, 1, 2, 7, 26]) {
      p.clock.advance(hours * 60 * minute)
      assert.equal(await drain(), 1)
    }
    const credentials = { email: 'admin@acme.example', password: 'correct horse battery staple' }
    assert.equal((await context.request.post('/api/workspace/session', { data: credentials })).status(), 200)
    await page.goto('/webhooks')
    const row = page.getByRole('row', { name: /Ticket system/ })
    await row.getByText('failing', { exact: true }).waitFor()
    await page.goto(`/webhooks/${id}?tab=dead`)
    await page.locator('.status').getByText('failing', { exact: true }).waitFor()
    const letters = page.getByRole('table', { name: 'Dead letters' })
    await letters.getByText('Answered 500.').waitFor()
    await look(page, 'webhook-dead')
    await checkDialogs(page)
    status = 200
    await actAtOnce(page, `Replay: ${dead}`, 'The event is in the queue again.')
    assert.equal(await drain(), 1)
    await advanceToNextPoll(page)
    await page.getByText('No dead letters').waitFor()
    assert.equal(receiver.events().at(-1), dead)

    // When the receiver fails again, the list shows the error. When it works again, the waiting deliveries are sent at
    // once.
    status = 503
    const [lateEventId] = await webhooks.emit()
    await drain()
    await page.goto('/webhooks')
    await row.getByText('503: {"taken":true}').waitFor()
    await look(page, 'webhooks-failing')
    await page.goto(`/webhooks/${id}`)
    await page.getByRole('button', { name: 'Deliver everything now' }).waitFor()
    status = 200
    await actAtOnce(page, 'Deliver everything now', 'One waiting delivery is being sent.')
    assert.equal(await drain(), 1)
    assert.equal(receiver.events().at(-1), lateEventId)

    assert.deepEqual(window.pageErrors, [])
  })

  test('a range is replayed, the secret rotated, the webhook changed and deleted', async () => {
    await using window = await openWindow(p, { as: 'admin@acme.example' })
    const { page } = window
    await page.clock.install()
    const secretDialog = secretIn(page)
    // Counts the events of a time range, replays them and follows the replay to its end.
    await page.goto(`/webhooks/${id}?tab=replays`)
    await page.getByText('No replays yet').waitFor()
    await page.getByRole('button', { name: 'Replay a range' }).click()
    const dialog = dialogOf(page)
    await dialog.getByLabel(/^From/).fill(localTime(p.clock.now() - 72 * 60 * minute))
    await dialog.getByLabel(/^To/).fill(localTime(p.clock.now() + 5 * minute))
    await fillReasonIfAsked(dialog, reason)
    await dialog.getByRole('button', { name: 'Count first' }).click()
    await dialog.getByText('6 events would be delivered again.').waitFor()
    await dialog.getByLabel('Event type').selectOption('webhook.test')
    await dialog.getByRole('button', { name: 'Count first' }).click()
    await dialog.getByText('1 event would be delivered again.').waitFor()
    await dialog.getByLabel('Event type').selectOption('Every type')
    await dialog.getByRole('button', { name: 'Count first' }).click()
    await dialog.getByText('6 events would be delivered again.').waitFor()
    await look(page, 'webhook-replay-range')
    await dialog.getByRole('button', { name: 'Start the replay' }).click()
    await page.getByText('0 of 6 delivered').waitFor()
    await look(page, 'webhook-replays')
    assert.equal(await drain(), 6)
    await advanceToNextPoll(page)
    await page.getByText('6 of 6 delivered').waitFor()

    // Rotates the secret. The new secret is shown once, and for a minute deliveries are signed with both.
    await tab(page, 'Settings')
    await page.getByLabel(/^Description/).waitFor()
    await look(page, 'webhook-settings')
    await openAndSubmit(page, 'Rotate the secret')
    const newSecret = await secretDialog.locator('code.digest').innerText()
    assert.notEqual(newSecret, secret)
    await look(page, 'webhook-rotated')
    await secretDialog.getByText(/The old secret signs for \d+ more seconds/).waitFor()
    await secretDialog.getByRole('button', { name: 'I have stored it' }).click()
    await webhooks.postAction(id, 'test')
    await drain()
    const [attempt] = (await webhooks.attempts(id)).toReversed()
    await page.goto(`/webhooks/verify?webhookId=${id}&deliveryId=${attempt?.id}`)
    await page.getByLabel('Signing secret').fill(newSecret)
    await page.getByText(/It matches the first of several signatures/).waitFor()
    await page.getByLabel('Signing secret').fill(secret)
    await page.getByText(/It matches a later one of several signatures/).waitFor()

    // Changes the webhook, and then deletes it, which requires typing its name.
    await page.goto(`/webhooks/${id}?tab=settings`)
    await page.getByLabel(/^Description/).fill('Ticket system, EU')
    await fillReasonIfAsked(page, reason)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Ticket system, EU', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Delete the webhook' }).click()
    await fillReasonIfAsked(dialog, reason)
    const remove = dialog.getByRole('button', { name: 'Delete the webhook' })
    await remove.click()
    await dialog.getByRole('alert').getByText('Type its name').waitFor()
    await dialog.getByLabel(/^Type its name/).fill('Ticket system, EU')
    await remove.click()
    await page.getByText('No webhooks yet').waitFor()
    assert.deepEqual(window.pageErrors, [])
  })
})
