export const locks = {
  retention: 'Lock files that must be kept',
  retentionHint:
    'Files of requirements with a retention stay locked in the bucket until it ends. The bucket needs Object Lock. Fixed once the binding is active.',
  modes: {
    none: 'no',
    governance: 'yes; anyone with the right at the provider can lift a lock',
    compliance: 'yes; no one can lift a lock',
  },
  lockedUntil: 'Files are locked here until',
  pending: 'Files are waiting for their lock',
  pendingText:
    'Some files are not yet locked for as long as they must be kept. A job does that within minutes. If this notice stays, check the probes and the jobs.',
  kept: 'Kept at the source',
  keptText: '{{files}}, locked there until',
}
