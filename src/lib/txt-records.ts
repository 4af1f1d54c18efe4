import { Resolver } from 'node:dns/promises'

/** The TXT records of a name, each as one text; an empty list if none exist. Throws when the lookup fails. */
export type TxtRecords = (name: string) => Promise<readonly string[]>

const none: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA'])
const most = 100
const timeout = 3000
const tries = 2

/** Uses the system's resolvers, or those given as `address:port`; a lookup takes at most 6 s. */
export const createTxtRecords = (servers?: readonly string[]): TxtRecords => {
  const resolver = new Resolver({ timeout, tries, maxTimeout: timeout })
  if (servers) resolver.setServers(servers)
  return async name => {
    try {
      const records = await resolver.resolveTxt(name)
      return records.slice(0, most).map(chunks => chunks.join(''))
    } catch (error) {
      if (error instanceof Error && 'code' in error && none.has(error.code)) return []
      throw error
    }
  }
}
