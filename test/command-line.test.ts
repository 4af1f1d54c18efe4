import assert from 'node:assert/strict'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { freePort } from './free-port.ts'
import { claimsFrom, createIssuer, issuerKeys, signed } from './license.ts'
import { commandsWith, type Env } from './run-command.ts'
import { until } from './until.ts'

const root = join(import.meta.dirname, '..')
const folder = mkdtempDisposableSync(join(tmpdir(), 'probata-command-line-'))
after(() => folder.remove())
chmodSync(folder.path, 0o755)
const pathOf = (name: string) => join(folder.path, name)

const { launch, run } = commandsWith(pathOf('data'))

/** Returns the reason for which the server exited, from the last line of its log. */
const lastMessage = (err: string): string => JSON.parse(err.trim().split('\n').at(-1) ?? '').message

const writeFile = (name: string, content: string): string => {
  writeFileSync(pathOf(name), content)
  return pathOf(name)
}

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const everyCommand = /^ +serve .*\n +migrate .*\n +provision /m

const outputs: [args: string[], out: RegExp][] = [
  [[], everyCommand],
  [['--help'], everyCommand],
  [['help'], everyCommand],
  [['--version'], new RegExp(`^${version.replaceAll('.', '\\.')}\n$`)],
  [['-V'], new RegExp(`^${version.replaceAll('.', '\\.')}\n$`)],
  [['serve', '--help'], /Usage: npx probata serve[\s\S]*PROBATA_DATA_DIR/],
  [['help', 'provision'], /Usage: npx probata provision/],
]
for (const [args, out] of outputs) {
  test(`probata ${args.join(' ')}: prints the requested text`, async () => {
    const output = await run(args)
    assert.deepEqual([output.err, output.status], ['', 0])
    assert.match(output.out, out)
  })
}

test('verify ledger exits with 2, not with the status for altered rows, if it cannot read the ledger', async () => {
  const args = ['verify', 'ledger']
  const database = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }
  for (const output of [await run(args, database), await run([...args, '--checkpoint', pathOf('no.json')], database)])
    assert.deepEqual([output.out, output.status], ['', 2], output.err)
})

const rejections: [name: string, env: Env, message: RegExp][] = [
  ['a variable', { PORT: 'abc' }, /PORT is "abc": must be .*; for example PORT=8080\nSee `npx probata serve --help`\./],
  ["another machine's address", { HOST: '192.0.2.1' }, /^HOST=192\.0\.2\.1 is not an address of this machine; HOST=0/],
  [
    'a mistake in PROBATA_PROVISION',
    { PROBATA_PROVISION: writeFile('empty.json', '{}') },
    /^.*empty\.json: organizations is required$/,
  ],
]
for (const [name, env, message] of rejections) {
  test(`the server stops at start for ${name}, with one line in its log, before it creates a database`, async () => {
    const output = await run(['serve'], { PORT: '0', ...env })
    assert.deepEqual([output.out, output.status], ['', 1])
    assert.match(lastMessage(output.err), message)
    assert.equal(existsSync(pathOf('data')), false)
  })
}

test('a port in use is reported before the database is created', async () => {
  const portHolder = createServer()
  portHolder.listen(0, '127.0.0.1')
  await once(portHolder, 'listening')
  const address = portHolder.address()
  assert.ok(address && typeof address === 'object')
  const output = await run(['serve'], { PORT: String(address.port) })
  portHolder.close()
  assert.equal(output.status, 1)
  assert.match(lastMessage(output.err), new RegExp(`^Port ${address.port} of 127\\.0\\.0\\.1 is taken, .*PORT=8081$`))
  assert.equal(existsSync(pathOf('data')), false)
})

test('a port that another program takes while the database starts is reported in the same words, and the database stops', async () => {
  const portHolder = createServer()
  const port = await freePort()
  const child = launch(['serve'], { PORT: String(port), PROBATA_DATA_DIR: pathOf('late') })
  const closed = once(child, 'close')
  let log = ''
  for await (const chunk of child.stderr.setEncoding('utf8')) {
    log += chunk
    if (!portHolder.listening && log.includes('database_starting')) portHolder.listen(port, '127.0.0.1')
  }
  assert.deepEqual(await closed, [1, null])
  portHolder.close()
  assert.match(lastMessage(log), new RegExp(`^Port ${port} of 127\\.0\\.0\\.1 is taken, .*PORT=`))
  assert.equal(existsSync(pathOf('late/postgres/PG_VERSION')), true)
  assert.equal(existsSync(pathOf('late/postgres/postmaster.pid')), false)
})

test('a first start prints few lines, all JSON: progress on standard error, announcements on standard output', async () => {
  const child = launch(['serve'], { PORT: '0', PROBATA_DATA_DIR: pathOf('first') })
  const closed = once(child, 'close')
  const log = text(child.stderr)
  const output: { event: string }[] = []
  let partialLine = ''
  for await (const chunk of child.stdout.setEncoding('utf8')) {
    const lines = `${partialLine}${chunk}`.split('\n')
    partialLine = lines.pop() ?? ''
    output.push(...lines.map(line => JSON.parse(line)))
    if (output.at(-1)?.event === 'ready') child.kill('SIGTERM')
  }
  assert.deepEqual(await closed, [0, null])
  assert.deepEqual([output.map(({ event }) => event), partialLine], [['setup', 'ready'], ''])
  const lines = (await log)
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))
    // Ignores this event, which is logged if the machine stalls for 15 s.
    .filter(({ event }) => event !== 'job_late')
  assert.deepEqual(
    lines.map(({ event, first }) => [event, first]),
    [
      ['database_starting', true],
      ['migrated', undefined],
      ['stopping', undefined],
    ],
  )
})

/** Returns the settings of a server that runs `code` as soon as it serves. */
const afterReady = (name: string, code: string): Env => {
  const preload = writeFile(
    name,
    `const { write } = process.stdout
     process.stdout.write = function (line, ...rest) {
       if (String(line).includes('"ready"')) setImmediate(() => { ${code} })
       return write.call(this, line, ...rest)
     }`,
  )
  return { NODE_OPTIONS: `--import ${preload}`, PORT: '0', PROBATA_DATA_DIR: pathOf('first') }
}

const crashes: [name: string, code: string, output: object][] = [
  ['uncaught error', 'throw new TypeError("not a function")', { event: 'uncaught_error', class: 'TypeError' }],
  ['unhandled rejection', 'Promise.reject(new RangeError())', { event: 'unhandled_rejection', class: 'RangeError' }],
]
for (const [name, code, expected] of crashes) {
  test(`a Node warning and an ${name} are logged once each as log lines, and the server exits`, async () => {
    const warn = `process.emitWarning('this feature is deprecated', { type: 'DeprecationWarning', code: 'DEP0169' })`
    const output = await run(
      ['serve'],
      afterReady(`${name.replace(' ', '-')}.mjs`, `${warn}; setImmediate(() => { ${code} })`),
    )
    assert.equal(output.status, 1)
    const lines = output.err
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line))
      .map(({ level, event, kind, error }) => ({ level, event, kind, class: error?.class, code: error?.code }))
    // Only these lines are compared, because jobs also run at startup and may report findings, such as a run that the
    // previous process left open.
    assert.deepEqual(
      lines.filter(({ event, level }) => event === 'node_warning' || level === 'fatal'),
      [
        { level: 'warn', event: 'node_warning', kind: 'deprecation', class: 'Error', code: 'DEP0169' },
        { level: 'fatal', kind: undefined, code: undefined, ...expected },
      ],
    )
    assert.equal(lines.at(-1)?.level, 'fatal')
  })
}

const licensed = createIssuer()
after(() => licensed[Symbol.dispose]())

const inAYear = { nbf: 1_700_000_000, exp: 32_000_000_000 }
const checks: [title: string, token: string, status: number, pattern: RegExp][] = [
  ['that is valid', signed(claimsFrom(0, inAYear), licensed.privateKey), 0, /"state":"valid".*"plan":"enterprise"/],
  ['that has expired', signed(claimsFrom(0), licensed.privateKey), 1, /"state":"expired"/],
  ['from another issuer', signed(claimsFrom(0, inAYear), issuerKeys().privateKey), 1, /"problem":"signature"/],
]
for (const [title, token, status, pattern] of checks) {
  test(`probata license check: a license ${title}`, async () => {
    licensed.put(token)
    const output = await run(['license', 'check', licensed.file, '--json'], licensed.env)
    assert.deepEqual([output.err, output.status], ['', status])
    assert.match(output.out, pattern)
    assert.equal(existsSync(pathOf('data')), false)
  })
}

test('a license is read at the start and on SIGHUP, and shown', async () => {
  licensed.put(signed(claimsFrom(0, inAYear), licensed.privateKey))
  const env = { ...licensed.env, PROBATA_DATA_DIR: pathOf('first') }
  const child = launch(['serve'], { ...env, PORT: '0' })
  const ended = once(child, 'close')
  child.stderr.resume()
  for await (const line of child.stdout.setEncoding('utf8')) if (line.includes('"ready"')) break
  const show = async () => (await run(['license', 'show'], env)).out
  const waitUntilShown = async (pattern: RegExp) => until(`${pattern}`, async () => pattern.test(await show()))
  await waitUntilShown(/state: valid[\s\S]*all others: storage\.s3 yes[\s\S]*the server: valid since /)
  licensed.put(
    signed(claimsFrom(0, { ...inAYear, jti: 'lic_2', plan: 'bigger', exp: 1_700_000_001 }), licensed.privateKey),
  )
  child.kill('SIGHUP')
  await waitUntilShown(/the server: expired since/)
  const [, installId = ''] = /^this install: (ins_\w{26})$/m.exec(await show()) ?? []
  for (const [aud, status, pattern] of [
    [installId, 0, new RegExp(`^bound to the install ${installId}$`, 'm')],
    ['ins_another', 1, /^problem: audience\nIt is bound to another install\.$/m],
  ] as const) {
    licensed.put(signed(claimsFrom(0, { ...inAYear, aud }), licensed.privateKey))
    const checked = await run(['license', 'check', licensed.file], env)
    assert.equal(checked.status, status)
    assert.match(checked.out, pattern)
  }
  child.kill('SIGTERM')
  assert.deepEqual(await ended, [0, null])
})

/** The commands that accept --json, with their exit codes while a server runs. */
const jsonCommands: readonly (readonly [command: string, status: number])[] = [
  ['license show', 0],
  ['storage scrub', 0],
  ['doctor', 0],
  ['verify ledger', 3],
  ['ledger checkpoint', 0],
  ['ledger keys', 0],
]

test('storage check, migrate, scrub and doctor work while a server runs', async () => {
  const env = { PROBATA_DATA_DIR: pathOf('checked') }
  assert.match((await run(['storage', 'check'], env)).err, /There is no Probata in .*checked/)
  const child = launch(['serve'], { ...env, PORT: '0' })
  const closed = once(child, 'close')
  child.stderr.resume()
  for await (const line of child.stdout.setEncoding('utf8')) if (line.includes('"ready"')) break
  const { out: stdout, err, status } = await run(['storage', 'check', '--json'], env)
  assert.deepEqual([err, status], ['', 0])
  const { organization, name, passed } = JSON.parse(stdout)
  assert.deepEqual([organization, name, passed], ['workspace', 'local', true])
  assert.match((await run(['storage', 'check'], env)).out, /^workspace: local \(stb_\w+, active\) passed\n$/)
  const scrubbed = await run(['storage', 'scrub', '--now'], env)
  assert.deepEqual(scrubbed, { out: 'workspace: read 0 copies, 0 B; all right\n', err: '', status: 0 })
  const doctor = await run(['doctor'], env)
  assert.deepEqual([doctor.err, doctor.status], ['', 0])
  const checks = ['database: answer', 'database: writing', 'database: login', 'database: clock', 'jobs: all']
  const expectedLines = [...checks, 'license: community', 'storage: workspace: local', 'files: workspace'].map(
    check => `ok  ${check}: .+\\n`,
  )
  assert.match(doctor.out, new RegExp(`^${expectedLines.join('')}$`))
  for (const [command, status] of jsonCommands) {
    const { out: stdout, err, status: exit } = await run([...command.split(' '), '--json'], env)
    assert.equal(exit, status, `${command}: ${err}`)
    for (const line of stdout.trim().split('\n')) assert.equal(typeof JSON.parse(line), 'object', `${command}: ${line}`)
  }
  const migrate = ['storage', 'migrate', '--organization', 'workspace', '--to']
  const unknownTarget = await run([...migrate, 'Frankfurt', '--dry-run'], env)
  assert.deepEqual([unknownTarget.out, unknownTarget.status], ['', 1])
  assert.match(
    unknownTarget.err,
    /^workspace has no storage binding "Frankfurt"; it has local \(stb_\w+, active\)\.\n$/,
  )
  child.kill('SIGTERM')
  assert.deepEqual(await closed, [0, null])
})
