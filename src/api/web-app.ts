import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Log } from '#lib/log.ts'
import { readMethods } from './known-paths.ts'
import { sendShared, sharedFile } from './shared-file.ts'
import { serveAssets } from './web-assets.ts'

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
// A file's name has an ending, the app's addresses have none; those of `.well-known` are for machines.
const isFile = (path: string): boolean => /^\/(api|assets)(\/|$)|\/\.|\.[^/]*$/i.test(path)

/** Whether somebody opens a page of the app, at an address which no route has. */
export const asksForPage = ({ method, url, headers }: FastifyRequest): boolean =>
  readMethods.includes(method) && !isFile(url.split('?')[0] ?? '') && (headers.accept ?? '').includes('text/html')

/**
 * Serves the web app that `npm run build` made: its files for good, since their names carry their digests, and its one
 * page at `/`. Answers what sends that page wherever a browser asks for one that is none of the server's own.
 */
export const serveWebApp = (app: FastifyInstance, directory: string, log: Log) => {
  if (!existsSync(join(directory, 'index.html')))
    log.warn({ event: 'web_app_not_built', detail: 'npm run build makes it' })
  const page = readPage(join(directory, 'index.html'))
  const config = { public: true } as const
  const method = readMethods

  const sendApp = (_request: FastifyRequest, reply: FastifyReply) => {
    const nonce = randomBytes(16).toString('base64')
    return reply
      .code(200)
      .header('content-security-policy', appPolicy(nonce))
      .type(html)
      .send(page.replaceAll(nonceMark, nonce))
  }

  const serve = (url: string, text: string, headers: Readonly<Record<string, string>>) => {
    const file = sharedFile(Buffer.from(text), headers)
    app.route({ method, url, config, handler: (request, reply) => sendShared(request, reply, file) })
  }

  serveAssets(app, join(directory, 'assets'))
  serve('/icon.svg', readPage(join(directory, 'icon.svg')), {
    'cache-control': 'public, max-age=86400',
    'content-type': 'image/svg+xml; charset=utf-8',
  })
  serve('/preview', readPage(join(directory, 'preview.html')).replaceAll(nonceMark, ''), {
    'cache-control': 'no-cache',
    'content-security-policy': previewPolicy,
    'content-type': html,
  })
  app.route({ method, url: '/', config, handler: sendApp })
  return sendApp
}
