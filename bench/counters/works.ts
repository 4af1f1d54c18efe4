import type { Work } from './work.ts'
import { backgroundWorks } from './works/background.ts'
import { evidenceWorks } from './works/evidence.ts'
import { governanceWorks } from './works/governance.ts'
import { identityWorks } from './works/identity.ts'
import { reads } from './works/reads.ts'

/** All kinds of work, in counting order: reads first. */
export const works: readonly Work[] = [
  ...reads,
  ...evidenceWorks,
  ...governanceWorks,
  ...identityWorks,
  ...backgroundWorks,
]
