/** After this many milliseconds without input, a page's calls count as background calls. */
const idleMs = 60_000

let lastInputAt = Date.now()
const recordInput = () => {
  lastInputAt = Date.now()
}
for (const kind of ['pointerdown', 'keydown', 'wheel', 'touchstart'])
  addEventListener(kind, recordInput, { capture: true, passive: true })

export const backgroundHeader = 'Probata-Background'

/** Whether the page is unattended. Its polling then does not keep the session alive. */
export const isUnattended = (): boolean => Date.now() - lastInputAt > idleMs
