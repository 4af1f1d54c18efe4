import type { ForgingProvider } from '#test/forging-provider.ts'
import type { MemoryS3 } from '#test/storage/memory-s3.ts'

/** The services outside the program that an organization uses: its identity provider and its bucket. */
export interface ExternalServices {
  readonly provider: ForgingProvider
  readonly bucket: MemoryS3
}
