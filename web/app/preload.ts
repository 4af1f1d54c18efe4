type Load = () => Promise<unknown>

const loads: Load[] = []

/** Says what a later page needs, which is fetched ahead. */
export const preloadLater = (load: Load): void => void loads.push(load)

const idle = (): Promise<void> =>
  new Promise(done => ('requestIdleCallback' in globalThis ? requestIdleCallback(() => done()) : setTimeout(done, 50)))

/** One after the other, whenever the browser is idle, so that pages open at once and without a server as well. */
export const preload = async (): Promise<void> => {
  while (loads.length > 0) {
    await idle()
    await loads
      .shift()?.()
      .catch(() => undefined)
  }
}
