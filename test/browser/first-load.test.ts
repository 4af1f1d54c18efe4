import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { suiteResources } from '#test/suite-resources.ts'
import { boot, type Probata } from '#test/system.ts'
import { openWindow, withChromium } from './browser.ts'
import { firstPages, openFirst, watchFirstLoad } from './first-load.ts'

const maxScriptKb = 200
const maxRequests = 15

/** A script that reads the headings and their distance from the top. Locators would wait until the app has loaded. */
const headings = `[...document.querySelectorAll('h1')].map(one => [one.textContent, one.getBoundingClientRect().y])`

describe('the first load of a page', withChromium, () => {
  const resources = suiteResources()
  let probata: Probata

  before(async () => {
    probata = resources.use(await boot())
  })

  for (const language of ['en-GB', 'de-DE'])
    for (const [name, address] of Object.entries(firstPages))
      test(`${language}: ${name} is usable after ${maxScriptKb} kB of script and ${maxRequests} requests at most`, async t => {
        const person = address === '/sign-in' ? {} : { as: 'admin@acme.example' }
        await using window = await openWindow(probata, { ...person, language })
        await watchFirstLoad(window.context)
        const { script, scriptUntilQuiet, requests } = await openFirst(window.page, address)
        t.diagnostic(`${script.toFixed(1)} kB (${scriptUntilQuiet.toFixed(1)} kB in all), ${requests.length} requests`)
        assert.ok(script <= maxScriptKb, `${script} kB`)
        assert.ok(requests.length <= maxRequests, requests.join('\n'))
        assert.deepEqual(requests, [...new Set(requests)], 'nothing is requested twice')
      })

  for (const [language, address, heading] of [
    ['en-GB', '/sign-in', 'Sign in'],
    ['de-DE', '/', 'Übersicht'],
    ['en-GB', '/evidence/claims?status=submitted', 'Claims'],
  ] as const)
    test(`${language}: ${address} shows its heading before its scripts, and once after`, async () => {
      const person = address === '/sign-in' ? {} : { as: 'admin@acme.example' }
      await using window = await openWindow(probata, { ...person, language })
      // Uses a new page, because the window's own page makes every navigation wait until the app has loaded.
      const page = await window.context.newPage()
      const readHeadings = () => page.evaluate<readonly (readonly [text: string, y: number])[]>(headings)
      const { promise: released, resolve: release } = Promise.withResolvers<void>()
      await page.route('**/assets/*.js', async route => {
        await released
        await route.continue()
      })
      await page.goto(address, { waitUntil: 'commit' })
      await page.locator('#early h1').waitFor()
      const early = await readHeadings()
      release()
      await page.locator('#root h1').waitFor()
      const late = await readHeadings()
      assert.deepEqual(
        [...early, ...late].map(([text]) => text),
        [heading, heading],
      )
      assert.equal(await page.evaluate(`document.getElementById('early')`), null)
      const moved = Math.abs(Number(late[0]?.[1]) - Number(early[0]?.[1]))
      if (address !== '/sign-in') assert.ok(moved < 4, `the heading moves by ${moved} pixels`)
    })
})
