import type { Proxy as HttpProxy } from '#lib/guarded/proxy.ts'
import type { Networks } from '#lib/networks.ts'
import { isOwnMachine } from '#lib/own-machine.ts'
import { mailTransport, postgresTransport, redisTransport, type Transport } from '#lib/transport.ts'
import { ConfigError } from '#lib/variables.ts'
import { release } from '#lib/version.ts'
import type { Config } from '#src/config.ts'
import { type PlaintextKind, variables } from './variables.ts'

type VariableKey = keyof typeof variables

/** A connection that the operator configures with one address. */
interface ConfiguredConnection {
  readonly kind: PlaintextKind
  readonly row: VariableKey
  /** How to get TLS with a verified certificate. */
  readonly remedy: string
  readonly transport: (config: Config) => Transport | undefined
}

const postgresRemedy = 'add ?sslmode=verify-full, with &sslrootcert=/path/to/authority.pem for a private authority'

/** A proxy without credentials needs no TLS: it carries only TLS tunnels and plain requests to allowed networks. */
const proxyTransport = ({ secure, host, authorization }: HttpProxy): Transport | undefined => {
  if (!authorization) return undefined
  if (isOwnMachine(host)) return { host, protection: 'local' }
  return { host, protection: secure ? 'verified' : 'plain' }
}

const proxyRemedy = 'use https:// for a proxy that accepts TLS, or a proxy that accepts this machine without a password'

const connection = <Key extends VariableKey, Value>(
  kind: PlaintextKind,
  row: Key,
  remedy: string,
  read: (value: Value) => Transport | undefined,
) => ({
  ...{ kind, row, remedy },
  transport({ [row]: value }: Readonly<Record<Key, Value | undefined>>) {
    return value === undefined ? undefined : read(value)
  },
})

const configuredConnections: readonly ConfiguredConnection[] = [
  connection('database', 'databaseUrl', postgresRemedy, postgresTransport),
  connection('database', 'databaseAppUrl', postgresRemedy, postgresTransport),
  connection('redis', 'redisUrl', 'use rediss:// and the port that accepts TLS', redisTransport),
  connection('mail', 'smtpUrl', 'use smtps://, or add ?requireTLS=true to smtp://', mailTransport),
  connection('proxy', 'httpsProxy', proxyRemedy, proxyTransport),
  connection('proxy', 'httpProxy', proxyRemedy, proxyTransport),
]

/** A configured connection, with its variable and a remedy for a missing or unverified certificate. */
interface OutgoingConnection extends Transport {
  readonly kind: PlaintextKind
  readonly variable: string
  readonly remedy: string
  /** Whether PROBATA_PLAINTEXT_ALLOW names this kind. */
  readonly allowed: boolean
}

/** The connections to addresses in the environment. */
export const outgoingOf = (config: Config): readonly OutgoingConnection[] =>
  configuredConnections.flatMap(({ kind, row, remedy, transport }) => {
    const configured = transport(config)
    if (!configured) return []
    const { host, protection } = configured
    const isUnchecked = protection === 'verified' && !config.certificatesChecked
    return {
      kind,
      variable: variables[row].name,
      remedy: isUnchecked
        ? `unset ${variables.certificatesChecked.name}; to trust private authorities, set PROBATA_CA_FILE`
        : remedy,
      host,
      protection: isUnchecked ? 'unverified' : protection,
      allowed: config.plaintextAllow?.includes(kind) === true,
    }
  })

/** Connections to addresses that people enter. They require https, except to the networks that a variable lists. */
const guarded: readonly { readonly row: 'webhookAllow' | 'oidcAllow' | 'storageAllow'; readonly to: string }[] = [
  { row: 'webhookAllow', to: 'webhook receivers' },
  { row: 'oidcAllow', to: 'identity providers' },
  { row: 'storageAllow', to: 'object stores, key holders, time-stamp authorities and witnesses' },
]

interface GuardedConnections {
  readonly to: string
  readonly variable: string
  /** The networks to which plain http is allowed. */
  readonly networks: readonly string[]
}

export const guardedOf = (config: Config): readonly GuardedConnections[] =>
  guarded.map(({ row, to }) => {
    const networks: Networks | undefined = config[row]
    return { to, variable: variables[row].name, networks: networks?.cidrs ?? [] }
  })

const allowance = ({ kind }: OutgoingConnection): string => `or allow it with ${variables.plaintextAllow.name}=${kind}`

const faults: Readonly<Record<Transport['protection'], string | undefined>> = {
  local: undefined,
  verified: undefined,
  unverified: 'checks no certificate, or not the name in it',
  plain: 'insists on no TLS',
}

/** Describes the problem with a connection to another machine; undefined if it has none or is allowed. */
const problemOf = (outgoing: OutgoingConnection): string | undefined => {
  const fault = faults[outgoing.protection]
  if (fault === undefined || outgoing.allowed) return undefined
  return `leads to ${outgoing.host}, which is not this machine, and ${fault}: ${outgoing.remedy}, ${allowance(outgoing)}`
}

/**
 * Whether the server refuses to start because of the connection. A connection with TLS but without a verified
 * certificate does not prevent the start; the log and `probata doctor` report it.
 */
export const isRefusable = (outgoing: OutgoingConnection): boolean =>
  outgoing.protection === 'plain' && problemOf(outgoing) !== undefined

/** The configured connections, each with its problem and whether the server refuses to start because of it. */
export const judgedOutgoing = (config: Config) =>
  outgoingOf(config).map(one => ({ ...one, problem: problemOf(one), refusable: isRefusable(one) }))

interface PlaintextRule {
  /** The release that warns about these connections instead of rejecting them. */
  readonly warnedBy: string | undefined
  readonly warn: (line: { event: string; host: string; detail: string }) => void
}

const fromNextRelease = 'From the next release on this stops the start.'

/**
 * Throws ConfigError for connections to other machines without TLS; the release `warnedBy` only warns about them.
 * Unverified certificates only cause a warning, in every release.
 */
export const requireProtected = (outgoing: readonly OutgoingConnection[], { warnedBy, warn }: PlaintextRule): void => {
  const problems = outgoing.flatMap(one => {
    const says = problemOf(one)
    return says === undefined ? [] : [{ ...one, says, refused: warnedBy !== release && isRefusable(one) }]
  })
  const refused = problems.filter(one => one.refused)
  if (refused.length > 0) throw new ConfigError(refused.map(({ variable, says }) => ({ variable, says })))
  for (const { variable, host, says, protection } of problems) {
    const event = protection === 'plain' ? 'connection_without_tls' : 'certificate_not_checked'
    const detail = `${variable} ${says}.${protection === 'plain' ? ` ${fromNextRelease}` : ''}`
    warn({ event, host, detail })
  }
}
