import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sha256Base64url } from '#lib/hash.ts'
import type { Services } from './call.ts'
import type { Endpoint } from './endpoint.ts'
import { type DocumentName, openapi } from './openapi.ts'
import { loadReferencePage } from './reference-page.ts'

const compress = promisify(gzip)

/** A text that everybody gets alike. */
interface Page {
  readonly type: string
  readonly text: string
  readonly compressed: Buffer
  readonly etag: string
  readonly headers: Readonly<Record<string, string>>
}

const page = async (type: string, text: string, headers: Page['headers'] = {}): Promise<Page> => ({
  type: `${type}; charset=utf-8`,
  text,
  compressed: await compress(text),
  etag: sha256Base64url(text),
  headers,
})

const isKnown = ({ headers }: FastifyRequest, etag: string): boolean =>
  headers['if-none-match']?.includes(etag) ?? false

const send = (request: FastifyRequest, reply: FastifyReply, { type, text, compressed, etag, headers }: Page) => {
  const zipped = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')
  reply.headers({
    ...headers,
    'cache-control': 'public, max-age=300',
    // Weak (RFC 9110 section 8.8.1): the compressed and the plain text are the same document.
    etag: `W/"${etag}"`,
    vary: 'Accept-Encoding',
  })
  if (isKnown(request, etag)) return reply.code(304).send()
  if (zipped) reply.header('content-encoding', 'gzip')
  return reply.type(type).send(zipped ? compressed : text)
}

const addresses = {
  machine: '/api/openapi.json',
  workspace: '/api/workspace/openapi.json',
} as const satisfies Record<DocumentName, string>

const sources = [
  { title: 'Machine interface', slug: 'v1', url: addresses.machine },
  { title: 'Workspace', slug: 'workspace', url: addresses.workspace },
]

/** Makes a value when it is first asked for; after a failure the next call tries again. */
const whenAsked = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined
  return () => {
    made ??= make().catch(error => {
      made = undefined
      throw error
    })
    return made
  }
}

/**
 * Serves, to anybody, both OpenAPI documents and the page that shows them. Each is made when it is first asked for;
 * the documents carry the public address, which is known when the server listens.
 */
export const serveDocuments = (app: FastifyInstance, services: Services, endpoints: readonly Endpoint[]): void => {
  const config = { public: true } as const

  const serve = (address: string, make: () => Promise<Page>): void => {
    const asked = whenAsked(make)
    app.get(address, { config }, async (request, reply) => send(request, reply, await asked()))
  }

  const document = (name: DocumentName) => async () =>
    page('application/json', JSON.stringify(openapi(name, endpoints, services.settings.url)))

  const reference = whenAsked(() => loadReferencePage(sources))

  serve(addresses.machine, document('machine'))
  serve(addresses.workspace, document('workspace'))
  serve('/docs/', async () => {
    const { html, contentSecurityPolicy } = await reference()
    return page('text/html', html, { 'content-security-policy': contentSecurityPolicy })
  })
  serve('/docs/js/scalar.js', async () => page('text/javascript', (await reference()).script))
  app.get('/docs', { config }, (_request, reply) => reply.redirect('/docs/', 308))
}
