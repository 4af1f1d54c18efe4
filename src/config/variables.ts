import { keyFromBase64, readKeyFile } from '#lib/key-file.ts'
import { networks } from '#lib/networks.ts'
import { scannerAddress } from '#lib/scanner-address.ts'
import { securityLogAddress } from '#lib/security-log-address.ts'
import {
  bearerToken,
  directory,
  host,
  hostAddress,
  laterFile,
  listOf,
  mailbox,
  numbersByName,
  oneOf,
  origin,
  type Parse,
  postgresAddress,
  publicKey,
  readableFile,
  wholeNumber,
} from '#lib/variable-values.ts'
import type { Variables } from '#lib/variables.ts'
import { egressVariables } from './egress-variables.ts'
import { outsideVariables } from './outside-variables.ts'

const GIBIBYTE = 1024 ** 3

/** Requests per minute of each rate bucket (section 8 of the interface specification). */
const rateLimits = { 'token-read': 600, 'token-write': 60, org: 3000, 'token-issuance': 5, scim: 1800 } as const
type RateBucket = keyof typeof rateLimits

/** The kinds of connections to other machines that an operator can allow without TLS. */
const plaintextKinds = ['database', 'redis', 'mail', 'proxy'] as const
export type PlaintextKind = (typeof plaintextKinds)[number]

/** Parses Node's own setting, where `0` accepts every certificate. */
const parseCertificateCheck: Parse<boolean> = text => text !== '0'

const roles = listOf(oneOf(['api', 'worker']))
const level = oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
const perMinute = numbersByName<RateBucket>(rateLimits, wholeNumber(1, 1_000_000_000))

/** All environment variables that the program reads. */
export const variables = {
  host: { name: 'HOST', says: 'address to listen on', default: '127.0.0.1', example: '0.0.0.0', parse: host },
  port: {
    name: 'PORT',
    says: 'port to listen on; 0 takes a free one',
    default: '8080',
    parse: wholeNumber(0, 65_535),
  },
  url: {
    name: 'PROBATA_URL',
    says: 'public base address, used in links',
    absent: 'derived from HOST and PORT',
    example: 'https://probata.example.com',
    parse: origin,
  },
  dataDir: {
    name: 'PROBATA_DATA_DIR',
    says: 'embedded database, local files, generated keys',
    default: './data',
    example: '/var/lib/probata',
    parse: directory,
  },
  databaseUrl: {
    name: 'DATABASE_URL',
    says: 'an existing PostgreSQL (15 to 18) instead of the embedded one',
    absent: 'embedded PostgreSQL 18',
    example: 'postgres://probata:password@db.example.com:5432/probata',
    secret: true,
    parse: postgresAddress,
  },
  databaseAppUrl: {
    name: 'DATABASE_APP_URL',
    says: 'the same database, with the login that the program uses',
    absent: 'a login created by the start, with a password from the master key',
    example: 'postgres://probata_app_login:password@db.example.com:5432/probata',
    secret: true,
    parse: postgresAddress,
  },
  processes: {
    name: 'PROBATA_PROCESSES',
    says: 'number of processes that serve on the same port',
    absent: 'one per core, at most 8; 1 on two cores or outside Linux',
    example: '4',
    parse: wholeNumber(1, 64),
  },
  databasePool: {
    name: 'PROBATA_DATABASE_POOL',
    says: 'database connections per process',
    default: '12',
    parse: wholeNumber(1, 1000),
  },
  redisUrl: {
    name: 'REDIS_URL',
    says: 'Redis or Valkey for rate limits shared by many nodes',
    absent: 'in memory, for one node',
    example: 'redis://cache.example.com:6379',
    secret: true,
    parse: hostAddress('redis', 'rediss'),
  },
  roles: {
    name: 'PROBATA_ROLES',
    says: 'which parts this process runs: api, worker, or both',
    default: 'api,worker',
    refuseEmpty: true,
    parse: roles,
  },
  masterKey: {
    name: 'PROBATA_MASTER_KEY',
    says: '32 bytes in base64 that wrap every stored secret; required with DATABASE_URL',
    absent: 'master.key in PROBATA_DATA_DIR, generated at the first start',
    example: '"$(openssl rand -base64 32)"',
    secret: true,
    parse: keyFromBase64,
  },
  masterKeyFile: {
    name: 'PROBATA_MASTER_KEY_FILE',
    says: 'a file of mode 0600 with that key, instead of PROBATA_MASTER_KEY',
    example: '/etc/probata/master.key',
    parse: readKeyFile,
  },
  provisionFile: {
    name: 'PROBATA_PROVISION',
    says: 'a provisioning file applied at start',
    example: '/etc/probata/provision.json',
    parse: readableFile,
  },
  webhookAllow: {
    name: 'PROBATA_WEBHOOK_ALLOW',
    says: 'private networks that webhooks may be sent to, also over plain http',
    example: '10.1.0.0/16,fd00:12::/64',
    parse: networks,
  },
  webhookRetentionDays: {
    name: 'PROBATA_WEBHOOK_RETENTION_DAYS',
    says: 'days that events and delivery attempts are kept; longer if not yet delivered',
    default: '30',
    example: '90',
    parse: wholeNumber(1, 3650, 'days'),
  },
  storageAllow: {
    name: 'PROBATA_STORAGE_ALLOW',
    says: 'the same for object stores, key holders, time-stamp authorities and witnesses',
    example: '10.2.0.0/16',
    parse: networks,
  },
  scrubMegabytesPerSecond: {
    name: 'PROBATA_SCRUB_MB_PER_SECOND',
    says: 'how fast stored files are re-read to find damage, in MB per second',
    default: '5',
    example: '20',
    parse: wholeNumber(1, 10_000, 'MB a second'),
  },
  maxUploadBytes: {
    name: 'PROBATA_MAX_UPLOAD_BYTES',
    says: 'largest attachment, in bytes, up to 5 GiB',
    default: '104857600',
    parse: wholeNumber(1, 5 * GIBIBYTE, 'bytes'),
  },
  rateLimits: {
    name: 'PROBATA_RATE_LIMITS',
    says: 'requests per minute of each bucket; a bucket left out keeps its default',
    default: Object.entries(rateLimits)
      .map(pair => pair.join('='))
      .join(','),
    example: 'token-read=600,org=3000',
    parse: perMinute,
  },
  trustProxy: {
    name: 'PROBATA_TRUST_PROXY',
    says: 'addresses or networks of trusted reverse proxies',
    example: '10.0.0.4,10.0.1.0/24',
    parse: networks,
  },
  maxConnections: {
    name: 'PROBATA_MAX_CONNECTIONS',
    says: 'limit on client connections in total; near it, idle ones are closed',
    default: '4096',
    example: '16384',
    parse: wholeNumber(16, 1_000_000),
  },
  maxPerAddress: {
    name: 'PROBATA_MAX_CONNECTIONS_PER_ADDRESS',
    says: 'limit per address once most are in use; none for loopback and trusted proxies',
    default: '256',
    example: '1024',
    parse: wholeNumber(1, 1_000_000),
  },
  licenseFile: {
    name: 'PROBATA_LICENSE_FILE',
    says: 'the license, a signed token; read every hour and on SIGHUP',
    absent: 'the built-in community license, which allows everything',
    example: '/etc/probata/license.jwt',
    parse: laterFile,
  },
  licensePublicKey: {
    name: 'PROBATA_LICENSE_PUBLIC_KEY',
    says: 'the Ed25519 key that verifies the license: PEM, base64 of DER, or JWK',
    absent: 'none: licenses cannot be verified',
    example: '"$(cat license-public.pem)"',
    secret: true,
    parse: publicKey,
  },
  smtpUrl: {
    name: 'SMTP_URL',
    says: 'the mail server for invitations and reminders',
    absent: 'none: links are shown in the app',
    example: 'smtps://user:password@mail.example.com:465',
    secret: true,
    parse: hostAddress('smtp', 'smtps'),
  },
  mailFrom: {
    name: 'PROBATA_MAIL_FROM',
    says: 'the sender of mail: an address, or a name and an address',
    absent: 'Probata <no-reply@host>, with the host from PROBATA_URL',
    example: '"Acme evidence <evidence@acme.example>"',
    parse: mailbox,
  },
  malwareScanner: {
    name: 'PROBATA_MALWARE_SCANNER',
    says: 'a clamd on this machine that scans every uploaded file',
    absent: 'none: files are not scanned',
    example: 'clamd:/run/clamav/clamd.ctl',
    parse: scannerAddress,
  },
  oidcAllow: {
    name: 'PROBATA_OIDC_ALLOW',
    says: 'private networks that identity providers may be in, also over plain http',
    example: '10.3.0.0/16',
    parse: networks,
  },
  sessionIdleMinutes: {
    name: 'PROBATA_SESSION_IDLE_MINUTES',
    says: 'minutes after which an unused session ends; every session ends after 12 hours',
    default: '120',
    example: '30',
    parse: wholeNumber(5, 720, 'minutes'),
  },
  threads: {
    name: 'UV_THREADPOOL_SIZE',
    says: 'libuv threads, which resolve names and read files; npm start sets 16',
    default: '4',
    example: '16',
    parse: wholeNumber(1, 1024),
  },
  metricsToken: {
    name: 'PROBATA_METRICS_TOKEN',
    says: 'serve /metrics to any address that sends this bearer token',
    absent: '/metrics is served on loopback only',
    example: '"$(openssl rand -hex 24)"',
    secret: true,
    parse: bearerToken,
  },
  securityLog: {
    name: 'PROBATA_SECURITY_LOG',
    says: 'where to forward security events: syslog+tls://host:6514 or file:/path',
    absent: 'nowhere',
    example: 'syslog+tls://siem.example.com:6514',
    parse: securityLogAddress,
  },
  plaintextAllow: {
    name: 'PROBATA_PLAINTEXT_ALLOW',
    says: 'connections to other machines allowed without TLS: database, redis, mail, proxy',
    absent: 'none: only loopback and Unix sockets may go without TLS',
    example: 'database,redis',
    parse: listOf(oneOf(plaintextKinds)),
  },
  certificatesChecked: {
    later: true,
    name: 'NODE_TLS_REJECT_UNAUTHORIZED',
    says: 'whether Node checks certificates; 0 accepts any, which doctor reports',
    default: '1',
    parse: parseCertificateCheck,
  },
  ...outsideVariables,
  ...egressVariables,
  logLevel: { name: 'LOG_LEVEL', says: 'lowest level to log', default: 'info', example: 'warn', parse: level },
  otlpEndpoint: {
    later: true,
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    says: 'where to send traces and metrics',
    absent: 'off',
    example: 'http://collector.example.com:4318',
    parse: hostAddress('http', 'https'),
  },
} as const satisfies Variables
