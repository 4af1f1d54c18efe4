export const locks = {
  retention: 'Lock files that have to be kept',
  retentionHint:
    'Files of requirements with a retention stay locked in the bucket until it ends. The bucket needs Object Lock. Fixed once the binding is active.',
  modes: {
    none: 'no',
    governance: 'yes; whoever has the right of the provider may lift a lock',
    compliance: 'yes; nobody may lift a lock',
  },
  lockedUntil: 'Files are locked here until',
  pending: 'Files wait for their lock',
  pendingText:
    'Some are not locked yet for as long as they have to be kept. A job does that within minutes. If this stays, look at the probes and the jobs.',
  kept: 'Kept at the source',
  keptText: '{{files}}, locked there until',
}
