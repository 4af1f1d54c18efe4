/** Sends requests for the measured thread, so that their cost is not counted. */
import { Agent, request } from 'node:http'
import { parentPort } from 'node:worker_threads'
import type { ThreadRequest } from './caller.ts'

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

const send = ({ url, method, headers, body }: ThreadRequest) =>
  new Promise<{ status: number; text: string; bytes: number; cookie: string }>((resolve, reject) => {
    const outgoing = request(url, { method, headers, agent }, async response => {
      const { socket } = response
      const receivedBefore = outgoing.reusedSocket ? received : 0
      const chunks: Buffer[] = []
      for await (const chunk of response) chunks.push(chunk)
      received = socket.bytesRead
      const cookie = (response.headers['set-cookie'] ?? []).map(one => one.split(';')[0]).join('; ')
      const text = Buffer.concat(chunks).toString()
      resolve({ status: response.statusCode ?? 0, text, bytes: received - receivedBefore, cookie })
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })

/** The bytes received on the connection before the current request. */
let received = 0

parentPort?.on('message', async (threadRequest: ThreadRequest) => {
  const { text, ...reply } = await send(threadRequest)
  // Response bodies are returned only while nothing is measured.
  parentPort?.postMessage(threadRequest.needsBody || reply.status >= 400 ? { ...reply, text } : reply)
})
