import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Log } from '#lib/log.ts'

const policy = (directives: Readonly<Record<string, string>>): string =>
  Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ')

/** Nothing inline runs; styles that the app writes as it runs carry the nonce of the page (CSP level 3). */
const appPolicy = (nonce: string): string =>
  policy({
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': `'self' 'nonce-${nonce}'`,
    'img-src': "'self' blob: data:",
    'font-src': "'self'",
    'connect-src': "'self'",
    'worker-src': "'self'",
    'frame-src': "'self'",
    'manifest-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
  })

/**
 * The frame in which attachments are drawn: of no origin (`sandbox`), so that what runs in it has no cookie, no storage
 * and nobody to talk to but the page that embeds it.
 */
const previewPolicy = policy({
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'img-src': 'blob: data:',
  'font-src': 'data: blob:',
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'self'",
  sandbox: 'allow-scripts',
})

/** A worker has the policy of its own file: it asks our endpoints and loads nothing. */
const workerPolicy = policy({ 'default-src': "'none'", 'connect-src': "'self'" })
const isWorker = (path: string): boolean => /-worker-[\w-]+\.js(\.br|\.gz)?$/.test(path)

const nonceMark = '__CSP_NONCE__'
const notBuilt = '<!doctype html><title>Probata</title><p>The web app is not built: run <code>npm run build</code>.</p>'

const readPage = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return notBuilt
  }
}

const html = 'text/html; charset=utf-8'

/** Whether somebody opens a page of the app, at an address which no route has. */
export const asksForPage = ({ method, url, headers }: FastifyRequest): boolean =>
  method === 'GET' && !/^\/(api|assets)(\/|$)/i.test(url) && (headers.accept ?? '').includes('text/html')

/**
 * Serves the web app that `npm run build` made: its files for good, since their names carry their digests, and its one
 * page at `/` and wherever a browser asks for a page that is none of the server's own.
 */
export const serveWebApp = async (app: FastifyInstance, directory: string, log: Log): Promise<void> => {
  if (!existsSync(join(directory, 'index.html')))
    log.warn({ event: 'web_app_not_built', detail: 'npm run build makes it' })
  const page = readPage(join(directory, 'index.html'))
  const preview = readPage(join(directory, 'preview.html')).replaceAll(nonceMark, '')
  const icon = readPage(join(directory, 'icon.svg'))
  const config = { public: true } as const

  const sendApp = (_request: FastifyRequest, reply: FastifyReply) => {
    const nonce = randomBytes(16).toString('base64')
    return reply
      .code(200)
      .headers({ 'content-security-policy': appPolicy(nonce), 'cache-control': 'no-store' })
      .type(html)
      .send(page.replaceAll(nonceMark, nonce))
  }

  if (existsSync(join(directory, 'assets')))
    await app.register(fastifyStatic, {
      root: join(directory, 'assets'),
      prefix: '/assets/',
      preCompressed: true,
      immutable: true,
      maxAge: '365d',
      index: false,
      decorateReply: false,
      // The preview's frame has no origin, so that to it even our own files are another's (Fetch standard, CORS).
      setHeaders: (reply, path) => {
        if (isWorker(path)) reply.header('content-security-policy', workerPolicy)
        reply.header('access-control-allow-origin', '*')
        reply.header('cross-origin-resource-policy', 'cross-origin')
      },
    })
  app.get('/icon.svg', { config }, (_request, reply) =>
    reply.header('cache-control', 'public, max-age=86400').type('image/svg+xml').send(icon),
  )
  app.get('/preview', { config }, (_request, reply) =>
    reply.headers({ 'content-security-policy': previewPolicy, 'cache-control': 'no-cache' }).type(html).send(preview),
  )
  app.get('/', { config }, sendApp)
  app.setNotFoundHandler(sendApp)
}
