import { nearest } from './nearest.ts'
import { type Parse, ValueError } from './variable-values.ts'

/**
 * A row of the table of environment variables. `default` is parsed like a value; `absent` describes the behaviour
 * without a value. The value of a `secret` is never shown.
 */
type Variable = {
  readonly name: string
  readonly says: string
  readonly parse: Parse<unknown>
  readonly secret?: true
  /** Another spelling of the name, which other programs also read. */
  readonly also?: string
  readonly refuseEmpty?: true
  /** Set if the variable is read and checked, but the help does not list it. */
  readonly later?: true
} & (
  | { readonly default: string; readonly absent?: never; readonly example?: string }
  | { readonly default?: never; readonly absent?: string; readonly example: string }
)

export type Variables = Readonly<Record<string, Variable>>

export type Values<Table extends Variables> = {
  [Key in keyof Table]: Table[Key] extends { default: string }
    ? ReturnType<Table[Key]['parse']>
    : ReturnType<Table[Key]['parse']> | undefined
}

export type Environment = Readonly<Record<string, string | undefined>>

/** A problem with the environment: a sentence that begins with the name of the variable and contains no secret. */
export interface Problem {
  readonly variable: string
  /** The rest of the sentence. */
  readonly says: string
}

const MAX_LENGTH = 8192
const MAX_SHOWN_LENGTH = 120

/** Quotes and shortens a value for a message; escapes control characters and hides the credentials of an address. */
function quoteValue(text: string): string {
  const redacted = text.replace(/\/\/\S*@/g, '//…@')
  return JSON.stringify(redacted.length > MAX_SHOWN_LENGTH ? `${redacted.slice(0, MAX_SHOWN_LENGTH)}…` : redacted)
}

/** Returns the text of a variable without surrounding white space; undefined if it is unset or empty. */
export function variableText({ name, also, refuseEmpty }: Variable, env: Environment): string | undefined {
  const text = (env[name] || (also && env[also]) || env[name])?.trim()
  return text === '' && !refuseEmpty ? undefined : text
}

function problemWith({ name, secret, ...row }: Variable, text: string, { message }: ValueError): Problem {
  const description = secret ? '(value not shown)' : `is ${quoteValue(text)}`
  return { variable: name, says: `${description}: ${message}; for example ${name}=${row.example ?? row.default}` }
}

/** Reads every variable of the table. Throws ConfigError with all problems, including `others`. */
export function readVariables<const Table extends Variables>(table: Table, env: Environment, others: Problem[]) {
  const problems: Problem[] = []
  const read = (variable: Variable): unknown => {
    const text = variableText(variable, env) ?? variable.default
    if (text === undefined) return undefined
    try {
      if (text.length > MAX_LENGTH) throw new ValueError(`is longer than ${MAX_LENGTH} characters`)
      return variable.parse(text)
    } catch (error) {
      if (!(error instanceof ValueError)) throw error
      return void problems.push(problemWith(variable, text, error))
    }
  }
  for (const { name, also } of Object.values(table))
    if (also && env[name] && env[also] && env[name] !== env[also])
      problems.push({ variable: name, says: `and ${also} have different values; keep one of them` })
  const values = Object.fromEntries(Object.entries(table).map(([key, variable]) => [key, read(variable)]))
  if (problems.length + others.length > 0) throw new ConfigError([...problems, ...others])
  // The type of Object.fromEntries cannot express that each key has the result of its own parser.
  return values as Values<Table>
}

// A Kubernetes Service called `probata` sets PROBATA_PORT=tcp://…, PROBATA_SERVICE_HOST and the like in every pod of
// its namespace (service links). These are not the operator's mistakes.
const serviceLink = /_SERVICE_(HOST|PORT(_[A-Z0-9_]+)?)$|_PORT_[0-9]+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?$/
const serviceAddress = /^(tcp|udp|sctp):\/\//

/**
 * Reports each variable that begins with `prefix` and is not in the table, and suggests the nearest one in the table.
 */
export function unknownVariables(table: Variables, env: Environment, prefix: string): Problem[] {
  const known = Object.values(table).map(variable => variable.name)
  const documented = Object.values(table).flatMap(({ name, later }) => (later ? [] : [name]))
  const suggestion = (name: string) => nearest(documented, name, name.slice(prefix.length))
  const isServiceLink = (name: string) =>
    serviceLink.test(name) || (name.endsWith('_PORT') && serviceAddress.test(env[name] ?? ''))
  return Object.keys(env)
    .filter(name => name.startsWith(prefix) && !known.includes(name) && !isServiceLink(name))
    .map(name => ({ variable: name, says: `is not a known variable; did you mean ${suggestion(name)}?` }))
}

/** Formats the table for a terminal: name, meaning, and the default. */
export function variablesAsText(table: Variables): string {
  const rows = Object.values(table).filter(({ later }) => !later)
  const width = Math.max(...rows.map(row => row.name.length)) + 2
  return rows
    .flatMap(row => [
      `  ${row.name.padEnd(width)}${row.says}`,
      `  ${''.padEnd(width)}default: ${row.default ?? row.absent ?? 'none'}`,
    ])
    .join('\n')
}

/** All problems with the environment, in one message without secrets. */
export class ConfigError extends Error {
  override name = 'ConfigError'
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[]) {
    const lines = problems.map(({ variable, says }) => `  ${variable} ${says}`)
    super(['Probata cannot start with this environment:', ...lines, 'See `npx probata serve --help`.'].join('\n'))
    this.problems = problems
  }
}
