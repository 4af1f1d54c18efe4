import { type Credentials, createPatience } from './api.ts'
import { type ExportRequest, runExport, type Scope } from './run-export.ts'
import type { Patience } from './waiting.ts'

/** The options of the command, as typed. */
export interface ExportOptions {
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
  readonly wait?: string
  readonly json?: boolean
}

/** The command line is invalid; the exit code is 2. */
export class UsageError extends Error {}

/** The secret is not an option, because other users of the machine could see it in the list of processes. */
export const secretVariable = 'PROBATA_CLIENT_SECRET'

const scopesOf = ({ requirement, package: packageId, period, everything, asOf }: ExportOptions): readonly Scope[] => {
  const scopes: Scope[] = []
  if (requirement !== undefined) scopes.push({ kind: 'requirement', requirementId: requirement })
  if (packageId !== undefined) scopes.push({ kind: 'package', packageId })
  if (period !== undefined) {
    const [from, to, ...more] = period.split('..')
    if (!from || !to || more.length > 0)
      throw new UsageError('A period is two moments, such as 2026-01-01T00:00:00Z..2027-01-01T00:00:00Z.')
    scopes.push({ kind: 'period', from, to })
  }
  if (everything) scopes.push({ kind: 'everything' })
  if (asOf !== undefined) scopes.push({ kind: 'asOf', at: asOf })
  return scopes
}

const bundleOf = (options: ExportOptions): ExportRequest['bundle'] => {
  const { id, allRows, withoutFiles, reason } = options
  const [scope, ...more] = scopesOf(options)
  if (id !== undefined && !scope) return id
  if (!scope || more.length > 0 || id !== undefined)
    throw new UsageError('One of --requirement, --package, --period, --everything, --as-of and --id is needed.')
  if (reason === undefined) throw new UsageError('--reason is needed: the audit trail records why data was exported.')
  return { scope, ledger: allRows ? 'all' : undefined, attachments: withoutFiles ? false : undefined, reason }
}

/** Whether a text is an http(s) URL without user name and password, which `fetch` rejects. */
const isAddress = (url: string): boolean => {
  if (!URL.canParse(url)) return false
  const { protocol, username, password } = new URL(url)
  return /^https?:$/.test(protocol) && username + password === ''
}

/** Parses `--wait`. @throws UsageError */
export const patienceOf = ({ wait = '10' }: Pick<ExportOptions, 'wait'>, tell: (text: string) => void): Patience => {
  const minutes = /^\d{1,4}$/.test(wait) ? Number(wait) : Number.NaN
  if (!(minutes <= 1440)) throw new UsageError('--wait must be a whole number of minutes from 0 to 1440.')
  return createPatience(tell, minutes)
}

const ownMachine = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Warns if the secret of the account leaves this machine unencrypted. */
const warnAboutPlainHttp = (url: string, tell: (text: string) => void): void => {
  const { protocol, hostname } = new URL(url)
  if (protocol === 'http:' && !ownMachine.test(hostname))
    tell(`${url} is plain http to another machine: the secret can be read in transit. Use https.`)
}

/**
 * Reads the credentials from the options and the environment. `scopes` names the required scopes in the error message.
 * @throws UsageError if a value is missing
 */
export const credentialsOf = (
  options: Pick<ExportOptions, 'url' | 'clientId'>,
  scopes: string,
  tell: (text: string) => void,
): Credentials => {
  const { url = process.env.PROBATA_URL, clientId = process.env.PROBATA_CLIENT_ID } = options
  const clientSecret = process.env[secretVariable]
  if (!url || !isAddress(url)) throw new UsageError('--url is needed, such as https://evidence.example.com.')
  if (!clientId) throw new UsageError(`--client-id is needed: a service account with ${scopes}.`)
  if (!clientSecret) throw new UsageError(`${secretVariable} must hold the secret of the service account.`)
  warnAboutPlainHttp(url, tell)
  return { url, clientId, clientSecret }
}

const exits = { done: 0, failed: 1, usage: 2 } as const

const fileFaults: Readonly<Record<string, string>> = {
  __proto__: null as never,
  ENOENT: 'does not exist',
  EISDIR: 'is a directory',
  EACCES: 'is not accessible: permission denied',
  ENOSPC: 'cannot be written: no space is left',
}

const sentenceOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const { code = '', path } = error as NodeJS.ErrnoException
  const words = fileFaults[code]
  return words && path !== undefined ? `${path} ${words}.` : error.message
}

/** Runs a command and reports the reason for a failure. @returns the exit code */
export const attempt = async (work: () => Promise<void>, tell: (text: string) => void): Promise<number> => {
  try {
    await work()
    return exits.done
  } catch (error) {
    tell(sentenceOf(error))
    return error instanceof UsageError ? exits.usage : exits.failed
  }
}

/** Prints the path of the bundle, or the reason why none is available. @returns the exit code */
export const exportBundle = (
  options: ExportOptions,
  say: (text: string) => void,
  tell: (text: string) => void,
): Promise<number> =>
  attempt(async () => {
    const request = { bundle: bundleOf(options), output: options.output }
    const credentials = credentialsOf(options, 'governance.exports:write and :read', tell)
    const { id, output, byteSize } = await runExport(credentials, request, patienceOf(options, tell))
    say(options.json ? JSON.stringify({ id, file: output, byteSize }) : output)
  }, tell)
