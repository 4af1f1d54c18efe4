import assert from 'node:assert/strict'
import { mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { readSourceMap, sourcePositionOf } from './source-map.ts'

// ECMA-426: VLQ digits with continuation, negative differences, a line without segments, a segment without a source.
const map = {
  version: 3,
  sources: ['one.ts', 'two.ts'],
  names: ['name'],
  mappings: 'AAAA,SAASA;;A,gCCkCA,MADjBA;ACqiBA',
}

test('positions map to the same origins as in Node, and code without a source has none', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'probata-source-map-'))
  const file = join(folder.path, 'bundle.js.map')
  writeFileSync(file, JSON.stringify(map))
  const decodedMap = readSourceMap(file)
  const nodeMap = new SourceMap({ ...map, file: 'bundle.js', sourcesContent: [], sourceRoot: '' })
  const origins: unknown[] = []
  for (let line = 1; line <= 4; line++)
    for (let column = 1; column <= 60; column++) {
      const { fileName, lineNumber, columnNumber } = { fileName: undefined, ...nodeMap.findOrigin(line, column) } as {
        fileName: string | undefined
        lineNumber?: number
        columnNumber?: number
      }
      // Node falls back to the previous line if a line has no earlier segment.
      const entry = nodeMap.findEntry(line - 1, column - 1)
      const isOnLine = 'generatedLine' in entry && entry.generatedLine === line - 1
      const expected = isOnLine && fileName ? { source: fileName, line: lineNumber, column: columnNumber } : undefined
      const origin = sourcePositionOf(decodedMap, line, column)
      origins.push(origin)
      if (expected)
        assert.deepEqual([origin?.source, origin?.line], [expected.source, expected.line], `${line}:${column}`)
      else assert.equal(origin, undefined, `${line}:${column}`)
    }
  assert.ok(origins.some(origin => origin !== undefined) && origins.includes(undefined))
})
