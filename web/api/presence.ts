/** Milliseconds without a touch of the page after which what it asks for is its own doing. */
const patience = 60_000

let usedAt = Date.now()
const use = () => {
  usedAt = Date.now()
}
for (const kind of ['pointerdown', 'keydown', 'wheel', 'touchstart'])
  addEventListener(kind, use, { capture: true, passive: true })

export const backgroundHeader = 'Probata-Background'

/** Whether nobody is at the page: its looks at what is new then keep no session from ending. */
export const isUnattended = (): boolean => Date.now() - usedAt > patience
