const holders = new Set<symbol>()
let isLeaving = false

/** Something is not sent yet: until the answer is called, the page is not left without a question. */
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

/** Somebody said that they leave: nothing is asked any more. */
export const leaveUnasked = (): void => {
  isLeaving = true
}
