interface ComparedFile {
  readonly originalFilename: string
  readonly checksumSha256: string
  readonly byteSize: number
}

interface FileSide {
  readonly checksumSha256: string
  readonly byteSize: number
}

/** A file of one claim or of both. Files of both with other bytes are `changed`. */
export interface FileComparison {
  readonly name: string
  readonly change: 'same' | 'changed' | 'added' | 'removed'
  readonly before: FileSide | null
  readonly after: FileSide | null
}

const sideOf = ({ checksumSha256, byteSize }: ComparedFile): FileSide => ({ checksumSha256, byteSize })

/** Removes the first element for which `isMatch` is true, and returns it. */
const take = <T>(list: T[], isMatch: (element: T) => boolean): T | undefined => {
  const index = list.findIndex(isMatch)
  return index < 0 ? undefined : list.splice(index, 1)[0]
}

/**
 * Compares the files of two claims by name and SHA-256. Of several files with one name, those with equal bytes pair up
 * first, and the rest in the order of attachment. The result has the files of the later claim first.
 */
export const compareFiles = (before: readonly ComparedFile[], after: readonly ComparedFile[]): FileComparison[] => {
  const rest = [...before]
  const equal = after.map(file =>
    take(rest, one => one.originalFilename === file.originalFilename && one.checksumSha256 === file.checksumSha256),
  )
  const pairs = after.map((file, i): FileComparison => {
    const same = equal[i]
    const previous = same ?? take(rest, one => one.originalFilename === file.originalFilename)
    const change = same ? 'same' : previous ? 'changed' : 'added'
    return { name: file.originalFilename, change, before: previous ? sideOf(previous) : null, after: sideOf(file) }
  })
  const removed = rest.map(
    (file): FileComparison => ({ name: file.originalFilename, change: 'removed', before: sideOf(file), after: null }),
  )
  return [...pairs, ...removed]
}
