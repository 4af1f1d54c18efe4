import assert from 'node:assert/strict'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { publicUrl } from '#lib/public-url.ts'
import { refusal } from '#test/config.ts'
import { describeVariables, readConfig } from './config.ts'

const root = join(import.meta.dirname, '..')
const key = randomBytes(32).toString('base64')

describe('a valid environment', () => {
  test('may be empty, which yields the defaults in docs/operating.md', () => {
    const { roles, rateLimits, ...rest } = readConfig({})
    assert.deepEqual(roles, ['api', 'worker'])
    assert.deepEqual(rateLimits, {
      'token-read': 600,
      'token-write': 60,
      org: 3000,
      'token-issuance': 5,
      scim: 1800,
    })
    const defaults = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
    assert.deepEqual(defaults, {
      host: '127.0.0.1',
      port: 8080,
      dataDir: join(process.cwd(), 'data'),
      masterKeyFrom: join(process.cwd(), 'data', 'master.key'),
      databasePool: 12,
      certificatesChecked: true,
      scrubMegabytesPerSecond: 5,
      maxUploadBytes: 104857600,
      maxConnections: 4096,
      maxPerAddress: 256,
      logLevel: 'info',
      threads: 4,
      sessionIdleMinutes: 120,
      webhookRetentionDays: 30,
    })
  })

  const { publicKey } = generateKeyPairSync('ed25519')
  const keyForms = [
    publicKey.export({ type: 'spki', format: 'pem' }),
    publicKey.export({ type: 'spki', format: 'pem' }).replaceAll('\n', '\\n'),
    publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    JSON.stringify(publicKey.export({ format: 'jwk' })),
  ]
  for (const text of keyForms) {
    test(`license key as ${text.slice(0, 12)}…`, () => {
      const config = readConfig({ PROBATA_LICENSE_PUBLIC_KEY: text })
      assert.ok(config.licensePublicKey?.equals(publicKey))
    })
  }

  test('an external database with a key', () => {
    const config = readConfig({ DATABASE_URL: 'postgres://u@/name?host=/run', PROBATA_MASTER_KEY: ` ${key}\n` })
    assert.equal(config.databaseUrl, 'postgres://u@/name?host=/run')
    assert.equal(config.masterKey?.toString('base64'), key)
  })

  const accepted: [string, string, (config: ReturnType<typeof readConfig>) => unknown, unknown][] = [
    ['PORT', '0', c => c.port, 0],
    ['PORT', '65535', c => c.port, 65535],
    ['PORT', '', c => c.port, 8080],
    ['PROBATA_LICENSE_FILE', '/nowhere/at/all.jwt', c => c.licenseFile, '/nowhere/at/all.jwt'],
    ['HOST', '::', c => c.host, '::'],
    ['HOST', 'probata-1.internal', c => c.host, 'probata-1.internal'],
    ['PROBATA_URL', 'https://Probata.Example.com:443/', c => c.url, 'https://probata.example.com'],
    ['PROBATA_ROLES', ' worker ', c => c.roles, ['worker']],
    ['PROBATA_MAX_UPLOAD_BYTES', '5368709120', c => c.maxUploadBytes, 5 * 1024 ** 3],
    [
      'PROBATA_RATE_LIMITS',
      'org=9, token-write=70',
      c => c.rateLimits,
      { 'token-read': 600, 'token-write': 70, org: 9, 'token-issuance': 5, scim: 1800 },
    ],
    ['REDIS_URL', 'rediss://:p@cache:6380/1', c => c.redisUrl, 'rediss://:p@cache:6380/1'],
    ['PROBATA_TRUST_PROXY', '10.0.0.4, fd00::/8', c => c.trustProxy?.cidrs, ['10.0.0.4', 'fd00::/8']],
    ['PROBATA_MAIL_FROM', 'a@b.example', c => c.mailFrom, { name: '', address: 'a@b.example' }],
    ['PROBATA_MAIL_FROM', '"Acme, Inc" <a@b.example>', c => c.mailFrom, { name: 'Acme, Inc', address: 'a@b.example' }],
    ['PROBATA_OIDC_ALLOW', '127.0.0.0/8', c => c.oidcAllow?.cidrs, ['127.0.0.0/8']],
    ['PROBATA_SERVICE_PORT_HTTP', '8080', c => c.port, 8080],
    ['PROBATA_PORT_8080_TCP_ADDR', '10.0.0.1', c => c.port, 8080],
    ['PROBATA_PORT', 'tcp://10.0.0.1:8080', c => c.port, 8080],
  ]
  for (const [name, text, pick, expected] of accepted) {
    test(`${name}=${text}`, () => assert.deepEqual(pick(readConfig({ [name]: text })), expected))
  }
})

describe('an invalid value', () => {
  const invalidValues: [string, string, RegExp][] = [
    ['PORT', '65536', /PORT is "65536": must be a whole number from 0 to 65535; for example PORT=8080/],
    ['PROBATA_MAIL_FROM', 'nobody', /must be an address, or a name followed by <address>/],
    ['PROBATA_MAIL_FROM', 'A <a@b.example>, c@d.example', /must be an address/],
    ['PROBATA_MAIL_FROM', 'A\r\nBcc: c@d.example <a@b.example>', /must be an address/],
    ['PORT', '-1', /from 0 to 65535/],
    ['PORT', '8e3', /from 0 to 65535/],
    ['PORT', '08080', /from 0 to 65535/],
    ['HOST', '[::1]', /without brackets/],
    ['HOST', '999.1.1.1', /must be an IP address/],
    ['HOST', 'a b', /must be an IP address/],
    ['PROBATA_URL', 'probata.example.com', /http:\/\/ or https:\/\//],
    ['PROBATA_URL', 'ftp://x', /http:\/\/ or https:\/\//],
    ['PROBATA_URL', 'https://x/app', /without a path/],
    ['PROBATA_URL', 'https://x/?a', /without a path/],
    ['PROBATA_URL', 'https://rita:hunter2@x', /user name or password/],
    ['PROBATA_ROLES', '', /PROBATA_ROLES is "": has an empty element/],
    ['PROBATA_ROLES', 'api,', /empty element/],
    ['PROBATA_ROLES', 'api,api', /names "api" twice/],
    ['PROBATA_ROLES', 'api,wroker', /one of api, worker/],
    ['PROBATA_MAX_UPLOAD_BYTES', '0', /from 1 to 5368709120, in bytes/],
    ['PROBATA_MAX_UPLOAD_BYTES', '5368709121', /5368709120/],
    ['PROBATA_MAX_UPLOAD_BYTES', '100MB', /without a suffix/],
    ['PROBATA_DATABASE_POOL', '0', /from 1 to 1000/],
    ['REDIS_URL', 'http://cache', /redis:\/\/ or rediss:\/\//],
    ['REDIS_URL', 'redis://', /must name a host/],
    ['SMTP_URL', 'mail.example.com', /smtp:\/\/ or smtps:\/\//],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318', /http:\/\/ or https:\/\//],
    ['LOG_LEVEL', 'verbose', /one of trace, debug/],
    ['PROBATA_WEBHOOK_ALLOW', '10.0.0.0/33', /prefix length from 0 to 32/],
    ['PROBATA_WEBHOOK_ALLOW', '10.0.0.0/', /prefix length/],
    ['PROBATA_STORAGE_ALLOW', '10.0.0/8', /neither an IP address nor/],
    ['PROBATA_STORAGE_ALLOW', 'fe80::1%eth0/64', /neither an IP address nor/],
    ['PROBATA_TRUST_PROXY', 'true', /neither an IP address nor/],
    ['PROBATA_TRUST_PROXY', '::/129', /from 0 to 128/],
    ['PROBATA_RATE_LIMITS', 'org=0', /org must be a whole number from 1/],
    ['PROBATA_RATE_LIMITS', 'reads=5', /with a name of token-read, token-write, org, token-issuance, scim/],
    ['PROBATA_RATE_LIMITS', 'org=5,org=6', /names org twice/],
    ['PROBATA_PROVISION', '/nowhere/at/all.json', /the file does not exist/],
    ['PROBATA_LICENSE_FILE', tmpdir(), /not a regular file/],
    ['PROBATA_DATA_DIR', import.meta.filename, /is a file, or below one/],
    ['PROBATA_DATA_DIR', `${import.meta.filename}/below`, /is a file, or below one/],
    ['PROBATA_METRICS_TOKEN', 'short', /16 to 512 characters/],
    ['PROBATA_MASTER_KEY', 'hunter2', /is not base64/],
    ['PROBATA_MASTER_KEY', randomBytes(16).toString('base64'), /base64 of 16 bytes, not 32/],
    ['PROBATA_MASTER_KEY', key.replace('=', ''), /is not base64/],
    ['PROBATA_LICENSE_PUBLIC_KEY', 'x', /is not a public key/],
    ['DATABASE_URL', 'mysql://db', /postgres:\/\/ or postgresql:\/\//],
    ['LOG_LEVEL', 'x'.repeat(8193), /longer than 8192/],
    ['PROBATA_ROLE', 'api', /did you mean PROBATA_ROLES\?/],
    ['PROBATA_MASTERKEY', 'api', /did you mean PROBATA_MASTER_KEY\?/],
    ['PROBATA_DATABASE_URL', 'x', /did you mean DATABASE_URL\?/],
    ['PROBATA_PORT', '8080', /did you mean PORT\?/],
  ]
  for (const [name, text, reason] of invalidValues) {
    test(`${name}=${text.slice(0, 40)}`, () => {
      const { message } = refusal({ [name]: text })
      assert.match(message, reason)
      assert.ok(
        message.split('\n').some(line => line.startsWith(`  ${name} `)),
        message,
      )
    })
  }

  test('all problems are reported at once', () => {
    const { problems, message } = refusal({
      PORT: 'x',
      PROBATA_ROLES: 'y',
      PROBATA_X: 'z',
      DATABASE_URL: 'postgres://h/d',
    })
    assert.deepEqual(
      problems.map(problem => problem.variable),
      ['PORT', 'PROBATA_ROLES', 'PROBATA_MASTER_KEY', 'PROBATA_X'],
    )
    assert.match(message, /PROBATA_MASTER_KEY is required with DATABASE_URL; make one with `openssl rand -base64 32`/)
  })

  test('no message contains a secret', () => {
    const canary = 'c4nary-hunter2'
    const secrets = [
      'DATABASE_URL',
      'DATABASE_APP_URL',
      'REDIS_URL',
      'SMTP_URL',
      'PROBATA_MASTER_KEY',
      'PROBATA_LICENSE_PUBLIC_KEY',
    ]
    const invalidSettings = Object.fromEntries(secrets.map(name => [name, `wrong://u:${canary}@h`]))
    const otherSecrets = {
      PROBATA_METRICS_TOKEN: `${canary} !`,
      PROBATA_URL: `https://u:${canary}@h`,
      PROBATA_PASSWORD: canary,
      OTEL_EXPORTER_OTLP_ENDPOINT: `x://u:${canary}@h`,
    }
    const { message, problems } = refusal({ ...invalidSettings, ...otherSecrets })
    assert.equal(problems.length, 10)
    assert.ok(!message.includes(canary), message)
  })
})

test('a list of networks contains exactly the addresses in them', () => {
  const allowed = readConfig({ PROBATA_WEBHOOK_ALLOW: '10.1.0.0/16,127.0.0.1,fd00:12::/64' }).webhookAllow
  const cases = {
    '10.1.255.255': true,
    '10.2.0.0': false,
    '127.0.0.1': true,
    '127.0.0.2': false,
    '::ffff:10.1.0.1': true,
    'fd00:12::1': true,
    'fd00:13::1': false,
    localhost: false,
    '': false,
  }
  assert.deepEqual(Object.fromEntries(Object.keys(cases).map(name => [name, allowed?.contains(name)])), cases)
})

test('the public address follows HOST and the actual port', () => {
  assert.equal(publicUrl({ url: undefined, host: '127.0.0.1' }, 4000), 'http://127.0.0.1:4000')
  assert.equal(publicUrl({ url: undefined, host: '0.0.0.0' }, 4000), 'http://127.0.0.1:4000')
  assert.equal(publicUrl({ url: undefined, host: '::' }, 4000), 'http://[::1]:4000')
  assert.equal(publicUrl({ url: 'https://p.example', host: '0.0.0.0' }, 4000), 'https://p.example')
})

test('the help lists each variable of docs/operating.md with its default', () => {
  const [, after = ''] = readFileSync(join(root, 'docs', 'operating.md'), 'utf8').split(
    '| variable | meaning | default |',
  )
  const [table = ''] = after.split('\n\n')
  const named = table.split('\n').flatMap(row => row.split('|')[1]?.match(/[A-Z][A-Z0-9_]{3,}/g) ?? [])
  // GLIBC_TUNABLES is not a variable of the program.
  const names = named.filter(name => name !== 'GLIBC_TUNABLES')
  const lines = describeVariables().split('\n')
  const listed = lines.flatMap(line => /^ {2}([A-Z0-9_]+) {2,}\S/.exec(line)?.[1] ?? [])
  assert.deepEqual(listed.toSorted(), names.toSorted())
  assert.equal(lines.filter(line => /^ +default: \S/.test(line)).length, names.length)
  assert.ok(lines.every(line => line.length <= 120))
})
