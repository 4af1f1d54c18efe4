/**
 * Moves times in the database back instead of moving clocks forward: a store rejects signatures of a node whose clock
 * is ahead.
 */
export const passTime = async (
  { sql }: { readonly sql: (text: string) => Promise<unknown> },
  ms: number,
): Promise<void> => {
  const ago = `- interval '${ms} milliseconds'`
  await sql(`update job set lease_until = lease_until ${ago}, next_run_at = next_run_at ${ago}`)
  await sql(
    `update storage_migration set lease_until = lease_until ${ago}, delete_after = delete_after ${ago},
        paced_until = paced_until ${ago}`,
  )
  await endGracePeriod({ sql }, ms)
}

/** Ends the minute for which condemned copies wait for their readers. */
export const endGracePeriod = async (
  { sql }: { readonly sql: (text: string) => Promise<unknown> },
  ms: number,
): Promise<void> => {
  await sql(`update blob_copy set since = since - interval '${ms} milliseconds'`)
}
