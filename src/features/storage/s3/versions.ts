import type { ListObjectVersionsCommandOutput } from '@aws-sdk/client-s3'

/** A version of an object, or a delete marker. */
export interface ObjectVersion {
  readonly Key: string
  readonly versionId: string
  /** Milliseconds, by the store's clock; 0 if the store sends none. */
  readonly modifiedAt: number
}

interface PageMarker {
  readonly KeyMarker?: string
  readonly VersionIdMarker?: string
}

/** The limit on pages of one list: 100,000 versions. */
const maxPages = 100

/** Yields all versions in a list, including delete markers, page by page. */
export async function* eachVersion(
  list: (marker: PageMarker) => Promise<ListObjectVersionsCommandOutput>,
): AsyncGenerator<ObjectVersion, void, void> {
  let marker: PageMarker = {}
  for (let page = 1; page <= maxPages; page++) {
    const { Versions = [], DeleteMarkers = [], ...paging } = await list(marker)
    for (const { Key, VersionId, LastModified } of [...Versions, ...DeleteMarkers])
      if (Key && VersionId) yield { Key, versionId: VersionId, modifiedAt: LastModified?.getTime() ?? 0 }
    if (!paging.IsTruncated || !paging.NextKeyMarker) return
    marker = {
      KeyMarker: paging.NextKeyMarker,
      ...(paging.NextVersionIdMarker && { VersionIdMarker: paging.NextVersionIdMarker }),
    }
  }
}
