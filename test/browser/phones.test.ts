import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { suiteResources } from '#test/suite-resources.ts'
import { pagesOf } from './all-pages.ts'
import { openWindow, visit, waitUntilSettled, withChromium } from './browser.ts'
import { type Showcase, startShowcase } from './showcase.ts'

/** The query strings with which a page shows its other lists. */
const queriesOf: Readonly<Record<string, readonly string[]>> = {
  '/access/people': ['?tab=invitations', '?tab=roles'],
  '/evidence': ['?view=catalogue', '?state=missing'],
  '/submissions': ['?view=status', '?view=due'],
  '/trails/as-of': ['?what=packages'],
  '/webhooks/$webhookId': ['deliveries', 'pending', 'dead', 'replays', 'settings'].map(tab => `?tab=${tab}`),
}

/** Pages to which no menu entry leads: the account page, and an unknown address. */
const outsideMenu = ['/account', '$']

/** Records the height of the space that a list reserves for its filters until the filters have loaded. */
const recordReservedHeight = `new MutationObserver(() => {
  const space = document.querySelector('search[aria-busy]')
  if (space) globalThis.reservedHeight = space.offsetHeight
}).observe(document, { childList: true, subtree: true })`

/** Finds table contents that extend beyond the edge of their frame or of the window, and other problems on a phone. */
const inspect = `(() => {
  const isShown = part => part.getClientRects().length > 0
  const edgeOf = table => {
    let edge = innerWidth
    for (let frame = table.parentElement; frame; frame = frame.parentElement)
      if (getComputedStyle(frame).overflowX !== 'visible') edge = Math.min(edge, frame.getBoundingClientRect().right)
    return edge
  }
  const cutTables = [...document.querySelectorAll('main table')].filter(isShown).flatMap(table => {
    const edge = edgeOf(table) + 1
    const beyond = [...table.querySelectorAll('td, td *, tbody th, tbody th *')]
      .find(part => isShown(part) && part.getBoundingClientRect().right > edge)
    return beyond ? ['cuts "' + beyond.textContent + '" of ' + table.getAttribute('aria-label')] : []
  })
  const tab = document.querySelector('.page-tab[data-current]')?.getBoundingClientRect()
  const filters = document.querySelector('search.filters:not([aria-busy])')
  const reserved = globalThis.reservedHeight
  globalThis.reservedHeight = undefined
  return {
    problems: [
      ...cutTables,
      ...(document.documentElement.scrollWidth > innerWidth ? ['is too wide'] : []),
      ...(tab && (tab.left < 0 || tab.right > innerWidth) ? ['hides its tab'] : []),
      ...(filters && reserved && filters.offsetHeight !== reserved
        ? ['moves from ' + reserved + ' to ' + filters.offsetHeight]
        : []),
    ],
    marked: document.querySelectorAll('.menu-link[data-active]').length,
    hadReservedSpace: Boolean(filters && reserved),
  }
})()`

interface Inspection {
  readonly problems: readonly string[]
  readonly marked: number
  readonly hadReservedSpace: boolean
}

describe('every page on a phone that is 320 pixels wide', withChromium, () => {
  const resources = suiteResources()
  let showcase: Showcase

  before(async () => {
    showcase = resources.use(await startShowcase())
  })

  for (const language of ['en-GB', 'de-DE'])
    test(`no table is cut, the current tab is in view, filters move nothing and the menu marks the page (${language})`, async () => {
      await using window = await openWindow(showcase.probata, { phone: true, as: showcase.admin, language })
      const { page } = window
      await page.setViewportSize({ width: 320, height: 700 })
      await page.addInitScript(recordReservedHeight)
      await page.goto('/elsewhere')
      const problems: string[] = []
      let reservedCount = 0
      const check = async (path: string) => {
        const inspection: Inspection = JSON.parse(String(await page.evaluate(`JSON.stringify(${inspect})`)))
        problems.push(...inspection.problems.map(problem => `${path} ${problem}`))
        if (inspection.marked !== (outsideMenu.includes(path) ? 0 : 1))
          problems.push(`${path} is marked ${inspection.marked} times`)
        if (inspection.hadReservedSpace) reservedCount++
      }
      for (const [path, address] of Object.entries(pagesOf(showcase))) {
        await visit(page, address)
        await check(path)
        for (const query of queriesOf[path] ?? []) {
          await page.evaluate(`history.pushState({}, '', ${JSON.stringify(address + query)})`)
          await waitUntilSettled(page)
          await check(path + query)
        }
      }
      assert.deepEqual(problems, [])
      assert.ok(reservedCount > 0, 'no list had room for its filters')
      assert.deepEqual(window.pageErrors, [])
    })
})
