import { type Static, Type } from 'typebox'
import { Line } from '#http/schema.ts'
import { sentence } from '#lib/sentence.ts'

/** How to reach a bucket; fixed once the binding has been active. */
export const S3SettingsInput = Type.Object(
  {
    endpoint: Type.String({
      minLength: 1,
      maxLength: 2048,
      description: 'https:// and the host of the S3 interface; http only if PROBATA_STORAGE_ALLOW lists its address.',
    }),
    region: Type.String({
      pattern: '^[a-z0-9-]{1,64}$',
      patternMessage: sentence`field.region: must be a region such as eu-central-1`,
      description: 'Region that requests are signed for.',
    }),
    bucket: Type.String({
      pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{1,62}$',
      patternMessage: sentence`field.bucket: must be the name of a bucket: 2 to 63 letters, digits, dots, dashes and underscores`,
      description: 'Name of an existing bucket.',
    }),
    prefix: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}(/[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}){0,7}$',
        patternMessage: sentence`field.prefix: must be at most 8 names, separated by single slashes, with no slash at either end`,
        description: 'Prefix of every key; nothing outside it is read or changed.',
      }),
    ),
    pathStyle: Type.Optional(
      Type.Boolean({ description: 'Whether the bucket name is part of the path rather than of the host name.' }),
    ),
  },
  { title: 'S3Settings', additionalProperties: false },
)

export type S3SettingsInput = Static<typeof S3SettingsInput>

/** An access key of the provider, which is never shown again. */
export const S3CredentialsInput = Type.Object(
  { accessKeyId: Line(256), secretAccessKey: Line(1024) },
  { title: 'S3Credentials', additionalProperties: false },
)

export type S3CredentialsInput = Static<typeof S3CredentialsInput>

/** The context for which the credentials of a binding are sealed. */
export const credentialsBinding = (organization: string, bindingId: string) => ({
  organization,
  record: bindingId,
  field: 'credentials',
})
