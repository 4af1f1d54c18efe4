import { hash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

/** A page that the server sends as it is, with its style and script inside. */
export interface Page {
  readonly path: string
  readonly html: string
}

// CSP level 3: an inline element runs when the hash of its text is listed, so nothing injected ever does.
const hashes = (html: string, element: 'script' | 'style'): string =>
  [...html.matchAll(new RegExp(`<${element}>(.*?)</${element}>`, 'gs'))]
    .map(([, text = '']) => `'sha256-${hash('sha256', text, 'base64')}'`)
    .join(' ')

const policy = (html: string): string =>
  [
    "default-src 'none'",
    `script-src ${hashes(html, 'script')}`,
    `style-src ${hashes(html, 'style')}`,
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** Serves pages, each under a policy that allows its own script and style and nothing else. */
export const servePages = (app: FastifyInstance, pages: readonly Page[]): void => {
  for (const { path, html } of pages) {
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy(html),
      'cache-control': 'no-store',
    }
    app.get(path, (_request, reply) => reply.headers(headers).send(html))
  }
}
