import pg, { type ClientConfig } from 'pg'

type Settings = Readonly<Record<string, string>>

/**
 * What decides how values come back as text and what a statement means. Each can be set on the server, a database or a
 * role, for the sake of another program; ours holds whatever they say. `lc_messages` is not here, since only a superuser
 * may set it: errors are told apart by SQLSTATE.
 */
const meaning: Settings = {
  search_path: 'public,pg_temp',
  client_encoding: 'UTF8',
  // How values are written.
  timezone: 'UTC',
  datestyle: 'ISO,MDY',
  intervalstyle: 'postgres',
  extra_float_digits: '1',
  bytea_output: 'hex',
  xmlbinary: 'base64',
  lc_monetary: 'C',
  lc_numeric: 'C',
  lc_time: 'C',
  quote_all_identifiers: 'off',
  // How statements are read.
  standard_conforming_strings: 'on',
  backslash_quote: 'safe_encoding',
  array_nulls: 'on',
  transform_null_equals: 'off',
  xmloption: 'content',
  default_text_search_config: 'pg_catalog.simple',
  // What they do: another policy, another isolation, part of the rows, the end of the session.
  row_security: 'on',
  default_transaction_isolation: 'read\\ committed',
  default_transaction_deferrable: 'off',
  gin_fuzzy_search_limit: '0',
  exit_on_error: 'off',
  idle_session_timeout: '0',
  // Compiling takes 100 times what our statements take, and a cost that enable_… settings inflate sets it off.
  jit: 'off',
}

/** For the owner, who waits for other nodes and for as long as a migration takes. */
export const unlimited: Settings = { statement_timeout: '0', lock_timeout: '0', idle_in_transaction_session_timeout: '0' }

/** Found in each session whose settings arrived: a pooler may drop them. */
export const mark = 'probata.session'

const given = (settings: Settings): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')

const queryOptions = /[?&]options=([^&#]*)/g

/**
 * The connection with our settings in its startup packet, where they outrank those of role, database and server, and
 * with `own` ones besides. Options of the address itself stay, as far as ours do not name the same setting.
 */
export const sessionOf = <Config extends ClientConfig>(connection: Config, own: Settings = {}): Config => {
  const ours = given({ ...meaning, ...own, [mark]: 'on' })
  const { connectionString, options: before = '' } = connection
  const options = `${before} ${ours}`.trim()
  if (!connectionString || connectionString.startsWith('/')) return { ...connection, options }
  // Parameters of the address win over properties, and the last of a name over those before it.
  const theirs = [...connectionString.matchAll(queryOptions)].at(-1)?.[1] ?? ''
  const text = `${theirs && `${theirs}+`}${options.replaceAll(' ', '+')}`
  const sign = connectionString.includes('?') ? '&' : '?'
  return { ...connection, connectionString: `${connectionString}${sign}options=${text}` }
}

/** Where a connection leads, and as whom. */
export const addressOf = (connection: ClientConfig) => {
  const { host, port, user = '', database = '' } = new pg.Client(connection)
  return { host, port, user, database }
}
