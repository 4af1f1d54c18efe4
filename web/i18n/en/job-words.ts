/** The name of each scheduled job, and what it does. */
export const jobWords = {
  'forget-expired-credentials': {
    name: 'Delete expired credentials',
    text: 'Removes access tokens, sessions and password reset links that expired more than 24 hours ago.',
  },
  'forget-scim-events': {
    name: 'Delete old requests of identity providers',
    text: "Removes identity providers' requests older than 90 days, and all but the newest 100,000.",
  },
  'recheck-sign-on-domains': {
    name: 'Check the domains of single sign-on',
    text: 'Checks the TXT records of claimed domains. A record that is missing for seven days no longer proves its domain.',
  },
  'reset-factors': {
    name: 'Remove second factors',
    text: 'Removes second factors a day after the operator announced the reset.',
  },
  'send-notifications': {
    name: 'Send notifications',
    text: 'Sends notifications to people by mail and to their chat channels, at once or as a daily digest.',
  },
  'collect-digests': {
    name: 'Prepare daily digests',
    text: 'Prepares the daily digest of notifications for people for whom it is 08:00.',
  },
  'check-sealed-values': {
    name: 'Check the master key',
    text: 'Opens one value of each kind that the master key sealed, and records a security event if one cannot be opened.',
  },
  'keep-security-event-partitions': {
    name: 'Delete old security events',
    text: 'Creates the monthly partitions of security events in advance, and drops those older than 400 days.',
  },
  'publish-checkpoints': {
    name: 'Publish checkpoints of the ledger',
    text: 'Signs the ledger of each workspace once an hour and publishes the checkpoint outside the install. Failed deliveries are retried every 5 minutes.',
  },
  'index-records': {
    name: 'Index records for search',
    text: 'Adds the words of new and changed records to the search index.',
  },
  'create-scheduled-packages': {
    name: 'Create scheduled packages',
    text: 'Creates the packages of submission requirements with a schedule, with their due dates.',
  },
  'notify-people': {
    name: 'Notify people',
    text: 'Adds notifications for work that waits or is due, and ends those whose reason is gone.',
  },
  'expire-claims': {
    name: 'Expire claims',
    text: 'Expires submitted and accepted claims whose validity has ended.',
  },
  'expire-upload-intents': {
    name: 'Expire announced files',
    text: 'Expires upload intents whose file was not uploaded in time.',
  },
  'extend-retention': {
    name: 'Extend the retention of files',
    text: 'Extends the retention of files whose requirement now sets a longer one.',
  },
  'end-policy-campaigns': {
    name: 'End policy campaigns',
    text: 'Ends policy campaigns that are due or complete, and makes one claim for each.',
  },
  'end-questionnaire-rounds': {
    name: 'End questionnaire rounds',
    text: 'Ends questionnaire rounds that are due or complete, and makes one claim for each.',
  },
  'prepare-exports': {
    name: 'Prepare exports',
    text: 'Gathers, reads and signs the contents of requested evidence bundles.',
  },
  'expire-exports': {
    name: 'Expire exports',
    text: 'Ends evidence bundles after 7 days, or 30 days for rooms, and releases the files of ended bundles.',
  },
  'record-coverage': {
    name: 'Record the coverage of frameworks',
    text: 'Records how much of each active framework is proven, once for each day.',
  },
  'reopen-accepted-findings': {
    name: 'Reopen accepted findings',
    text: 'Reopens findings whose acceptance has ended.',
  },
  'abandon-finding-scans': {
    name: 'Abandon incomplete scans',
    text: 'Abandons scans whose parts have not all arrived within a day, and removes compared ones.',
  },
  'seal-ledger': {
    name: 'Seal the audit trail',
    text: 'Seals audit trail rows that are not in the ledger yet, and checks whether checkpoints outside the install are ahead.',
  },
  'verify-ledger': {
    name: 'Verify the audit trail',
    text: 'Compares the audit trail with the ledger: on request, and each day the new rows and a thirtieth of the others.',
  },
  'reconcile-license-state': {
    name: 'Evaluate the license',
    text: 'Evaluates the configured license and stores the entitlements of each workspace.',
  },
  'forget-idempotency-keys': {
    name: 'Delete stored responses',
    text: 'Removes responses that were stored under idempotency keys more than 24 hours ago.',
  },
  'sweep-closed-samples': {
    name: 'Remove leftovers of closed samples',
    text: 'Removes leftovers of sample workspaces that were closed within the last day.',
  },
  'sweep-staged-blobs': {
    name: 'Remove leftovers of uploads',
    text: 'Removes leftovers in storage from interrupted uploads of processes that no longer run.',
  },
  'storage-object-migration-runner': {
    name: 'Migrate stored files',
    text: 'Copies, checks and removes the next files of storage migrations.',
  },
  'storage-active-binding-posture-sweep': {
    name: 'Check storage bindings',
    text: 'Checks whether the storage binding of each workspace still behaves as it did when it was activated.',
  },
  'scrub-stored-files': {
    name: 'Check stored files',
    text: 'Reads stored files again, compares them with their recorded digests, and repairs damaged copies from others.',
  },
  'sweep-stored-orphans': {
    name: 'Remove files without a record',
    text: 'Lists stored objects without a record, removes those found twice, and aborts unfinished uploads.',
  },
  'lock-stored-files': {
    name: 'Lock stored files',
    text: 'Locks files in buckets with Object Lock until the end of their retention, and extends those locks.',
  },
  'remove-kept-copies': {
    name: 'Remove unlocked copies',
    text: 'Removes copies that a move left behind because they were locked, once their lock has ended.',
  },
  'renew-storage-keys': {
    name: 'Renew storage keys',
    text: 'Replaces the active key of a workspace for new files when it is a year old.',
  },
  'check-storage-key-providers': {
    name: 'Check key holders',
    text: 'Checks that external key holders still unwrap the keys of stored files, and renews their tokens.',
  },
  'reconcile-storage-usage': {
    name: 'Count storage use',
    text: 'Compares the counted files and bytes of each workspace with its files, and corrects the counters.',
  },
  'keep-webhook-partitions': {
    name: 'Delete old events and deliveries',
    text: 'Creates the daily partitions of events and delivery attempts ahead of time, and drops those past their retention.',
  },
  'purge-deleted-webhooks': {
    name: 'Purge deleted webhooks',
    text: 'Removes queued events of deleted webhooks.',
  },
}
