import type { ListObjectVersionsCommandOutput } from '@aws-sdk/client-s3'

/** A version of an object, or the marker of a removal. */
export interface ObjectVersion {
  readonly Key: string
  readonly versionId: string
  /** Milliseconds, by the clock of the store; 0 where it does not say. */
  readonly modifiedAt: number
}

interface From {
  readonly KeyMarker?: string
  readonly VersionIdMarker?: string
}

/** 100,000 versions are not looked at in one go. */
const mostPages = 100

/** All versions that a list shows, markers of removals included, page by page. */
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
