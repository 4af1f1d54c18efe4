/** Milliseconds without input after which a page's calls count as background calls. */
const patience = 60_000

let usedAt = Date.now()
const use = () => {
  usedAt = Date.now()
}
for (const kind of ['pointerdown', 'keydown', 'wheel', 'touchstart'])
  addEventListener(kind, use, { capture: true, passive: true })

export const backgroundHeader = 'Probata-Background'

/** Whether the page is unattended: its polling then does not keep the session alive. */
export const isUnattended = (): boolean => Date.now() - usedAt > patience
