import type { BrowserContext, Page } from 'playwright-core'
import { type FirstLoad, firstPages, openFirst, watchFirstLoad } from '#test/browser/first-load.ts'
import { type Figure, figure } from './benchmark.ts'
import { scaled } from './scale.ts'

const rounds = scaled(7, 1)
const slowRounds = scaled(3, 1)

const firstPaint = `performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? -1`

/** Emulates a network with 1.6 Mbit/s and a latency of 150 ms, and a processor four times slower. */
const slowDown = async (page: Page): Promise<void> => {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 1_600_000 / 8,
    uploadThroughput: 750_000 / 8,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
}

type OpenContext = (isSignedIn: boolean) => Promise<BrowserContext>

const openCold = async (
  open: OpenContext,
  address: string,
  isSlow: boolean,
): Promise<FirstLoad & { paint: number }> => {
  await using context = await open(address !== '/sign-in')
  await watchFirstLoad(context)
  const page = await context.newPage()
  if (isSlow) await slowDown(page)
  const load = await openFirst(page, address)
  return { ...load, paint: Number(await page.evaluate(firstPaint)) }
}

/** Measures the pages that people open first, with an empty cache: on this machine, and on a slow one. */
export const measureFirstPages = async (open: OpenContext): Promise<Figure[]> => {
  const figures: Figure[] = []
  for (const [name, address] of Object.entries(firstPages)) {
    const loads: Awaited<ReturnType<typeof openCold>>[] = []
    for (let round = 0; round < rounds; round++) loads.push(await openCold(open, address, false))
    const slowLoads: FirstLoad[] = []
    for (let round = 0; round < slowRounds; round++) slowLoads.push(await openCold(open, address, true))
    const [first] = loads
    figures.push(
      figure({
        label: `first contentful paint of ${name}, empty cache`,
        samples: loads.map(({ paint }) => paint),
        atMost: 400,
        unit: 'ms',
      }),
      figure({
        label: `JavaScript loaded before ${name} is usable, gzip`,
        samples: loads.map(({ script }) => script),
        atMost: 200,
        unit: 'kB',
        detail: `${first?.scriptUntilQuiet.toFixed(0)} kB until the network is idle`,
      }),
      figure({
        label: `requests before ${name} is usable`,
        samples: loads.map(({ requests }) => requests.length),
        atMost: 15,
      }),
      figure({
        label: `time to the heading of ${name}, slow network and processor`,
        samples: slowLoads.map(({ headingAt }) => headingAt),
        atMost: 2000,
        unit: 'ms',
      }),
      figure({
        label: `time to network idle on ${name}, slow network and processor`,
        samples: slowLoads.map(({ quietAt }) => quietAt),
        atMost: 4000,
        unit: 'ms',
      }),
    )
  }
  return figures
}
