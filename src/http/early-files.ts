import { existsSync, readFileSync } from 'node:fs'
import type { FastifyRequest } from 'fastify'

/** The header and HTML that a page needs before its scripts run. */
interface EarlyFiles {
  /** A `Link` header (RFC 8288) that names the files and data that the page needs first. */
  readonly link: string
  /** HTML that the page shows until the app has loaded. */
  readonly frame: string
}

/** A row of `early.json`, which the build of the web app writes (web/early-files.ts). */
interface Row {
  /** A regular expression. The first row that matches the path applies. */
  readonly path: string
  readonly languages: Readonly<Record<string, EarlyFiles>>
}

const defaultLanguage = 'en'

/** The languages of `Accept-Language`, in its order. Browsers list the preferred one first. */
const languagesOf = (acceptLanguage = ''): string[] => acceptLanguage.split(',').map(tag => tag.trim().slice(0, 2))

/**
 * Reads `early.json`. Returns a function that finds the early files of a request; undefined if the request is not a
 * navigation, such as that of a service worker, which caches the document for all pages.
 */
export const readEarlyFiles = (file: string): ((request: FastifyRequest) => EarlyFiles | undefined) => {
  const rows: Row[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
  const table = rows.map(({ path, languages }) => ({ pattern: new RegExp(path), languages }))
  return ({ url, headers }) => {
    if ((headers['sec-fetch-dest'] ?? 'document') !== 'document') return undefined
    const [path = ''] = url.split('?')
    const languages = table.find(({ pattern }) => pattern.test(path))?.languages ?? {}
    const language = languagesOf(headers['accept-language']).find(tag => Object.hasOwn(languages, tag))
    return languages[language ?? defaultLanguage]
  }
}
