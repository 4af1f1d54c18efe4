import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { suiteResources } from '#test/suite-resources.ts'
import { boot, type Probata } from '#test/system.ts'
import { openWindow, withChromium } from './browser.ts'
import { firstPages, openFirst, watchFirstLoad } from './first-load.ts'

const maxScriptKb = 200
const maxRequests = 15

describe('what the first pages load', withChromium, () => {
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
})
