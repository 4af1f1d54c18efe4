import { Resolver } from 'node:dns/promises'

/**
 * Looks up the TXT records of a name, each as one string. Returns an empty list if the name has none. Throws on a
 * failure.
 */
export type TxtRecords = (name: string) => Promise<readonly string[]>

const noRecords: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA'])
const maxRecords = 100
const timeoutMs = 3000
const tries = 2

/** Creates a lookup with the system's resolvers or with `servers` (`address:port`). A lookup takes at most 6 s. */
export const createTxtRecords = (servers?: readonly string[]): TxtRecords => {
  const resolver = new Resolver({ timeout: timeoutMs, tries, maxTimeout: timeoutMs })
  if (servers) resolver.setServers(servers)
  return async name => {
    try {
      const records = await resolver.resolveTxt(name)
      return records.slice(0, maxRecords).map(chunks => chunks.join(''))
    } catch (error) {
      if (error instanceof Error && 'code' in error && noRecords.has(error.code)) return []
      throw error
    }
  }
}
