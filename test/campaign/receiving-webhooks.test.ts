import assert from 'node:assert/strict'
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { minute, second } from '#lib/clock.ts'
import { newSigningSecret, signatureHeaders, signingKeys } from '#src/features/webhooks/engine/sign.ts'
import { freePort } from '#test/free-port.ts'
import { machineTime } from '#test/time-ahead.ts'
import { until } from '#test/until.ts'

const root = join(import.meta.dirname, '..', '..')
const page = readFileSync(join(root, 'docs/receiving-webhooks.md'), 'utf8')

/** The fenced code blocks of the page that have a file name, which are runnable programs. */
const programs = new Map(
  page
    .matchAll(/^```\w+ (?<name>[\w.-]+)\n(?<code>.*?)^```$/gms)
    .map(({ groups }) => [groups?.name ?? '', groups?.code ?? '']),
)

const secret = newSigningSecret()

interface Message {
  readonly body: Buffer
  readonly headers: Readonly<Record<string, string>>
}

const body = Buffer.from('{"id":"evt_01JZ8Q4D3N6V0M2K5T7W9Y1B4C","data":{"claim":{"title":"Prüfbericht 監査"}}}')

const signedMessage = (secrets: readonly string[], at = machineTime()): Message => ({
  body,
  headers: {
    'content-type': 'application/json',
    ...signatureHeaders({
      keys: secrets.map(signingKeys),
      deliveryId: 'whd_01JZ8Q4D3N6V0M2K5T7W9Y1B4C',
      eventId: 'evt_01JZ8Q4D3N6V0M2K5T7W9Y1B4C',
      type: 'evidence.claim.created',
      at,
      body,
    }),
  },
})

const omitHeaders = (message: Message, names: RegExp): Message => ({
  ...message,
  headers: Object.fromEntries(Object.entries(message.headers).filter(([name]) => !names.test(name))),
})

const otherSecret = newSigningSecret()
const signatures = /^(x-service-signature|webhook-signature)$/

const validMessages: Readonly<Record<string, () => Message>> = {
  'signed with its secret': () => signedMessage([secret]),
  'signed with both secrets of a rotation, its own the newer': () => signedMessage([secret, otherSecret]),
  'signed with both secrets of a rotation, its own the older': () => signedMessage([otherSecret, secret]),
  'signed four minutes ago': () => signedMessage([secret], machineTime() - 4 * minute),
}

const forgedMessages: Readonly<Record<string, () => Message>> = {
  'signed with another secret': () => signedMessage([otherSecret]),
  'with other bytes': () => ({ ...signedMessage([secret]), body: Buffer.from(body.toString().replace('Pr', 'pR')) }),
  'with re-serialised bytes': () => ({
    ...signedMessage([secret]),
    body: Buffer.from(JSON.stringify(JSON.parse(`${body}`), null, 1)),
  }),
  'signed six minutes ago': () => signedMessage([secret], machineTime() - 6 * minute),
  'without signatures': () => omitHeaders(signedMessage([secret]), signatures),
  'without timestamps': () => omitHeaders(signedMessage([secret]), /timestamp/),
  'with the timestamp of another attempt': () => ({
    body,
    headers: {
      ...signedMessage([secret], machineTime() - 10 * minute).headers,
      'x-service-timestamp': new Date(machineTime()).toISOString(),
      'webhook-timestamp': String(Math.floor(machineTime() / second)),
    },
  }),
}

type SendMessage = (message: Message) => Promise<number>

const assertRejectsForgeries = async (send: SendMessage): Promise<void> => {
  for (const [name, make] of Object.entries(validMessages)) {
    const status = await send(make())
    assert.ok(status >= 200 && status < 300, `a request ${name} got ${status}`)
  }
  for (const [name, make] of Object.entries(forgedMessages)) {
    const status = await send(make())
    assert.ok(status >= 400 && status < 500, `a request ${name} got ${status}`)
  }
}

const waitUntilListening = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const socket = connect(port, '127.0.0.1', () => resolve(true))
    socket.once('error', () => resolve(false)).once('connect', () => socket.destroy())
  })

const untilListening = async (program: ChildProcess, port: number): Promise<void> => {
  await until('the receiver listens', async () => {
    assert.equal(program.exitCode, null, 'the receiver exited before it listened')
    return waitUntilListening(port)
  })
}

/** Creates a folder with the program of this name. The packages of this checkout are available there. */
const writeProgram = async (name: string) => {
  const code = programs.get(name)
  assert.ok(code, `docs/receiving-webhooks.md has no block named ${name}`)
  const directory = await mkdtempDisposable(join(tmpdir(), 'probata-docs-'))
  symlinkSync(join(root, 'node_modules'), join(directory.path, 'node_modules'))
  writeFileSync(join(directory.path, 'package.json'), '{"type":"module"}')
  const file = join(directory.path, name)
  writeFileSync(file, code)
  return { file, [Symbol.asyncDispose]: () => directory.remove() }
}

// Go and the shell use the clock of the machine, so all programs must.
const environment = { ...process.env, TEST_TIME_AHEAD: '0', SIGNING_SECRET: secret }

/** Runs the program until the test ends; returns the URL of its receiver. */
const run = async (command: string, args: readonly string[]) => {
  const port = await freePort()
  const env = { ...environment, PORT: String(port), GO111MODULE: 'off' }
  const program = spawn(command, args, { env, stdio: ['ignore', 'ignore', 'pipe'], detached: true })
  let output = ''
  program.stderr.setEncoding('utf8').on('data', text => {
    output += text
  })
  const end = async () => {
    // Kills the process group, because `go run` starts a child process that serves.
    if (program.pid !== undefined && program.exitCode === null) process.kill(-program.pid, 'SIGKILL')
    if (program.exitCode === null && program.signalCode === null) await once(program, 'exit')
  }
  await untilListening(program, port).catch(async error => {
    await end()
    throw new Error(output, { cause: error })
  })
  return { url: `http://127.0.0.1:${port}/`, [Symbol.asyncDispose]: end }
}

const post =
  (url: string): SendMessage =>
  async ({ body, headers }) => {
    const response = await fetch(url, { method: 'POST', headers, body: new Uint8Array(body) })
    await response.arrayBuffer()
    return response.status
  }

/** Sends a request whose body is cut off, which a receiver must survive. */
const sendTruncated = async (url: string): Promise<void> => {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  await once(socket, 'connect')
  const fields = Object.entries(signedMessage([secret]).headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const requestHead = `POST / HTTP/1.1\r\nhost: receiver\r\ncontent-length: 100\r\n${fields.join('')}\r\n`
  await new Promise(resolve => socket.write(`${requestHead}{"id"`, resolve))
  socket.resetAndDestroy()
  await once(socket, 'close')
}

const isInstalled = (command: string, ...args: string[]): boolean => {
  try {
    execFileSync(command, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const skipWithout = (...commands: readonly (readonly [string, string])[]): { skip: string | false } => {
  const missingPrograms = commands
    .filter(([command, version]) => !isInstalled(command, version))
    .map(([command]) => command)
  return { skip: missingPrograms.length > 0 && `not run: this machine has no ${missingPrograms.join(', ')}` }
}

interface Server {
  readonly name: string
  readonly command: readonly [string, ...string[]]
  readonly needs: readonly (readonly [string, string])[]
}

const servers: readonly Server[] = [
  { name: 'receiver.ts', command: [process.execPath], needs: [] },
  { name: 'receiver-standard.ts', command: [process.execPath], needs: [] },
  { name: 'receiver.py', command: ['python3', '-W', 'error'], needs: [['python3', '--version']] },
  { name: 'receiver.go', command: ['go', 'run'], needs: [['go', 'version']] },
]

for (const { name, command, needs } of servers)
  test(`${name} of the docs accepts signed deliveries and rejects forged ones`, skipWithout(...needs), async () => {
    await using program = await writeProgram(name)
    const [executable, ...args] = command
    await using receiver = await run(executable, [...args, program.file])
    await sendTruncated(receiver.url)
    await assertRejectsForgeries(post(receiver.url))
  })

const skipWithoutShell = skipWithout(['bash', '--version'], ['openssl', 'version'])

/** Runs the program as a web server runs a CGI program (RFC 3875); returns the status that it prints. */
const cgi =
  (file: string): SendMessage =>
  ({ body, headers }) =>
    new Promise((resolve, reject) => {
      const fields = Object.entries(headers).map(([name, value]) => [
        `HTTP_${name.toUpperCase().replaceAll('-', '_')}`,
        value,
      ])
      const env = { ...environment, CONTENT_LENGTH: String(body.length), ...Object.fromEntries(fields) }
      const program = execFile('bash', [file], { env }, (_, output) => {
        const status = /^Status: (\d{3}) /.exec(output)?.[1]
        return status ? resolve(Number(status)) : reject(new Error(`the CGI program printed ${JSON.stringify(output)}`))
      })
      program.stdin?.on('error', () => {}).end(body)
    })

test('receiver.sh of the docs accepts signed deliveries and rejects forged ones', skipWithoutShell, async () => {
  await using program = await writeProgram('receiver.sh')
  await assertRejectsForgeries(cgi(program.file))
})

test(
  'send.sh of the docs signs requests that a receiver accepts',
  skipWithout(['curl', '--version'], ['bash', '--version']),
  async () => {
    await using receiver = await writeProgram('receiver.ts')
    await using running = await run(process.execPath, [receiver.file])
    await using sender = await writeProgram('send.sh')
    const send = (signingSecret: string) => {
      const env = { ...environment, SIGNING_SECRET: signingSecret, RECEIVER_URL: running.url }
      return execFileSync('bash', [sender.file], { env, encoding: 'utf8' }).trim()
    }
    assert.deepEqual([send(secret), send(otherSecret)], ['204', '400'])
  },
)

test('this file runs every program of the docs', () => {
  const testedPrograms = [...servers.map(({ name }) => name), 'receiver.sh', 'send.sh']
  assert.deepEqual([...programs.keys()].sort(), testedPrograms.sort())
})
