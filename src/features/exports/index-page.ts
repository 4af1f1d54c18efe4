import type { TreeHead } from '#http/ledger.ts'
import { sampleMark } from '#http/sample.ts'
import { verifyCommandName } from '#http/verifier-page.ts'
import type { PublishedCheckpoint } from '#shared/bundles.ts'
import type { CollectedScope } from './collect.ts'
import { escapeHtml } from './escape-html.ts'
import type { EvidenceExport } from './export.ts'
import { indexPageFamilies } from './index-families.ts'

interface PageInput {
  readonly request: EvidenceExport
  /** The name of the workspace. */
  readonly organization: string
  /** Whether it is a sample workspace. */
  readonly sample: boolean
  readonly head: TreeHead
  readonly published: readonly PublishedCheckpoint[]
  readonly contents: CollectedScope
  /** Where this install serves the command that checks bundles, if it does. */
  readonly command: { readonly url: string; readonly sha256: string } | undefined
}

/** The maximum number of rows in one table; the file behind the table has all of them. */
const maxRows = 5000
const chunkLength = 64 * 1024

const row = (cells: readonly string[], tag: 'td' | 'th' = 'td'): string =>
  `<tr>${cells.map(cell => `<${tag}>${cell}</${tag}>`).join('')}</tr>\n`

const style = `body{font:15px/1.45 system-ui,sans-serif;max-width:75rem;margin:2rem auto;padding:0 1rem;color:#1b1b1b}
table{border-collapse:collapse;width:100%;margin:.5rem 0 2rem}th,td{text-align:left;vertical-align:top;padding:.3rem .6rem .3rem 0;border-bottom:1px solid #ccc;overflow-wrap:anywhere}
th{font-weight:600}dt{font-weight:600}dd{margin:0 0 .5rem}code{font-size:.9em;overflow-wrap:anywhere}
@media print{body{margin:0;max-width:none;font-size:10pt}tr{break-inside:avoid}thead{display:table-header-group}a{color:inherit}}`

const describeScope = ({ scope }: EvidenceExport): string => {
  if (scope.kind === 'period') return `records made, decided or changed from ${scope.from} to before ${scope.to}`
  if (scope.kind === 'asOf') return `claims and packages as of ${scope.at}, as they stood then`
  if (scope.kind === 'room')
    return `the records that room ${scope.roomId} shows and that have not changed since it was frozen`
  if (scope.kind === 'requirement') return `requirement ${scope.requirementId}, with everything that belongs to it`
  return scope.kind === 'package' ? `submission package ${scope.packageId}` : 'everything in the workspace'
}

const list = (entries: readonly (readonly [string, string])[]): string =>
  `<dl>${entries.map(([term, html]) => `<dt>${term}</dt><dd>${html}</dd>`).join('')}</dl>\n`

const describePublished = (published: readonly PublishedCheckpoint[]): string => {
  const latest = published.findLast(({ places }) => places.length > 0)
  if (!latest) return 'No earlier checkpoint of it is held outside this install.'
  const places = latest.places.map(({ place, heldAt }) => `${place} since ${heldAt}`).join(', ')
  return escapeHtml(`Its first ${latest.size} rows were published before: ${places}.`)
}

const renderHead = ({ request, organization, sample, head, published }: PageInput): string =>
  [
    '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    `<title>Proof of ${escapeHtml(organization)}</title><style>${style}</style></head><body>\n`,
    ...(sample ? [`<p><strong>${sampleMark}.</strong></p>\n`] : []),
    `<h1>Proof of ${escapeHtml(organization)}</h1>\n`,
    list([
      ['Scope', escapeHtml(describeScope(request))],
      ['Requested', escapeHtml(request.createdAt)],
      ['Identifier', `<code>${escapeHtml(request.id)}</code>`],
      ['Ledger', `<code>${escapeHtml(head.origin)}</code>, ${head.size} rows. ${describePublished(published)}`],
      ['Root', `<code>${head.root.toString('base64')}</code>`],
    ]),
  ].join('')

const renderInstructions = ({ command }: PageInput): string => {
  const name = verifyCommandName
  const commandItem =
    command &&
    `<li><code>node ${name} FILE --key KEY</code> does the same, on any machine with Node 20 or newer. Get ${name} from an
install that you trust: <code>${escapeHtml(command.url)}</code>. When this bundle was made, its SHA-256 there was
<code>${command.sha256}</code>;</li>\n`
  return `<h2>How to check it</h2>
<p>This page shows what the bundle holds; it proves nothing by itself, and a page in a forged bundle would lie. Check the
bundle with a program from another source, against a key that you received in another way:</p>
<ul><li><code>probata verify bundle FILE --key KEY</code> checks every byte, record and row;</li>
${commandItem ?? ''}<li>once unpacked, <code>sha256sum -c manifest-sha256.txt</code> checks the files only.</li></ul>
`
}

const renderOmissions = ({ contents: { omissions } }: PageInput): string => {
  if (omissions.all.length === 0) return '<h2>Left out</h2>\n<p>Nothing.</p>\n'
  const rows = omissions.all.map(({ kind, reason, count }) => row([kind, reason, String(count)].map(escapeHtml)))
  return `<h2>Left out</h2>\n<table><thead>${row(['Kind', 'Reason', 'Count'], 'th')}</thead><tbody>\n${rows.join('')}</tbody></table>\n`
}

async function* renderParts(input: PageInput): AsyncGenerator<string, void, void> {
  const { contents } = input
  yield renderHead(input)
  yield renderInstructions(input)
  for (const { name, title, columns } of indexPageFamilies) {
    const lines = contents.families.get(name)
    if (!lines) continue
    yield `<h2>${title}: ${lines.lines}</h2>\n<table><thead>${row(Object.keys(columns), 'th')}</thead><tbody>\n`
    let rows = 0
    for await (const text of lines.read()) {
      if (rows++ === maxRows) break
      const line = JSON.parse(text)
      yield row(Object.values(columns).map(cell => cell(line)))
    }
    yield '</tbody></table>\n'
    if (lines.lines > maxRows) yield `<p>${lines.lines - maxRows} more are in the files of the bundle.</p>\n`
  }
  yield renderOmissions(input)
  yield '</body></html>\n'
}

/** Renders `data/index.html`, a printable page without scripts or network access. */
export async function* indexPage(input: PageInput): AsyncGenerator<Buffer, void, void> {
  let buffered = ''
  for await (const part of renderParts(input)) {
    buffered += part
    if (buffered.length < chunkLength) continue
    yield Buffer.from(buffered)
    buffered = ''
  }
  if (buffered.length > 0) yield Buffer.from(buffered)
}
