/**
 * The modules behind the commands of main.ts. Only commands that need them load this file, because loading its 1,800
 * modules takes five times as long as `probata help`.
 */
export { attach, attachLedger, attachStorage } from '#src/context/attach.ts'
export { openAccounts } from '#src/context/open-accounts.ts'
export { openSamples } from '#src/context/open-samples.ts'
export { securityEventLines } from './features/audit/security-event-lines.ts'
export { licenseCheck } from './features/licensing/check-license.ts'
export { reconcileLicenseState } from './features/licensing/reconcile-license.ts'
export { connectionsCheck } from './features/operations/check-connections.ts'
export { databaseCheck } from './features/operations/check-database.ts'
export { jobsCheck } from './features/operations/check-jobs.ts'
export { applyProvisioning, readProvisioning } from './features/provisioning/provision.ts'
export { scannerCheck } from './features/storage/commands/check-scanner.ts'
export { bindingsCheck, filesCheck } from './features/storage/commands/check-storage.ts'
export { sections, verifyRecords } from './features.ts'
export { serve, serveBeside } from './processes.ts'
export { open } from './system.ts'
