import { Type } from 'typebox'
import { nullable, statement, text } from '#db/statement.ts'
import { invalid } from '#http/errors.ts'
import { Nullable } from '#http/schema.ts'
import { sentence } from '#lib/sentence.ts'

/** The maximum size in bytes, and per side in pixels. A browser decodes an image to 4 bytes per pixel. */
export const maxLogo = { bytes: 65_536, pixels: 2048 } as const

export const WorkspaceLogo = Type.Object(
  {
    png: Nullable(Type.String({ contentEncoding: 'base64', description: 'A PNG; null if the workspace has no logo.' })),
    sha256: Nullable(Type.String({ description: 'SHA-256 of the PNG, hexadecimal.' })),
  },
  { title: 'WorkspaceLogo' },
)

export const findLogo = statement(
  'find_workspace_logo',
  {},
  `select replace(encode(png, 'base64'), e'\\n', '') as png, sha256 from workspace_logo
    where organization_id = :organization`,
)

/** Null removes the logo. */
export const setLogo = statement(
  'set_workspace_logo',
  { png: nullable(text), sha256: nullable(text) },
  `insert into workspace_logo (organization_id, png, sha256) values (:organization, decode(:png, 'base64'), :sha256)
       on conflict (organization_id) do update set png = excluded.png, sha256 = excluded.sha256`,
)

export const notPng = sentence`field.png: is not a PNG in base64`

const signature = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1')

/**
 * Decodes a logo. Throws a 400 unless it is the standard base64 of a PNG of at most 64 KiB and 2,048 pixels per side
 * (PNG, third edition, 11.2.1). PostgreSQL decodes it again and is stricter than Node: it fails without the padding.
 */
export const decodeLogo = (base64: string): Buffer => {
  const png = Buffer.from(base64, 'base64')
  if (png.toString('base64') !== base64) throw invalid(['png'], notPng)
  if (png.length > maxLogo.bytes)
    throw invalid(['png'], sentence`field.logo_too_large: is larger than ${{ bytes: maxLogo.bytes }} bytes`)
  if (png.length < 33 || !png.subarray(0, signature.length).equals(signature)) throw invalid(['png'], notPng)
  const sides = [png.readUInt32BE(16), png.readUInt32BE(20)]
  if (sides.some(side => side < 1 || side > maxLogo.pixels))
    throw invalid(
      ['png'],
      sentence`field.logo_dimensions: must have sides of 1 to ${{ pixels: maxLogo.pixels }} pixels; send another image`,
    )
  return png
}
