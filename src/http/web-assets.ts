import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { lazy } from '#lib/lazy.ts'
import { sentence } from '#lib/sentence.ts'
import { Refusal } from './errors.ts'
import { readMethods } from './known-paths.ts'
import { type SharedFile, sendSharedFile, sharedFile } from './shared-file.ts'

const types: Readonly<Record<string, string>> = {
  __proto__: null as never,
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.wasm': 'application/wasm',
}

// A worker has the policy of its own file: it calls our endpoints and loads nothing.
const workerPolicy = "default-src 'none'; connect-src 'self'"
const isWorker = (name: string): boolean => /-worker-[\w-]+\.js$/.test(name)

const headersOf = (name: string): Record<string, string> => ({
  'cache-control': 'public, max-age=31536000, immutable',
  'content-type': types[extname(name)] ?? 'application/octet-stream',
  // The preview frame has no origin, so even our own files are cross-origin for it (Fetch standard, CORS).
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  ...(isWorker(name) && { 'content-security-policy': workerPolicy }),
})

const load = async (file: string, name: string): Promise<SharedFile> => {
  const compressed = (ending: string) => readFile(`${file}.${ending}`).catch(() => undefined)
  const [bytes, br, gzip] = await Promise.all([readFile(file), compressed('br'), compressed('gz')])
  return sharedFile(bytes, headersOf(name), { br, gzip })
}

/**
 * Serves the files in `directory`, which the build has compressed. Requested files stay in memory, 5 MB in total.
 */
export const serveAssets = (app: FastifyInstance, directory: string): void => {
  const names = existsSync(directory) ? readdirSync(directory).filter(name => !/\.(br|gz)$/.test(name)) : []
  const files = new Map(names.map(name => [name, lazy(() => load(join(directory, name), name))]))
  app.route<{ Params: { name: string } }>({
    method: readMethods,
    url: '/assets/:name',
    config: { public: true },
    handler: async (request, reply) => {
      const file = files.get(request.params.name)
      if (!file) throw new Refusal('not_found', sentence`app.no_such_file: There is no such file; reload the page.`)
      return sendSharedFile(request, reply, await file())
    },
  })
}
