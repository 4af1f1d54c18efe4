import type { FastifyInstance } from 'fastify'
import { lazy } from '#lib/lazy.ts'
import type { Services } from './call.ts'
import type { Endpoint } from './endpoint.ts'
import { readMethods } from './known-paths.ts'
import { type DocumentName, openapi } from './openapi.ts'
import { loadReferencePage } from './reference-page.ts'
import { compressedFile, type SharedFile, sendSharedFile } from './shared-file.ts'

const addresses = {
  machine: '/api/openapi.json',
  workspace: '/api/workspace/openapi.json',
} as const satisfies Record<DocumentName, string>

const sources = [
  { title: 'Machine interface', slug: 'v1', url: addresses.machine },
  { title: 'Workspace', slug: 'workspace', url: addresses.workspace },
]

const page = (type: string, text: string, headers: SharedFile['headers'] = {}): Promise<SharedFile> =>
  compressedFile(text, {
    ...headers,
    'cache-control': 'public, max-age=300',
    'content-type': `${type}; charset=utf-8`,
  })

/**
 * Serves both OpenAPI documents, and the page that shows them, to anyone. Each is created on the first request, because
 * the documents contain the public address, which is known only once the server listens.
 */
export const serveDocuments = (app: FastifyInstance, services: Services, endpoints: readonly Endpoint[]): void => {
  const config = { public: true } as const
  const method = readMethods

  const serve = (url: string, make: () => Promise<SharedFile>): void => {
    const file = lazy(make)
    app.route({ method, url, config, handler: async (request, reply) => sendSharedFile(request, reply, await file()) })
  }

  const document = (name: DocumentName) => async () =>
    page('application/json', JSON.stringify(openapi(name, endpoints, services.settings.url)))

  const reference = lazy(() => loadReferencePage(sources))

  serve(addresses.machine, document('machine'))
  serve(addresses.workspace, document('workspace'))
  serve('/docs/', async () => {
    const { html, contentSecurityPolicy } = await reference()
    return page('text/html', html, { 'content-security-policy': contentSecurityPolicy })
  })
  serve('/docs/js/scalar.js', async () => page('text/javascript', (await reference()).script))
  app.route({ method, url: '/docs', config, handler: (_request, reply) => reply.redirect('/docs/', 308) })
}
