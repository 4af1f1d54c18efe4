import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Log } from '#lib/log.ts'
import { readEarlyFiles } from './early-files.ts'
import { readMethods } from './known-paths.ts'
import { sendSharedFile, sharedFile } from './shared-file.ts'
import { verifyCommandName } from './verifier-page.ts'
import { serveAssets } from './web-assets.ts'

const policy = (directives: Readonly<Record<string, string>>): string =>
  Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ')

/** Blocks inline scripts; styles that the app adds at run time carry the page's nonce (CSP level 3). */
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
 * The policy of the frame that displays attachments. The frame has no origin (`sandbox`), so content that runs in it
 * has no cookies or storage, and can reach only the embedding page.
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

/** The page that verifies bundles contains its own policy, because people also open it as a file. */
const verifierPolicy = (page: string): string => {
  const [, embedded = "default-src 'none'"] = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(page) ?? []
  return `${embedded}; frame-ancestors 'none'`
}

/** A service worker has the policy of its own file: it fetches the app's files and loads nothing else. */
const serviceWorkerPolicy = policy({ 'default-src': "'none'", 'connect-src': "'self'" })

const nonceMark = '__CSP_NONCE__'
/** The element that the app renders into. */
const rootMark = '<div id="root"></div>'
const wrapFrame = (frame: string): string => `<div id="early">${frame}</div>`
const notBuilt = '<!doctype html><title>Probata</title><p>The web app is not built: run <code>npm run build</code>.</p>'

const readPage = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return notBuilt
  }
}

const html = 'text/html; charset=utf-8'
// Files have an extension; pages of the app do not. `.well-known` is for machines.
const isFile = (path: string): boolean => /^\/(api|assets)(\/|$)|\/\.|\.[^/]*$/i.test(path)

/** Whether a browser is navigating to a page of the app, at a path without a route. */
export const asksForPage = ({ method, url, headers }: FastifyRequest): boolean =>
  readMethods.includes(method) && !isFile(url.split('?')[0] ?? '') && (headers.accept ?? '').includes('text/html')

type Serve = (url: string, text: string, headers: Readonly<Record<string, string>>) => void

/** Serves the command that verifies bundles, and its digest in the format of `sha256sum --check`. */
const serveVerifyCommand = (directory: string, serve: Serve): void => {
  const types = { [verifyCommandName]: 'text/javascript', [`${verifyCommandName}.sha256`]: 'text/plain' }
  for (const [name, type] of Object.entries(types)) {
    if (!existsSync(join(directory, name))) continue
    serve(`/verify/${name}`, readFileSync(join(directory, name), 'utf8'), {
      'cache-control': 'no-cache',
      'content-disposition': `attachment; filename="${name}"`,
      'content-type': `${type}; charset=utf-8`,
    })
  }
}

/**
 * Serves the web app that `npm run build` has built: its page at `/`, and its files, which are cacheable forever
 * because their names contain their digests. Returns a handler that sends the page for every other navigation.
 */
export const serveWebApp = (app: FastifyInstance, directory: string, log: Log) => {
  if (!existsSync(join(directory, 'index.html')))
    log.warn({ event: 'web_app_not_built', detail: 'npm run build creates it' })
  const page = readPage(join(directory, 'index.html'))
  const config = { public: true } as const
  const method = readMethods

  const findEarly = readEarlyFiles(join(directory, 'early.json'))
  const sendApp = (request: FastifyRequest, reply: FastifyReply) => {
    const nonce = randomBytes(16).toString('base64')
    const early = findEarly(request)
    if (early) reply.header('link', early.link)
    return reply
      .code(200)
      .header('content-security-policy', appPolicy(nonce))
      .type(html)
      .send(page.replaceAll(nonceMark, nonce).replace(rootMark, `${rootMark}${early ? wrapFrame(early.frame) : ''}`))
  }

  const serve = (url: string, text: string, headers: Readonly<Record<string, string>>) => {
    const file = sharedFile(Buffer.from(text), headers)
    app.route({ method, url, config, handler: (request, reply) => sendSharedFile(request, reply, file) })
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
  const worker = join(directory, 'service-worker.js')
  if (existsSync(worker))
    serve('/service-worker.js', readFileSync(worker, 'utf8'), {
      'cache-control': 'no-cache',
      'content-security-policy': serviceWorkerPolicy,
      'content-type': 'text/javascript; charset=utf-8',
    })
  const verifier = readPage(join(directory, 'verify.html'))
  serve('/verify', verifier, {
    'cache-control': 'no-cache',
    'content-security-policy': verifierPolicy(verifier),
    'content-type': html,
  })
  serveVerifyCommand(directory, serve)
  app.route({ method, url: '/', config, handler: sendApp })
  return sendApp
}
