/** Removes the frame that the server put into the document (src/http/early-files.ts) once the app shows a page. */
export const removeEarlyFrame = (root: HTMLElement): void => {
  const frame = document.getElementById('early')
  if (!frame) return
  // Observers run before the browser paints, so that both are never visible together.
  const observer = new MutationObserver(() => {
    if (!root.querySelector('main')) return
    frame.remove()
    observer.disconnect()
  })
  observer.observe(root, { childList: true, subtree: true })
}
