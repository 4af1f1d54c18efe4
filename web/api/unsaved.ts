const holders = new Set<symbol>()
let isLeaving = false

/** Something is unsent: until the returned function is called, leaving the page asks first. */
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

/** The person chose to leave: nothing is asked any more. */
export const leaveUnasked = (): void => {
  isLeaving = true
}
