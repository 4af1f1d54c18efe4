import pg, { type ClientConfig } from 'pg'

type Settings = Readonly<Record<string, string>>

/**
 * Settings that change the text of values or the meaning of statements. An administrator may have set any of them on
 * the server, the database or the role for another program; these values override that. `lc_messages` is missing
 * because only a superuser may set it, so errors are recognized by SQLSTATE.
 */
const meaning: Settings = {
  search_path: 'public,pg_temp',
  client_encoding: 'UTF8',
  // The text of values.
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
  // How statements are parsed.
  standard_conforming_strings: 'on',
  backslash_quote: 'safe_encoding',
  array_nulls: 'on',
  transform_null_equals: 'off',
  xmloption: 'content',
  default_text_search_config: 'pg_catalog.simple',
  // Their effects: policies, isolation, incomplete results of an index, the end of the session.
  row_security: 'on',
  default_transaction_isolation: 'read\\ committed',
  default_transaction_deferrable: 'off',
  gin_fuzzy_search_limit: '0',
  exit_on_error: 'off',
  idle_session_timeout: '0',
  // Before PostgreSQL 18, enable_… settings inflate costs, so that even short statements are compiled, for 0.1 s each.
  jit: 'off',
}

/** For a migration, which may take long or wait for another node. */
export const unlimited: Settings = {
  statement_timeout: '0',
  lock_timeout: '0',
  idle_in_transaction_session_timeout: '0',
}

/** Present in a session that has these settings, since a pooler may drop startup options. */
export const mark = 'probata.session'

const given = (settings: Settings): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')

const queryOptions = /[?&]options=([^&#]*)/g

/**
 * The connection with these settings and `own` in its startup packet, where they override those of the role, database
 * and server. Options in the address itself remain unless ours set the same name.
 */
export const sessionOf = <Config extends ClientConfig>(connection: Config, own: Settings = {}): Config => {
  const ours = given({ ...meaning, ...own, [mark]: 'on' })
  const { connectionString, options: before = '' } = connection
  const options = `${before} ${ours}`.trim()
  if (!connectionString || connectionString.startsWith('/')) return { ...connection, options }
  // Parameters of the address win over properties, and the last of a name wins over earlier ones.
  const theirs = [...connectionString.matchAll(queryOptions)].at(-1)?.[1] ?? ''
  const text = `${theirs && `${theirs}+`}${options.replaceAll(' ', '+')}`
  const sign = connectionString.includes('?') ? '&' : '?'
  return { ...connection, connectionString: `${connectionString}${sign}options=${text}` }
}

/** The address, user and database of a connection. */
export const addressOf = (connection: ClientConfig) => {
  const { host, port, user = '', database = '' } = new pg.Client(connection)
  return { host, port, user, database }
}
