import { nearest } from './nearest.ts'
import { type Parse, ValueError } from './variable-values.ts'

/**
 * One row of the table of environment variables. `default` is a value, parsed like a given one; `absent` says what
 * happens without a value. The value of a `secret` is never shown.
 */
type Variable = {
  readonly name: string
  readonly says: string
  readonly example: string
  readonly parse: Parse<unknown>
  readonly secret?: true
  readonly refuseEmpty?: true
  /** Read and checked, but not used yet: it may be set, and is not listed in the help. */
  readonly later?: true
} & ({ readonly default: string } | { readonly absent: string })

export type Variables = Readonly<Record<string, Variable>>

export type Values<Table extends Variables> = {
  [Key in keyof Table]: Table[Key] extends { default: string }
    ? ReturnType<Table[Key]['parse']>
    : ReturnType<Table[Key]['parse']> | undefined
}

export type Environment = Readonly<Record<string, string | undefined>>

/** One thing wrong with the environment; `shown` is the value in printable form, absent for secrets. */
export type Problem = {
  readonly variable: string
  readonly reason: string
  readonly shown?: string
  readonly example?: string
}

type Reading<Table extends Variables> = { values: Values<Table> } | { problems: readonly Problem[] }

const MAX_LENGTH = 8192
const SHOWN_LENGTH = 120

/** The value in quotes, control characters escaped, user name and password of an address hidden, shortened. */
function show(text: string): string {
  const hidden = text.replace(/\/\/\S*@/g, '//…@')
  return JSON.stringify(hidden.length > SHOWN_LENGTH ? `${hidden.slice(0, SHOWN_LENGTH)}…` : hidden)
}

/** The text of a variable without surrounding white space; undefined when it is unset or, as usual, empty. */
export function textOf({ name, refuseEmpty }: Variable, env: Environment): string | undefined {
  const text = env[name]?.trim()
  return text === '' && !refuseEmpty ? undefined : text
}

function readOne(variable: Variable, env: Environment): { value: unknown } | { problem: Problem } {
  const text = textOf(variable, env) ?? ('default' in variable ? variable.default : undefined)
  if (text === undefined) return { value: undefined }
  const { name, example, parse, secret } = variable
  try {
    if (text.length > MAX_LENGTH) throw new ValueError(`is longer than ${MAX_LENGTH} characters`)
    return { value: parse(text) }
  } catch (error) {
    if (!(error instanceof ValueError)) throw error
    const problem = { variable: name, reason: error.message, example: `${name}=${example}` }
    return { problem: secret ? problem : { ...problem, shown: show(text) } }
  }
}

/** Reads every variable of the table; returns all values or all problems. */
export function readVariables<const Table extends Variables>(table: Table, env: Environment): Reading<Table> {
  const read = Object.entries(table).map(([key, variable]) => ({ key, ...readOne(variable, env) }))
  const problems = read.flatMap(one => ('problem' in one ? [one.problem] : []))
  if (problems.length > 0) return { problems }
  // Each key holds what its own parser returned: Values says so, Object.fromEntries cannot.
  return { values: Object.fromEntries(read.map(one => [one.key, 'value' in one && one.value])) as Values<Table> }
}

// A Kubernetes Service called `probata` sets PROBATA_PORT=tcp://…, PROBATA_SERVICE_HOST and the like in every pod of
// its namespace (service links); nobody typed those.
const serviceLink = /_SERVICE_(HOST|PORT(_[A-Z0-9_]+)?)$|_PORT_[0-9]+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?$/
const serviceAddress = /^(tcp|udp|sctp):\/\//

/** A problem for each variable that begins with `prefix` and is not in the table, naming the nearest that is. */
export function unknownVariables(table: Variables, env: Environment, prefix: string): Problem[] {
  const known = Object.values(table).map(variable => variable.name)
  const documented = Object.values(table).flatMap(({ name, later }) => (later ? [] : [name]))
  const meant = (name: string) => nearest(documented, name, name.slice(prefix.length))
  const linked = (name: string) =>
    serviceLink.test(name) || (name.endsWith('_PORT') && serviceAddress.test(env[name] ?? ''))
  return Object.keys(env)
    .filter(name => name.startsWith(prefix) && !known.includes(name) && !linked(name))
    .map(name => ({ variable: name, reason: `is not a known variable; did you mean ${meant(name)}?` }))
}

/** The problem on one line: variable, value, reason, example. */
function problemLine({ variable, reason, shown, example }: Problem): string {
  const value = shown === undefined ? (example === undefined ? '' : ' (value not shown):') : ` is ${shown}:`
  return `${variable}${value} ${reason}${example === undefined ? '' : `; for example ${example}`}`
}

/** The table as text for a terminal: name, meaning, and what applies without a value. */
export function describe(table: Variables): string {
  const rows = Object.values(table).filter(({ later }) => !later)
  const width = Math.max(...rows.map(row => row.name.length)) + 2
  return rows
    .flatMap(row => [
      `  ${row.name.padEnd(width)}${row.says}`,
      `  ${''.padEnd(width)}default: ${'default' in row ? row.default : row.absent}`,
    ])
    .join('\n')
}

/** Everything that is wrong with the environment, in one message without secrets. */
export class ConfigError extends Error {
  override name = 'ConfigError'
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[]) {
    const lines = problems.map(problem => `  ${problemLine(problem)}`)
    super(['Probata cannot start with this environment:', ...lines, 'See `npx probata serve --help`.'].join('\n'))
    this.problems = problems
  }
}
