/**
 * Simulates that time passes by moving times in the database back. The clock of a node cannot be moved forward, because
 * a store rejects signatures from the future.
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

/** Ends the minute for which condemned copies are kept for their readers. */
export const endGracePeriod = async (
  { sql }: { readonly sql: (text: string) => Promise<unknown> },
  ms: number,
): Promise<void> => {
  await sql(`update blob_copy set since = since - interval '${ms} milliseconds'`)
}
