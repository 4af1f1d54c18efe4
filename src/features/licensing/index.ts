import { getLicense } from './get-license.ts'
import { reconcileLicense } from './reconcile-license.ts'

export const licensing = { endpoints: [getLicense], jobs: [reconcileLicense] }
