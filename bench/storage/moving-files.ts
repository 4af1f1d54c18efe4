import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bodyEnd, createClaim, createIntent, multipartHeaders, openPath, partHead } from '#bench/attachments.ts'
import { uploadChunk } from '#bench/bytes.ts'
import type { Server } from '#bench/server.ts'
import { newBlobKey } from '#lib/blob-store.ts'
import { sha256Hex } from '#lib/hash.ts'

export const fileBytes = 8 * 1024
const batch = 5000

const fill = `
  with given as (select * from unnest($2::text[], $3::text[]) as g (key, sum)),
  named as (select *, new_identifier('art', now()) as art, new_identifier('arl', now()) as arl from given),
  artifacts as (insert into artifact (organization_id, id, blob_key, byte_size, checksum_sha256, inline_preview_allowed)
    select $1, art, key, $4, sum, false from named),
  copies as (insert into blob_copy (organization_id, object_key, blob_key, binding_id, state, stored_bytes, since, scrubbed_at)
    select $1, key, key, b.id, 'verified', $4, now(), now() from named, storage_binding b
      where b.organization_id = $1 and b.kind = 'folder'),
  links as (insert into attachment_link (organization_id, id, claim_id, artifact_id, record)
    select $1, arl, l.claim_id, art, replace(replace(l.record, l.artifact_id, art), l.id, arl)
      from named, attachment_link l where l.artifact_id = $5)
  select art from named`

/** Attaches files directly in the database, because the server would take an hour. Returns paths that open them. */
export const attachMany = async (server: Server, count: number): Promise<string[]> => {
  const { organizationId } = server
  const claimId = await createClaim(server)
  const response = await fetch(server.url + (await createIntent(server, claimId, 1)), {
    method: 'POST',
    headers: { ...multipartHeaders(1), authorization: `Bearer ${server.token}` },
    body: Buffer.concat([Buffer.from(partHead), uploadChunk, Buffer.from(bodyEnd)]),
  })
  const { attachment } = JSON.parse(await response.text())
  const folder = join(server.directory, 'data', 'blobs', organizationId)
  for (let i = 0; i < 256; i++) await mkdir(join(folder, i.toString(16).padStart(2, '0')), { recursive: true })
  const paths: string[] = []
  for (let from = 0; from < count; from += batch) {
    const files = Array.from({ length: Math.min(batch, count - from) }, () => {
      const bytes = randomBytes(fileBytes)
      return { key: newBlobKey(), bytes, sum: sha256Hex(bytes) }
    })
    for (const { key, bytes } of files) await writeFile(join(folder, key.slice(0, 2), key), bytes, { mode: 0o600 })
    const columns = [files.map(({ key }) => key), files.map(({ sum }) => sum)]
    const rows = await server.sql(fill, [organizationId, ...columns, fileBytes, attachment.artifactId])
    paths.push(...rows.map(({ art }) => openPath(claimId, String(art))))
  }
  await server.sql('analyze')
  return paths
}
