import type { ForgingProvider } from '#test/forging-provider.ts'
import type { MemoryS3 } from '#test/storage/memory-s3.ts'

/** What an organization uses that is not Probata. */
export interface Elsewhere {
  readonly provider: ForgingProvider
  readonly bucket: MemoryS3
}
