import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { createMetrics } from '#lib/metrics.ts'

const folder = join(import.meta.dirname, '..', 'docs', 'monitoring')

/** Labels that Prometheus adds itself, and the label of histogram buckets. */
const implicitLabels = ['instance', 'le']

/** Returns each series that the server reports, with the names of its labels. */
const servedSeries = async (): Promise<Map<string, readonly string[]>> => {
  const { registry } = createMetrics()
  const series = new Map<string, readonly string[]>()
  for (const metric of registry.getMetricsAsArray()) {
    const labels: readonly string[] = 'labelNames' in metric ? (metric.labelNames as string[]) : []
    for (const suffix of ['', '_bucket', '_sum', '_count']) series.set(`${metric.name}${suffix}`, labels)
  }
  return series
}

const namePattern = /\b(?:probata|http)_\w+/g
const selectorPattern = /\b((?:probata|http)_\w+)\{([^}]*)\}/g
const groupingPattern = /\b(?:by|without) \(([^)]*)\)/g
const words = (text = ''): string[] => text.match(/\w+/g) ?? []

const problemsOf = async (expr: string): Promise<string[]> => {
  const series = await servedSeries()
  const names = expr.match(namePattern) ?? []
  const knownLabels = new Set([...implicitLabels, ...names.flatMap(name => series.get(name) ?? [])])
  return [
    ...(names.length === 0 ? ['names no series'] : []),
    ...names.filter(name => !series.has(name)),
    ...[...expr.matchAll(selectorPattern)].flatMap(([, name = '', labels = '']) =>
      [...labels.matchAll(/(\w+)\s*[=!]/g)].flatMap(([, label = '']) =>
        series.get(name)?.includes(label) ? [] : [`${name}{${label}}`],
      ),
    ),
    ...[...expr.matchAll(groupingPattern)].flatMap(([, labels]) =>
      words(labels).filter(label => !knownLabels.has(label)),
    ),
  ]
}

const rules = async (): Promise<string[]> => {
  const text = await readFile(join(folder, 'rules.yml'), 'utf8')
  const expressions = [...text.matchAll(/^ +expr: (?:\|\n((?: {10,}.*\n)+)|(.+)\n)/gm)].map(
    ([, block, line]) => block ?? line ?? '',
  )
  assert.equal(expressions.length, text.match(/^ +- alert: /gm)?.length)
  return expressions
}

const panels = async (): Promise<string[]> => {
  const { panels } = JSON.parse(await readFile(join(folder, 'dashboard.json'), 'utf8'))
  return panels.flatMap(({ targets }: { targets: { expr: string }[] }) => targets.map(({ expr }) => expr))
}

for (const [file, read] of [
  ['rules.yml', rules],
  ['dashboard.json', panels],
] as const) {
  test(`the series in ${file} are exported, with these labels`, async () => {
    const expressions = await read()
    assert.ok(expressions.length >= 10)
    for (const expr of expressions) assert.deepEqual(await problemsOf(expr), [], expr)
  })
}

test('a series or a label that is not exported would be detected', async () => {
  for (const [expr, fault] of [
    ['rate(probata_reqests_total[5m])', 'probata_reqests_total'],
    ['probata_free_bytes{disk="x"}', 'probata_free_bytes{disk}'],
    ['sum by (route) (probata_requests_total)', 'route'],
    ['up', 'names no series'],
  ] as const)
    assert.deepEqual(await problemsOf(expr), [fault])
})
