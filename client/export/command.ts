import type { Credentials } from './api.ts'
import { runExport, type Scope, type Wanted } from './run-export.ts'

/** Options of the command, as they are typed. */
export interface Asked {
  readonly url?: string
  readonly clientId?: string
  readonly id?: string
  readonly requirement?: string
  readonly package?: string
  readonly period?: string
  readonly everything?: boolean
  readonly asOf?: string
  readonly allRows?: boolean
  readonly withoutFiles?: boolean
  readonly reason?: string
  readonly output?: string
}

/** What is asked for in the wrong way; the exit is 2. */
export class CannotAsk extends Error {}

/** The secret is never an option: others on the machine could read it in the list of processes. */
export const secretVariable = 'PROBATA_CLIENT_SECRET'

const scopesOf = ({ requirement, package: packageId, period, everything, asOf }: Asked): readonly Scope[] => {
  const scopes: Scope[] = []
  if (requirement !== undefined) scopes.push({ kind: 'requirement', requirementId: requirement })
  if (packageId !== undefined) scopes.push({ kind: 'package', packageId })
  if (period !== undefined) {
    const [from, to, ...more] = period.split('..')
    if (!from || !to || more.length > 0)
      throw new CannotAsk('A period is two moments, such as 2026-01-01T00:00:00Z..2027-01-01T00:00:00Z.')
    scopes.push({ kind: 'period', from, to })
  }
  if (everything) scopes.push({ kind: 'everything' })
  if (asOf !== undefined) scopes.push({ kind: 'asOf', at: asOf })
  return scopes
}

const bundleOf = (asked: Asked): Wanted['bundle'] => {
  const { id, allRows, withoutFiles, reason } = asked
  const [scope, ...more] = scopesOf(asked)
  if (id !== undefined && !scope) return id
  if (!scope || more.length > 0 || id !== undefined)
    throw new CannotAsk('One of --requirement, --package, --period, --everything, --as-of and --id is needed.')
  if (reason === undefined)
    throw new CannotAsk('--reason is needed: who reads the audit trail should know why this was taken out.')
  return { scope, ledger: allRows ? 'all' : undefined, attachments: withoutFiles ? false : undefined, reason }
}

/** Of the options and the environment. @throws CannotAsk where one is missing; `scopes` are named to who has no account. */
export const credentialsOf = (asked: Pick<Asked, 'url' | 'clientId'>, scopes: string): Credentials => {
  const { url = process.env.PROBATA_URL, clientId = process.env.PROBATA_CLIENT_ID } = asked
  const clientSecret = process.env[secretVariable]
  if (!url || !URL.canParse(url)) throw new CannotAsk('--url is needed, such as https://evidence.example.com.')
  if (!clientId) throw new CannotAsk(`--client-id is needed: a service account with ${scopes}.`)
  if (!clientSecret) throw new CannotAsk(`${secretVariable} has to hold the secret of the service account.`)
  return { url, clientId, clientSecret }
}

const exits = { done: 0, failed: 1, usage: 2 } as const

/** Does it, or tells why it could not; @returns the exit. */
export const attempt = async (work: () => Promise<void>, tell: (text: string) => void): Promise<number> => {
  try {
    await work()
    return exits.done
  } catch (error) {
    const { message, cause } = error instanceof Error ? error : new Error(String(error))
    const { code } = (cause ?? {}) as NodeJS.ErrnoException
    tell(code ? `${message}: ${code}` : message)
    return error instanceof CannotAsk ? exits.usage : exits.failed
  }
}

/** Says the path of the bundle, or why there is none; @returns the exit. */
export const exportBundle = (
  asked: Asked,
  say: (text: string) => void,
  tell: (text: string) => void,
): Promise<number> =>
  attempt(async () => {
    const wanted = { bundle: bundleOf(asked), output: asked.output }
    const credentials = credentialsOf(asked, 'governance.exports:write and :read')
    say(await runExport(credentials, wanted, { tell }))
  }, tell)
