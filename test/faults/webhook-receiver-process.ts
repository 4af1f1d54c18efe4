import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { connect } from './http.ts'

/** A request as recorded by the receiver. */
export interface Receipt {
  readonly at: number
  readonly path: string
  readonly event: string
  readonly claim: string
  readonly delivery: string
  readonly status: number
}

export interface ReceiverProcess extends AsyncDisposable {
  readonly url: string
  /** Returns the number of requests so far, and of requests without a response. */
  state(): Promise<{ taken: number; open: number }>
  receipts(): Receipt[]
}

const toReceipt = (line: string): Receipt => {
  const [time, path = '', event = '', claim = '', delivery = '', status] = line.split(' ')
  return { at: Number(time), path, event, claim, delivery, status: Number(status) }
}

/** Starts webhook-receiver.ts. `longestMs` is the longest time that a response may take. */
export const startReceiverProcess = async (file: string, longestMs: number): Promise<ReceiverProcess> => {
  const script = join(import.meta.dirname, 'webhook-receiver.ts')
  const child = spawn(process.execPath, [script, file, String(longestMs)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const killWithUs = () => child.kill('SIGKILL')
  process.once('exit', killWithUs)
  const exited = once(child, 'exit').then(() => process.off('exit', killWithUs))
  const [url]: string[] = await once(createInterface({ input: child.stdout }), 'line')
  if (!url) throw new Error('the receiver did not start')
  const connections = connect(url)
  return {
    url,
    async state() {
      const { text } = await connections.send({ method: 'GET', path: '/state' })
      return JSON.parse(text)
    },
    receipts: () => readFileSync(file, 'utf8').split('\n').filter(Boolean).map(toReceipt),
    async [Symbol.asyncDispose]() {
      connections[Symbol.dispose]()
      child.kill('SIGKILL')
      await exited
    },
  }
}
