const delayMs = 3000

/** Whether the browser is set to load only what is needed (Save Data API). */
export const savesData = (): boolean => 'connection' in navigator && Object(navigator.connection).saveData === true

/** Service workers exist only over https and on this machine. The development server has no built files to keep. */
export const canKeepFiles = (): boolean => import.meta.env.PROD && 'serviceWorker' in navigator

/** Lets the service worker keep the files of every page, once this page has loaded. */
export const keepFiles = (): void => {
  if (!canKeepFiles() || savesData()) return
  setTimeout(
    // Without the worker only pages that were open before survive an outage.
    () => navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' }).catch(() => undefined),
    delayMs,
  )
}
