import { buildWeb } from '#web/build.ts'
import { shareTestPostgres } from './postgres.ts'
import { readOffered } from './queue.ts'

const resources = new AsyncDisposableStack()

/** Starts the resources that the files of the run share. */
export const globalSetup = async (): Promise<void> => {
  await buildWeb()
  resources.use(await shareTestPostgres())
  if (!readOffered().some(file => file.startsWith('test/browser/'))) return
  const { shareBrowser, withChromium } = await import('./browser/browser.ts')
  if (!('skip' in withChromium)) resources.use(await shareBrowser())
}

export const globalTeardown = (): Promise<void> => resources.disposeAsync()
