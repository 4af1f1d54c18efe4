const unsavedInputs = new Set<symbol>()
let isLeaving = false

/** Marks input as unsent: leaving the page asks first until the returned function is called. */
export const markUnsaved = (): (() => void) => {
  const input = Symbol('unsaved')
  unsavedInputs.add(input)
  return () => {
    unsavedInputs.delete(input)
  }
}

export const isUnsaved = (): boolean => !isLeaving && unsavedInputs.size > 0

addEventListener('beforeunload', event => {
  if (isUnsaved()) event.preventDefault()
})

/** Lets the person leave the page without being asked, because they chose to. */
export const leaveWithoutAsking = (): void => {
  isLeaving = true
}
