const timeoutMs = 1000

/** Resolves when the browser is idle, or after a second. */
export const untilIdle = (): Promise<void> =>
  new Promise(resolve =>
    'requestIdleCallback' in globalThis
      ? requestIdleCallback(() => resolve(), { timeout: timeoutMs })
      : setTimeout(resolve, 50),
  )
