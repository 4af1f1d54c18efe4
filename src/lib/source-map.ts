import { readFileSync } from 'node:fs'

/** A decoded source map (ECMA-426). */
export interface SourceMap {
  readonly sources: readonly string[]
  /** The index of the first segment of each generated line, followed by the total number of segments. */
  readonly lines: readonly number[]
  /**
   * Four numbers per segment, counted from 0: generated column, source, line and column in the source. A segment
   * without a source has the source -1.
   */
  readonly segments: Int32Array
}

const segmentWidth = 4
const semicolon = 0x3b
const comma = 0x2c
const digitValues = new Uint8Array(128)
for (const [value, digit] of [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].entries())
  digitValues[digit.charCodeAt(0)] = value

/** Decodes base64 VLQ numbers. Each number is the difference from the previous number in the same field. */
const decode = (mappings: string): Pick<SourceMap, 'lines' | 'segments'> => {
  const lines = [0]
  const segments = new Int32Array(mappings.length * 2 + segmentWidth)
  // The fields are generated column, source, line, column and name.
  const fields = new Int32Array(5)
  let count = 0
  let field = 0
  let value = 0
  let shift = 0
  const endSegment = (): void => {
    if (field === 0) return
    segments.set(fields.subarray(0, segmentWidth), count * segmentWidth)
    if (field === 1) segments[count * segmentWidth + 1] = -1
    count += 1
    field = 0
  }
  const addDigit = (digit: number): void => {
    value |= (digit & 31) << shift
    shift += 5
    if (digit & 32) return
    fields[field] = (fields[field] ?? 0) + (value & 1 ? -(value >>> 1) : value >>> 1)
    field += 1
    value = 0
    shift = 0
  }
  for (let i = 0; i < mappings.length; i++) {
    const code = mappings.charCodeAt(i)
    if (code !== comma && code !== semicolon) addDigit(digitValues[code] ?? 0)
    else endSegment()
    if (code !== semicolon) continue
    lines.push(count)
    fields[0] = 0
  }
  endSegment()
  lines.push(count)
  return { lines, segments: segments.slice(0, count * segmentWidth) }
}

/** Reads a source map. Throws if the file is missing or is not a source map. */
export const readSourceMap = (file: string): SourceMap => {
  const { mappings, sources }: { mappings: string; sources: string[] } = JSON.parse(readFileSync(file, 'utf8'))
  return { sources, ...decode(mappings) }
}

export interface Position {
  readonly source: string
  readonly line: number
  readonly column: number
}

/** Returns the source position of a generated position, both counted from 1; undefined if it has no source. */
export const sourcePositionOf = (map: SourceMap, line: number, column: number): Position | undefined => {
  const { lines, segments, sources } = map
  let [low, high] = [lines[line - 1] ?? 0, lines[line] ?? 0]
  const first = low
  // Finds the last segment that begins at or before the column.
  while (low < high) {
    const middle = (low + high) >> 1
    if ((segments[middle * segmentWidth] ?? 0) < column) low = middle + 1
    else high = middle
  }
  if (low === first) return undefined
  const [, source = -1, originalLine = 0, originalColumn = 0] = segments.subarray(
    (low - 1) * segmentWidth,
    low * segmentWidth,
  )
  const name = sources[source]
  return name === undefined ? undefined : { source: name, line: originalLine + 1, column: originalColumn + 1 }
}
