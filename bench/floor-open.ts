/**
 * The floor of `open`: bare node:http streams a file as base64, in chunks of a multiple of 3 bytes, without checking
 * its digest. Argument: the file.
 */
import { open } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'

const [path = ''] = process.argv.slice(2)
const chunkBytes = 192 * 1024

const base64 = async function* () {
  await using file = await open(path)
  for (;;) {
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafeSlow(chunkBytes), 0, chunkBytes)
    if (bytesRead === 0) return
    yield buffer.toString('base64', 0, bytesRead)
  }
}

const length = await open(path).then(async file => {
  await using opened = file
  return 4 * Math.ceil((await opened.stat()).size / 3)
})

const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': length })
  Readable.from(base64(), { objectMode: false }).pipe(response)
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.stdout.write(`${JSON.stringify({ event: 'ready', url: `http://127.0.0.1:${port}` })}\n`)
})
