/** A provider's usual settings: example values, and whether the bucket is part of the path. */
interface UsualSettings {
  readonly endpoint: string
  readonly region: string
  readonly pathStyle: boolean
}

/** The providers that docs/storage.md describes. */
export const providers = {
  'Amazon S3': { endpoint: 'https://s3.eu-central-1.amazonaws.com', region: 'eu-central-1', pathStyle: false },
  MinIO: { endpoint: 'https://minio.example.com', region: 'us-east-1', pathStyle: true },
  'Ceph RGW': { endpoint: 'https://rgw.example.com', region: 'us-east-1', pathStyle: true },
  'Cloudflare R2': { endpoint: 'https://ACCOUNT.r2.cloudflarestorage.com', region: 'auto', pathStyle: true },
  'OpenStack Swift': { endpoint: 'https://swift.example.com', region: 'us-east-1', pathStyle: true },
  'Backblaze B2': { endpoint: 'https://s3.eu-central-003.backblazeb2.com', region: 'eu-central-003', pathStyle: true },
  'Google Cloud Storage': { endpoint: 'https://storage.googleapis.com', region: 'auto', pathStyle: true },
} as const satisfies Readonly<Record<string, UsualSettings>>

export type Provider = keyof typeof providers

export const isProvider = (name: string): name is Provider => Object.hasOwn(providers, name)
