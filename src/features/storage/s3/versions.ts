import type { ListObjectVersionsCommandOutput } from '@aws-sdk/client-s3'

/** A version of an object, or a delete marker. */
export interface ObjectVersion {
  readonly Key: string
  readonly versionId: string
  /** Milliseconds, by the store's clock; 0 if the store sends none. */
  readonly modifiedAt: number
}

interface From {
  readonly KeyMarker?: string
  readonly VersionIdMarker?: string
}

/** One pass reads at most 100,000 versions. */
const mostPages = 100

/** Yields all versions in a list, including delete markers, page by page. */
export async function* eachVersion(
  list: (from: From) => Promise<ListObjectVersionsCommandOutput>,
): AsyncGenerator<ObjectVersion, void, void> {
  let from: From = {}
  for (let page = 1; page <= mostPages; page++) {
    const { Versions = [], DeleteMarkers = [], ...answer } = await list(from)
    for (const { Key, VersionId, LastModified } of [...Versions, ...DeleteMarkers])
      if (Key && VersionId) yield { Key, versionId: VersionId, modifiedAt: LastModified?.getTime() ?? 0 }
    if (!answer.IsTruncated || !answer.NextKeyMarker) return
    from = {
      KeyMarker: answer.NextKeyMarker,
      ...(answer.NextVersionIdMarker && { VersionIdMarker: answer.NextVersionIdMarker }),
    }
  }
}
