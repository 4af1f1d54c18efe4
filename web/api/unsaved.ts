const holders = new Set<symbol>()
let isLeaving = false

/** Marks input as unsent: until the returned function is called, leaving the page asks first. */
export const holdUnsaved = (): (() => void) => {
  const holder = Symbol('unsaved')
  holders.add(holder)
  return () => {
    holders.delete(holder)
  }
}

export const isUnsaved = (): boolean => !isLeaving && holders.size > 0

addEventListener('beforeunload', event => {
  if (isUnsaved()) event.preventDefault()
})

/** The person chose to leave: the page no longer asks. */
export const leaveUnasked = (): void => {
  isLeaving = true
}
