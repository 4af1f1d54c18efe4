import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { before, describe, test } from 'node:test'
import { bootWithMail, headerOf } from '#test/sent-notifications.ts'
import { suiteResources } from '#test/suite-resources.ts'
import { assertAccessible, assertAccessibleInBoth, openWindow, withChromium } from './browser.ts'

const contributor = 'contributor@acme.example'

describe('mail and chat about notifications', withChromium, () => {
  const resources = suiteResources()
  let s: Awaited<ReturnType<typeof bootWithMail>>
  let address: string
  const posts: string[] = []

  before(async () => {
    const receiver = createServer((request, response) => {
      posts.push(request.url ?? '')
      request.resume().on('end', () => response.end())
    })
    receiver.listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    resources.defer(() => void receiver.close())
    address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks/abc123`
    s = resources.use(await bootWithMail({ PROBATA_WEBHOOK_ALLOW: '127.0.0.1/32' }))
  })

  const mailMode = async () => {
    const { kinds } = await s.client.get('contributor', '/account/notifications')
    return kinds.find((one: { kind: string }) => one.kind === 'assigned').chosen.mail
  }

  test('the link of a mail leads a person without a session to a page that unsubscribes with one press', async () => {
    await s.assign('contributor', { title: 'Open port' })
    await s.send()
    const link = new URL(headerOf(s.mailsTo(contributor)[0] ?? '', 'List-Unsubscribe').slice(1, -1))
    for (const language of ['en-GB', 'de-DE']) {
      await using window = await openWindow(s.p, { language })
      const { page } = window
      await page.goto(link.pathname)
      const stop = page.getByRole('button', { name: language === 'de-DE' ? 'Abbestellen' : 'Unsubscribe' })
      await stop.waitFor()
      assert.equal(new URL(page.url()).pathname, '/unsubscribe')
      assert.equal(await mailMode(), language === 'de-DE' ? 'off' : null, 'opening the page changes nothing')
      await assertAccessibleInBoth(page, 'unsubscribe')
      await stop.click()
      await page.getByRole('status').filter({ hasText: 'acme Bank' }).waitFor()
      assert.equal(await mailMode(), 'off')
      assert.deepEqual(window.pageErrors, [])
    }
    const count = s.mailsTo(contributor).length
    await s.assign('contributor')
    await s.send()
    assert.equal(s.mailsTo(contributor).length, count)
  })

  test('a mail program unsubscribes with one POST, and the settings of the person show it', async () => {
    await s.p.call('PUT', '/api/workspace/account/notifications/assigned', {
      ...(await s.client.signedIn('contributor')),
      body: { bell: null, mail: null },
    })
    await s.assign('contributor')
    await s.send()
    const mail = s.mailsTo(contributor).at(-1) ?? ''
    assert.equal(headerOf(mail, 'List-Unsubscribe-Post'), 'List-Unsubscribe=One-Click')
    const link = new URL(headerOf(mail, 'List-Unsubscribe').slice(1, -1))
    const response = await fetch(s.p.url + link.pathname, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
    assert.equal(response.status, 204)
    await using window = await openWindow(s.p, { as: contributor })
    const { page } = window
    await page.goto('/account/notifications')
    const chosen = page.getByRole('table', { name: 'Your notifications' }).getByLabel('By mail: Assigned to you')
    await chosen.waitFor()
    assert.equal(await chosen.inputValue(), 'off')
    assert.deepEqual(window.pageErrors, [])
  })

  test('a link that is incomplete or altered says so', async () => {
    await using window = await openWindow(s.p)
    const { page } = window
    await page.goto('/unsubscribe')
    await page.getByText('The link is incomplete: open the whole address from the mail.').waitFor()
    await page.goto('/unsubscribe#altered')
    await page.reload()
    await page.getByRole('alert').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Unsubscribe' }).count(), 0)
  })

  test('a person connects a chat channel, tests it, keeps mail off, and removes it', async () => {
    await using window = await openWindow(s.p, { as: contributor })
    const { page } = window
    await page.goto('/account/notifications')
    await page.getByText(`Mails go to ${contributor}.`).waitFor()
    await page.getByRole('combobox', { name: 'Service' }).selectOption('mattermost')
    await page.locator('input[type=password]').fill('http://169.254.169.254/hooks/abc')
    await page.getByRole('button', { name: 'Connect the chat channel' }).click()
    await page.locator('input[aria-invalid=true]').waitFor()
    await page.getByText('must lead to a public address').waitFor()
    assert.equal(posts.length, 0)
    await page.locator('input[type=password]').fill(address)
    await assertAccessible(page, 'mail and chat')
    await page.getByRole('button', { name: 'Connect the chat channel' }).click()
    await page.getByText(new RegExp(new URL(address).host)).waitFor()
    assert.ok(!(await page.content()).includes('abc123'), 'the address stays secret')
    await page.getByRole('button', { name: 'Send a test message' }).click()
    await page.getByText('The test message arrived.').first().waitFor()
    assert.deepEqual(posts, ['/hooks/abc123'])
    await assertAccessible(page, 'a connected chat')
    await page.getByRole('button', { name: 'Disconnect' }).click()
    await page.getByRole('combobox', { name: 'Service' }).waitFor()
    assert.deepEqual(window.pageErrors, [])
  })

  test('a refused address is shown to the person and to administrators, who try it again', async () => {
    s.server.refusals.set('reviewer@acme.example', '550 5.1.1 User unknown')
    await s.assign('reviewer')
    await s.send()
    s.server.refusals.clear()
    {
      await using window = await openWindow(s.p, { as: 'reviewer@acme.example' })
      const { page } = window
      await page.goto('/account/notifications')
      await page.getByText(/550 5\.1\.1 User unknown/).waitFor()
      assert.deepEqual(window.pageErrors, [])
    }
    await using window = await openWindow(s.p, { as: 'admin@acme.example' })
    const { page } = window
    await page.goto('/access/people')
    await page.getByText('Mail does not arrive for some people').waitFor()
    await page.getByRole('alert').getByRole('link', { name: 'reviewer of acme' }).click()
    const alert = page.getByRole('alert', { name: 'Mail does not arrive' })
    await alert.getByText(/reviewer@acme\.example pauses.*550 5\.1\.1 User unknown/).waitFor()
    await assertAccessibleInBoth(page, 'a person whose mail bounced')
    await alert.getByRole('button', { name: 'Try again' }).click()
    await alert.waitFor({ state: 'detached' })
    const { bounces } = await s.client.get('admin', '/people/mail-bounces')
    assert.deepEqual(bounces, [])
    assert.deepEqual(window.pageErrors, [])
  })
})
