import { createHash } from 'node:crypto'
import Fastify from 'fastify'

/** The page that shows the OpenAPI documents to people. */
export interface ReferencePage {
  readonly html: string
  readonly script: string
  readonly contentSecurityPolicy: string
}

/** An OpenAPI document that the page offers. */
export interface DocumentSource {
  readonly title: string
  readonly slug: string
  readonly url: string
}

// Turns off everything in Scalar that would contact other servers.
const configuration = (sources: readonly DocumentSource[]) => ({
  pageTitle: 'Probata API',
  sources: sources.map(source => ({ ...source, agent: { disabled: true } })),
  telemetry: false,
  withDefaultFonts: false,
  hideClientButton: true,
  showDeveloperTools: 'never' as const,
  mcp: { disabled: true },
  documentDownloadType: 'json' as const,
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' } as const,
})

const hashOf = (script: string): string => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

// The page starts with one inline script, which the policy allows by its digest, and which adds styles while it runs.
const policyFor = (html: string): string => {
  const inline = [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>(.*?)<\/script>/gs)].map(([, text]) => text ?? '')
  return [
    "default-src 'none'",
    `script-src 'self' ${inline.map(hashOf).join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

const style = `<style>
      :root { --scalar-custom-header-height: 36px; }
      .way-back { position: sticky; top: 0; z-index: 10; box-sizing: border-box; height: 36px; padding: 8px 16px;
        border-bottom: 1px solid var(--scalar-border-color); background: var(--scalar-background-1);
        font: 14px/20px system-ui, sans-serif; }
      .way-back a { color: var(--scalar-color-1); }
      body.light-mode { --scalar-color-2: #4a5560; --scalar-color-3: #5c6670; --scalar-color-green: #06603f;
        --scalar-color-orange: #8f4700; --scalar-color-red: #b42318; --scalar-color-blue: #1a5fb4;
        --scalar-color-yellow: #7a4a00; --scalar-color-accent: #1a5fb4; --scalar-sidebar-search-color: #5c6670; }
      body.dark-mode { --scalar-color-3: #a0a8b0; --scalar-sidebar-search-color: #a0a8b0; }
    </style>`

/** Gives the package's page colours with enough contrast (WCAG 2.2, 1.4.3) and a bar that links back to the app. */
const withWayBack = (html: string): string =>
  html
    .replace('<html>', '<html lang="en">')
    .replace('</head>', `  ${style}\n  </head>`)
    .replace('<body>', '<body>\n    <nav class="way-back"><a href="/">Back to the workspace</a></nav>')

/**
 * Renders the page with @scalar/fastify-api-reference. Loaded on the first visit, because the package takes 130 ms and
 * 42 MB.
 */
export const loadReferencePage = async (sources: readonly DocumentSource[]): Promise<ReferencePage> => {
  const { default: plugin } = await import('@scalar/fastify-api-reference')
  await using app = Fastify()
  await app.register(plugin, { routePrefix: '/docs', configuration: configuration(sources) })
  const [page, script] = await Promise.all([app.inject('/docs/'), app.inject('/docs/js/scalar.js')])
  const html = withWayBack(page.body)
  return { html, script: script.body, contentSecurityPolicy: policyFor(html) }
}
