import pg, { type ClientConfig } from 'pg'

type Settings = Readonly<Record<string, string>>

/**
 * Settings that change the text of values or the meaning of statements. These values override what an administrator may
 * have set for another program on the server, the database or the role. `lc_messages` is missing, because only a
 * superuser may set it; errors are therefore recognized by SQLSTATE.
 */
const baseSettings: Settings = {
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
  // The parsing of statements.
  standard_conforming_strings: 'on',
  backslash_quote: 'safe_encoding',
  array_nulls: 'on',
  transform_null_equals: 'off',
  xmloption: 'content',
  default_text_search_config: 'pg_catalog.simple',
  // The effects of statements: policies, isolation, incomplete index results, the end of the session.
  row_security: 'on',
  default_transaction_isolation: 'read\\ committed',
  default_transaction_deferrable: 'off',
  gin_fuzzy_search_limit: '0',
  exit_on_error: 'off',
  idle_session_timeout: '0',
  // Before PostgreSQL 18, enable_… settings inflate costs, so that JIT would compile even short statements, for 0.1 s.
  jit: 'off',
}

/** Settings for a migration, which may take long or wait for another node. */
export const unlimited: Settings = {
  statement_timeout: '0',
  lock_timeout: '0',
  idle_in_transaction_session_timeout: '0',
}

/** A setting that marks sessions with these settings, to detect poolers that drop startup options. */
export const sessionMark = 'probata.session'

const toOptions = (settings: Settings): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')

const queryOptions = /[?&]options=([^&#]*)/g

/**
 * Adds these settings and `own` to the startup packet of a connection, where they override the settings of the role,
 * database and server. Options in the address stay, unless these settings have the same name.
 */
export const sessionOf = <Config extends ClientConfig>(connection: Config, own: Settings = {}): Config => {
  const ownOptions = toOptions({ ...baseSettings, ...own, [sessionMark]: 'on' })
  const { connectionString, options: existing = '' } = connection
  const options = `${existing} ${ownOptions}`.trim()
  if (!connectionString || connectionString.startsWith('/')) return { ...connection, options }
  // Parameters in the address override properties, and the last parameter of a name overrides earlier ones.
  const addressOptions = [...connectionString.matchAll(queryOptions)].at(-1)?.[1] ?? ''
  const text = `${addressOptions && `${addressOptions}+`}${options.replaceAll(' ', '+')}`
  const separator = connectionString.includes('?') ? '&' : '?'
  return { ...connection, connectionString: `${connectionString}${separator}options=${text}` }
}

/** The address, user and database of a connection. */
export const addressOf = (connection: ClientConfig) => {
  const { host, port, user = '', database = '' } = new pg.Client(connection)
  return { host, port, user, database }
}
