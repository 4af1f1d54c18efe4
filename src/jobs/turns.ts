interface TurnOptions {
  readonly organizations: readonly { readonly id: string }[]
  /** The number of organizations whose turns run side by side. */
  readonly together: number
  readonly mayContinue: () => boolean
}

/**
 * Gives each organization a turn, in rounds while work is left and `mayContinue` allows it, so that an organization
 * with much work delays the others by no more than a turn. `turn` does a bounded part of the work and returns whether
 * more is left. A failed turn is the last one of its organization; returns the errors.
 */
export const takeTurns = async (
  { organizations, together, mayContinue }: TurnOptions,
  turn: (organizationId: string) => Promise<boolean>,
): Promise<unknown[]> => {
  const waiting = organizations.map(({ id }) => id)
  const errors: unknown[] = []
  const takeNext = async (): Promise<void> => {
    for (let id = waiting.shift(); id !== undefined && mayContinue(); id = waiting.shift()) {
      const current = id
      await turn(current).then(
        hasMore => void (hasMore && waiting.push(current)),
        error => void errors.push(error),
      )
    }
  }
  await Promise.all(Array.from({ length: together }, takeNext))
  return errors
}
