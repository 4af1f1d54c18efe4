import { after } from 'node:test'

/** Resources that a suite or a file opens in `before`. They are closed after its tests, in reverse order. */
export const suiteResources = (): AsyncDisposableStack => {
  const resources = new AsyncDisposableStack()
  after(() => resources.disposeAsync())
  return resources
}
