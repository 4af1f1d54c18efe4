import { after } from 'node:test'

/**
 * Returns a stack for resources that a suite or a file opens in `before`. They are closed in reverse order after the
 * tests.
 */
export const suiteResources = (): AsyncDisposableStack => {
  const resources = new AsyncDisposableStack()
  after(() => resources.disposeAsync())
  return resources
}
