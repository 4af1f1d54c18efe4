import { after } from 'node:test'

/** What a suite or a file opens in `before`: closed after its tests, the last first. */
export const suiteResources = (): AsyncDisposableStack => {
  const resources = new AsyncDisposableStack()
  after(() => resources.disposeAsync())
  return resources
}
