import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { openBrowser } from '#test/browser/browser.ts'
import { type Figure, figure } from './benchmark.ts'
import { scaled } from './scale.ts'
import { type Server, signIn } from './server.ts'

const rounds = scaled(15, 2)
const scrolledRows = scaled(5000, 20)
/** CPUs of phones and old laptops are about this many times slower. */
const slowdown = scaled(4, 1)
const together = scaled(200, 10)

/**
 * Returns the milliseconds from the last key press until the text of an element has changed and matches a pattern.
 * Checks the text in each frame.
 */
const untilShown = async (page: Page, keys: string, selector: string, pattern: RegExp): Promise<number> => {
  await page.evaluate(`(() => {
    const textOf = () => document.querySelector(${JSON.stringify(selector)})?.textContent ?? ''
    const before = textOf()
    let last = 0
    addEventListener('keydown', () => { last = performance.now() }, true)
    globalThis.shownAfter = new Promise((done, fail) => {
      const look = () => {
        const text = textOf()
        if (last > 0 && text !== before && ${pattern}.test(text)) setTimeout(() => done(performance.now() - last))
        else if (last > 0 && performance.now() - last > 30000) fail(new Error('still shows: ' + text))
        else requestAnimationFrame(look)
      }
      look()
    })
  })()`)
  await page.keyboard.type(keys)
  return page.evaluate<number>('globalThis.shownAfter')
}

const searchList = async (page: Page, typed: string): Promise<number> => {
  await page.goto('/evidence/claims')
  await page.locator('tbody tr').first().waitFor()
  await page.getByRole('searchbox').focus()
  return untilShown(page, typed, 'tbody tr', /system \d+/)
}

const searchEverywhere = async (page: Page, round: number): Promise<number> => {
  await page.goto('/account')
  await page.locator('h1').first().waitFor()
  await page.keyboard.press('Control+k')
  await page.locator('[role=dialog] input').waitFor()
  return untilShown(page, `outdated ${17 + round}`, '[role=dialog]', /Outdated library \d+/)
}

/** The scrolling speeds in pixels per frame: a fast wheel, and a flick too fast to read. */
const speeds = [40, 120] as const

interface Scrolled {
  readonly speed: number
  /** The milliseconds between frames, in ascending order. */
  readonly frames: readonly number[]
}

/**
 * Scrolls through a long list at a steady speed, with the pointer over its rows. Returns the milliseconds between
 * frames.
 */
const scrollPast = (page: Page, speed: number): Promise<number[]> =>
  page.evaluate<number[]>(`new Promise(done => {
    const times = []
    let before
    const step = now => {
      if (before !== undefined) times.push(now - before)
      before = now
      const left = document.documentElement.scrollHeight - innerHeight - scrollY
      if (left < 2 || times.length >= 600) return done(times.sort((a, b) => a - b))
      scrollBy(0, ${speed})
      requestAnimationFrame(step)
    }
    requestAnimationFrame(step)
  })`)

const scrollLongList = async (page: Page): Promise<Scrolled[]> => {
  await page.goto('/governance/findings?sort=-createdAt')
  await page.locator('tbody tr').first().waitFor()
  await page.getByRole('button', { name: 'Show more' }).click()
  const lastIndex = `Number(document.querySelector('tbody tr[data-index]:last-child')?.dataset.index ?? 0)`
  while ((await page.evaluate<number>(lastIndex)) < scrolledRows - 1) {
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
    await page.waitForTimeout(50)
  }
  await page.mouse.move(600, 400)
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const scrolled: Scrolled[] = []
  for (const speed of speeds) {
    await page.evaluate('scrollTo(0, 0)')
    await page.waitForTimeout(500)
    scrolled.push({ speed, frames: await scrollPast(page, speed) })
  }
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  return scrolled
}

const scrollFigure = ({ speed, frames }: Scrolled): Figure => {
  assert.ok(frames.length > 0)
  const frameAt = (share: number): string => (frames[Math.floor((frames.length - 1) * share)] ?? Number.NaN).toFixed(1)
  return figure({
    label: `scrolling ${scrolledRows} rows, ${speed} px per frame, CPU ÷ ${slowdown}`,
    samples: [(1000 * frames.length) / frames.reduce((sum, time) => sum + time, 0)],
    atLeast: 58,
    unit: 'frames/s',
    detail: `ms between frames: median ${frameAt(0.5)}, p95 ${frameAt(0.95)}, p99 ${frameAt(0.99)}, at most ${frameAt(1)}`,
  })
}

interface BulkTimes {
  /** The milliseconds from pressing the button until the dialog shows all records. */
  readonly opened: number
  /** The milliseconds from the confirmation until all claims are accepted. */
  readonly done: number
}

const acceptTogether = async (page: Page): Promise<BulkTimes> => {
  await page.goto('/evidence/claims?status=submitted')
  const boxOf = (index: number) => page.locator(`tbody tr[aria-rowindex="${index + 2}"] .row-check`)
  await boxOf(0).check()
  // If a list has more than 200 rows, the document contains only the rows in view.
  if (together > 50) await page.getByRole('button', { name: 'Show more' }).click()
  while (!(await boxOf(together - 1).isVisible())) {
    await page.evaluate('scrollBy(0, innerHeight / 2)')
    await page.waitForTimeout(50)
  }
  await boxOf(together - 1).click({ modifiers: ['Shift'] })
  await page.getByText(`${together} selected`).waitFor()
  const startedAt = performance.now()
  await page.getByRole('region', { name: 'Actions on the selection' }).getByRole('button', { name: 'Accept' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(`Applies to ${together} records.`).waitFor()
  const opened = performance.now() - startedAt
  await dialog.getByLabel(/^Reason/).fill('Checked against the backup server.')
  const warned = dialog.getByLabel(/^I decide on/)
  if (await warned.isVisible()) await warned.check()
  const confirmedAt = performance.now()
  await dialog.getByRole('button', { name: 'Accept', exact: true }).click()
  await page.getByText(`${together} of ${together} done.`).waitFor({ timeout: 60_000 })
  return { opened, done: performance.now() - confirmedAt }
}

/** The waiting times in the lists of a large workspace, in Chromium. */
export const screenFigures = async (server: Server): Promise<Figure[]> => {
  await using browser = await openBrowser()
  await using context = await browser.newContext({
    ...{ baseURL: server.url, viewport: { width: 1360, height: 900 }, locale: 'en-GB' },
  })
  await context.addCookies(
    (await signIn(server)).split('; ').map(pair => {
      const [name = '', ...value] = pair.split('=')
      return { name, value: value.join('='), url: server.url }
    }),
  )
  const page = await context.newPage()
  const [exactTimes, similarTimes, paletteTimes]: [number[], number[], number[]] = [[], [], []]
  for (let round = 0; round < rounds; round++) {
    exactTimes.push(await searchList(page, `system ${17 + round}`))
    similarTimes.push(await searchList(page, `sytem ${17 + round}`))
    paletteTimes.push(await searchEverywhere(page, round))
  }
  const scrolled = await scrollLongList(page)
  const bulk = await acceptTogether(page)
  const label = 'from the last key to the first result on screen'
  return [
    figure({ label: `search of claims, ${label}`, samples: exactTimes, atMost: 150, unit: 'ms' }),
    figure({
      label: `search of claims, with a typing error, ${label}`,
      samples: similarTimes,
      atMost: 150,
      unit: 'ms',
    }),
    figure({ label: `search of all records, ${label}`, samples: paletteTimes, atMost: 150, unit: 'ms' }),
    ...scrolled.map(scrollFigure),
    figure({
      label: `accepting ${together} claims together, from the confirmation to the last`,
      samples: [bulk.done / 1000],
      atMost: 3,
      unit: 's',
      detail: `${(bulk.opened / 1000).toFixed(2)} s before, to read them for the dialog`,
    }),
  ]
}
