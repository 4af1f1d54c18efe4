/** `probata push findings`: what a scanner wrote into a SARIF file becomes findings of an install. */
import { createHash, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { openApi } from '#client/export/api.ts'
import { attempt, CannotAsk, credentialsOf } from '#client/export/command.ts'
import { type ReadSarif, readSarif, type ScanFinding } from './sarif.ts'

/** Options of the command, as they are typed. */
export interface Asked {
  readonly url?: string
  readonly clientId?: string
  readonly source?: string
  readonly complete?: boolean
  readonly reason?: string
  readonly dryRun?: boolean
}

/** What one scan of the interface takes. */
const mostAtOnce = 2000

/** What the interface answers to a scan. */
interface Outcome {
  readonly created: number
  readonly seenAgain: number
  readonly reopened: number
  readonly remediated: number
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const sourceOf = ({ source }: Asked, tools: readonly string[]): string => {
  if (source !== undefined) return source
  const [tool, ...more] = tools
  if (tool === undefined || more.length > 0)
    throw new CannotAsk(`--source is needed: the file has runs of ${tools.join(', ') || 'no tool'}.`)
  return `scanner:${tool}`.slice(0, 200)
}

const readLine = ({ findings, skipped }: ReadSarif): string => {
  const { notFailing, suppressed, absent, repeated } = skipped
  return `${findings.length} findings; left out: ${repeated} repeated, ${suppressed} suppressed, ${notFailing} not failing, ${absent} gone`
}

const chunked = (findings: readonly ScanFinding[]): ScanFinding[][] => {
  const chunks = Array.from({ length: Math.ceil(findings.length / mostAtOnce) }, (_, i) =>
    findings.slice(i * mostAtOnce, (i + 1) * mostAtOnce),
  )
  return chunks.length > 0 ? chunks : [[]]
}

/** Says what became of the findings of a file, or why nothing did; @returns the exit: 0 done, 1 not, 2 wrong usage. */
export const pushFindings = (
  file: string,
  asked: Asked,
  say: (text: string) => void,
  tell: (text: string) => void,
): Promise<number> =>
  attempt(async () => {
    const read = readSarif(await readFile(file, 'utf8'), sha256)
    const { findings } = read
    const source = sourceOf(asked, read.tools)
    const { complete = false, reason, dryRun = false } = asked
    if (complete && findings.length > mostAtOnce)
      throw new CannotAsk(`The file has ${findings.length} findings; a complete scan has at most ${mostAtOnce}.`)
    tell(readLine(read))
    if (dryRun) return
    if (reason === undefined) throw new CannotAsk('--reason is needed: it stands in the audit trail.')
    const api = openApi(credentialsOf(asked, 'governance.findings:write'))
    const total = { created: 0, seenAgain: 0, reopened: 0, remediated: 0 }
    for (const chunk of chunked(findings)) {
      const body = { sourceModuleKey: source, isComplete: complete, findings: chunk, reason }
      const headers = { 'idempotency-key': `scan-${randomUUID()}` }
      const answer = await api.ask('POST', '/governance/findings/scan-results', { body, headers })
      const outcome = (await answer.json()) as Outcome
      for (const name of Object.keys(total) as (keyof Outcome)[]) total[name] += outcome[name]
    }
    const { created, seenAgain, reopened, remediated } = total
    say(`${source}: ${created} created, ${seenAgain} seen again, ${reopened} reopened, ${remediated} remediated`)
  }, tell)
