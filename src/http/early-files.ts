import { existsSync, readFileSync } from 'node:fs'
import type { FastifyRequest } from 'fastify'

/** The header and HTML that start a page before its scripts run. */
interface Early {
  /** A `Link` header (RFC 8288) that names the files and data that the page needs first. */
  readonly link: string
  /** HTML that the page shows until the app is there. */
  readonly frame: string
}

/** A row of `early.json`, which the build of the web app writes (web/early-files.ts). */
interface Row {
  /** A pattern of paths. The first row that matches counts. */
  readonly path: string
  readonly languages: Readonly<Record<string, Early>>
}

const defaultLanguage = 'en'

/** The languages of `Accept-Language`, in its order. Browsers list the preferred one first. */
const languagesOf = (acceptLanguage = ''): string[] => acceptLanguage.split(',').map(tag => tag.trim().slice(0, 2))

/**
 * Reads what pages need first. Returns a function that finds it for a request. A service worker that fetches the
 * document, to keep it for all pages, gets none.
 */
export const readEarlyFiles = (file: string): ((request: FastifyRequest) => Early | undefined) => {
  const rows: Row[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
  const table = rows.map(({ path, languages }) => ({ pattern: new RegExp(path), languages }))
  return ({ url, headers }) => {
    if ((headers['sec-fetch-dest'] ?? 'document') !== 'document') return undefined
    const [path = ''] = url.split('?')
    const languages = table.find(({ pattern }) => pattern.test(path))?.languages ?? {}
    const language = languagesOf(headers['accept-language']).find(one => Object.hasOwn(languages, one))
    return languages[language ?? defaultLanguage]
  }
}
