/** The maximum number of concurrent requests: browsers open six connections to a server. */
const maxAtOnce = 6

export type Outcome = { readonly state: 'done' } | { readonly state: 'refused'; readonly error: unknown }

interface Options<Item> {
  readonly items: readonly Item[]
  readonly perform: (item: Item) => Promise<unknown>
  /** Called after each item. */
  readonly onOutcome: (item: Item, outcome: Outcome) => void
  /** Stops before the next item. Items that were sent get their outcome. */
  readonly isCancelled: () => boolean
}

/** Acts on each item, a few at a time. If the server rejects one item, the others continue. */
export const runBulk = async <Item>({ items, perform, onOutcome, isCancelled }: Options<Item>): Promise<void> => {
  const queue = items.values()
  const work = async () => {
    for (const item of queue) {
      if (isCancelled()) return
      try {
        await perform(item)
        onOutcome(item, { state: 'done' })
      } catch (error) {
        onOutcome(item, { state: 'refused', error })
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(maxAtOnce, items.length) }, work))
}
