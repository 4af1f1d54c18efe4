/**
 * Keeps the static files of the app in the browser, so that every page can be shown while the server does not respond
 * (docs/decisions/151). It never touches calls to `/api`, downloads or any other response about a person: it answers
 * only requests for files of the build, and navigations for which the server gives no response.
 */
import { isGatewayStatus } from '#web/api/gateway.ts'
import { findDocument, findFile, keepAll, removeOld } from './kept-files.ts'
import type { FetchOfPage, WorkerScope } from './worker-scope.ts'

declare const self: WorkerScope

/** The longest wait for a document. A server that was cut off gives no error, only silence. */
const patienceMs = 5000

// Other documents and files of the server; the app's own pages have no extension.
const notOfApp = /^\/(api|assets|docs|ledger|metrics|preview|verify)(\/|$)|\/\.|\.[^/]*$/

const answerFile = async (request: Request, path: string): Promise<Response> => (await findFile(path)) ?? fetch(request)

const silence = (): Promise<undefined> => new Promise(done => setTimeout(() => done(undefined), patienceMs))

/** The server's document, or the kept one if the server does not respond. */
const answerDocument = async ({ request, preloadResponse }: FetchOfPage): Promise<Response> => {
  const response = preloadResponse.then(early => early ?? fetch(request))
  const inTime = await Promise.race([response, silence()]).catch(() => undefined)
  if (inTime && !isGatewayStatus(inTime.status)) return inTime
  return (await findDocument()) ?? response
}

self.addEventListener('install', event => event.waitUntil(keepAll().then(() => self.skipWaiting())))

self.addEventListener('activate', event =>
  event.waitUntil(
    Promise.all([self.registration.navigationPreload?.enable(), removeOld()]).then(() => self.clients.claim()),
  ),
)

self.addEventListener('fetch', event => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (pathname.startsWith('/assets/')) event.respondWith(answerFile(request, pathname))
  else if (request.mode === 'navigate' && !notOfApp.test(pathname)) event.respondWith(answerDocument(event))
})
