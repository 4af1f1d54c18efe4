/**
 * The floor of `upload`: bare Fastify with multipart by @fastify/busboy. The bytes are hashed and piped to a file that
 * is neither synced nor read again. Argument: a folder.
 */
import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyHeaders } from '@fastify/busboy'
import Fastify from 'fastify'

const [folder = ''] = process.argv.slice(2)

const store = async (file: Readable): Promise<string> => {
  const sha256 = createHash('sha256')
  file.on('data', chunk => sha256.update(chunk))
  await pipeline(file, createWriteStream(join(folder, randomUUID())))
  return sha256.digest('hex')
}

const app = Fastify({ logger: false })
app.addContentTypeParser('multipart/form-data', (_request, _stream, done) => done(null))
app.post('/upload', { bodyLimit: 1024 ** 3 }, async ({ raw }) => {
  const busboy = new Busboy({ headers: raw.headers as BusboyHeaders })
  const stored = Promise.withResolvers<string>()
  busboy.on('file', (_name, file) => stored.resolve(store(file)))
  await Promise.all([pipeline(raw, busboy), stored.promise])
  return { checksumSha256: await stored.promise }
})
const url = await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`${JSON.stringify({ event: 'ready', url })}\n`)
