import type { ForgingProvider } from '#test/forging-provider.ts'
import type { MemoryS3 } from '#test/storage/memory-s3.ts'

/** The external services that an organization uses. */
export interface ExternalServices {
  readonly provider: ForgingProvider
  readonly bucket: MemoryS3
}
