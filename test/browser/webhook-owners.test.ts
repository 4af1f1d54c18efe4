import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { suiteResources } from '#test/suite-resources.ts'
import { boot, type Probata } from '#test/system.ts'
import { accountsOf, machine, person } from '#test/webhooks/callers.ts'
import { type Receiver, startReceiver } from '#test/webhooks/receiver.ts'
import { loopback, webhooksOf } from '#test/webhooks/webhooks.ts'
import { assertAccessibleInBoth as look, openWindow, waitUntilSettled, withChromium } from './browser.ts'
import { fillReasonIfAsked } from './dialogs.ts'

const manage = 'webhooks:manage'
const evidence = 'governance.evidence:read'

describe('webhook owners and readers', withChromium, () => {
  const resources = suiteResources()
  let p: Probata
  let receiver: Receiver

  before(async () => {
    p = resources.use(await boot({ env: loopback }))
    receiver = resources.use(await startReceiver())
  })
  test('the dialog says how many webhooks stop with the account; their pages say why nothing is sent', async () => {
    const accounts = accountsOf(p)
    const account = await accounts.create([manage, evidence])
    const owner = await machine(p, account.clientId)
    const [first, second] = [
      await owner.create(receiver.url, ['evidence.claim.created']),
      await owner.create(receiver.url, ['*']),
    ]
    await (await person(p)).send('POST', `/${second.id}/pause`)
    await using window = await openWindow(p, { as: 'admin@acme.example' })
    const { page } = window
    await page.goto(`/access/service-accounts/${account.id}`)
    await page.getByRole('heading', { name: 'Webhooks it created' }).waitFor()
    await page.getByRole('button', { name: 'Rotate the secret' }).click()
    await page.getByText('Its 2 webhooks stay active').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Disable', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('1 active webhook that it created stops within a second').waitFor()
    await fillReasonIfAsked(dialog, 'requested by a page test')
    await dialog.getByRole('button', { name: 'Disable', exact: true }).click()
    await page.getByRole('button', { name: 'Enable', exact: true }).waitFor()
    await webhooksOf(p).emit(2)

    await page.goto('/webhooks?status=stopped')
    await page.getByRole('table').getByText('stopped: account disabled').waitFor()
    await page.goto(`/webhooks/${first.id}`)
    const notice = page.getByRole('status').filter({ hasText: 'the service account that created it is disabled' })
    await notice.getByText('2 deliveries wait').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Send a test event' }).count(), 0)
    await waitUntilSettled(page)
    await look(page, 'webhook-stopped')
    await notice.getByRole('link', { name: 'Service account of a test' }).click()
    await page.getByRole('heading', { name: 'of a test', level: 1 }).waitFor()

    await accounts.postAction(account.id, 'enable')
    await accounts.grant(account.id, [manage])
    await page.goto(`/webhooks/${first.id}`)
    await page
      .getByRole('status')
      .filter({ hasText: 'Not everything is sent' })
      .getByText('evidence.claim.created')
      .waitFor()
    await page.getByText('Created by').waitFor()
    await look(page, 'webhook-withheld')
    assert.deepEqual(window.pageErrors, [])
  })

  test('an auditor reads everything and changes nothing; unknown values are shown as unknown', async () => {
    const webhooks = webhooksOf(p, 'globex')
    const { id } = await webhooks.create(receiver.url)
    await webhooks.emit()
    await p.system.delivery.drain()
    const [attempt] = await webhooks.attempts(id)
    await using window = await openWindow(p, { as: 'auditor@globex.example', language: 'de-DE' })
    const { page } = window
    const pages = [
      '/webhooks',
      ...['', '?tab=deliveries', '?tab=pending', '?tab=dead', '?tab=replays'].map(query => `/webhooks/${id}${query}`),
      `/webhooks/${id}/deliveries/${attempt?.id}`,
    ]
    for (const path of pages) {
      await page.goto(path)
      await waitUntilSettled(page)
      const buttons = await page.getByRole('main').getByRole('button').allInnerTexts()
      const actionButtons = buttons.filter(text => text && text !== 'Einzelheiten' && text !== 'Filter')
      assert.deepEqual(actionButtons, [], path)
      assert.equal(await page.getByRole('main').getByRole('link', { name: 'Neuer Webhook' }).count(), 0)
    }
    await page.goto('/webhooks')
    await page.getByLabel('Status').selectOption('paused')
    await page.getByText('Nichts passt zu diesen Filtern').waitFor()

    await page.goto('/webhooks/new')
    await page.getByRole('heading', { name: 'Ihre Rolle darf diese Seite nicht öffnen' }).waitFor()

    // Fills in the values of a delivery and a wrong secret.
    await page.goto('/webhooks/verify')
    const request = receiver.received.find(({ headers }) => headers['x-service-delivery-id'] === attempt?.id)
    await page.getByLabel('Signaturgeheimnis').fill('whsec_AAAA')
    await page.getByLabel('X-Service-Timestamp').fill(String(request?.headers['x-service-timestamp']))
    await page
      .getByRole('textbox', { name: 'X-Service-Signature' })
      .fill(String(request?.headers['x-service-signature']))
    await page.getByLabel('Inhalt').fill(request?.body ?? '')
    await page.getByText('Die Signatur passt nicht').waitFor()
    await look(page, 'verify-pasted')

    await page.goto('/webhooks/whk_01J00000000000000000000000')
    await page.getByRole('heading', { name: 'Seite nicht gefunden' }).waitFor()
    assert.deepEqual(window.pageErrors, [])
  })
})
