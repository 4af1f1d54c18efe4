/** The actions without a dialog that are in progress. Each stays here until the page shows its result. */
const underWay = new Set<Promise<void>>()

export const trackAct = (act: Promise<void>): void => {
  underWay.add(act)
  void act.finally(() => underWay.delete(act))
}

/**
 * Starts an action that is based on the records on the page: at once or, while other actions are in progress, as soon
 * as the page shows their results. Otherwise it would be based on the version before the user's own change, and the
 * server would reject it.
 */
export const afterActs = (start: () => void): void => {
  if (underWay.size === 0) start()
  // Query results reach the page in a later task.
  else void Promise.allSettled(underWay).then(() => setTimeout(() => afterActs(start)))
}
