import { asOfWorks } from './as-of.ts'
import { attachWork } from './attach.ts'
import { bundleWork } from './bundle.ts'
import { createWork } from './create.ts'
import { deepPageWork } from './deep-page.ts'
import { governanceWorks } from './governance.ts'
import { homeWorks } from './home.ts'
import { listWork } from './list.ts'
import { openWork } from './open.ts'
import { recordEventWork } from './record-event.ts'
import { sealedCreateWorks } from './sealed-create.ts'
import { signInWorks } from './sign-in-works.ts'
import { uploadWorks } from './upload.ts'
import { verifiedListWork } from './verified-list.ts'
import { deliveryWorks } from './webhooks/cpu.ts'
import type { Work } from './work.ts'

/** Every kind of work that two versions of the server can do in turn, grouped by stand. */
export const works: readonly Work[] = [
  createWork,
  ...signInWorks,
  attachWork,
  openWork,
  ...uploadWorks,
  bundleWork,
  ...sealedCreateWorks,
  recordEventWork,
  listWork,
  deepPageWork,
  ...homeWorks,
  ...asOfWorks,
  verifiedListWork,
  ...governanceWorks,
  ...deliveryWorks,
]

/**
 * The kinds of work that cause most of the cost of requests. A short run, which takes two minutes, compares them with
 * the merge base.
 */
export const everydayNames: readonly string[] = [createWork, listWork, ...signInWorks].map(({ name }) => name)
