import type { Payload } from './payload.ts'
import type { StoredFile } from './store-files.ts'

interface Manifest {
  /** The path of the signature of this manifest, in `META-INF/`. */
  readonly file: string
  readonly type: string
  readonly descriptionFiles: readonly StoredFile[]
  readonly payload: Payload
}

const renderOpening = ({ file, type }: Manifest): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<asic:ASiCManifest xmlns:asic="http://uri.etsi.org/02918/v1.2.1#" xmlns:ds="http://www.w3.org/2000/09/xmldsig#">',
    `<asic:SigReference URI="META-INF/${file}" MimeType="${type}"/>`,
  ].join('')

// Paths in bundles contain no character that XML or a URI would escape.
const renderReference = (path: string, sha256: string): string =>
  [
    `<asic:DataObjectReference URI="${path}">`,
    '<ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/>',
    `<ds:DigestValue>${Buffer.from(sha256, 'hex').toString('base64')}</ds:DigestValue>`,
    '</asic:DataObjectReference>',
  ].join('')

/**
 * Renders the ASiCManifest that a seal or time-stamp signs (ETSI EN 319 162-1, annex A.4). It lists every file outside
 * META-INF.
 */
export const renderAsicManifest = async (manifest: Manifest): Promise<Buffer> => {
  const { descriptionFiles, payload } = manifest
  const parts = [renderOpening(manifest), ...descriptionFiles.map(({ path, sha256 }) => renderReference(path, sha256))]
  for await (const page of payload()) for (const { path, sha256 } of page) parts.push(renderReference(path, sha256))
  return Buffer.from(`${parts.join('')}</asic:ASiCManifest>`)
}
