/** The actions without a dialog that are under way, each until the page shows its result. */
const underWay = new Set<Promise<void>>()

export const trackAct = (act: Promise<void>): void => {
  underWay.add(act)
  void act.finally(() => underWay.delete(act))
}

/**
 * Starts something that is based on the records on the page: at once, or as soon as the page shows the results of the
 * actions under way. Otherwise it would be based on the version before the user's own change, and be rejected.
 */
export const afterActs = (start: () => void): void => {
  if (underWay.size === 0) start()
  // Query results reach the page in a later task.
  else void Promise.allSettled(underWay).then(() => setTimeout(() => afterActs(start)))
}
