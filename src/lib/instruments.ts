/** The names, labels and buckets of all metrics. Labels have few values: routes are templates, never URLs. */
export const instruments = {
  requests: {
    name: 'http_request_duration_seconds',
    help: 'Time from the request line to the last byte of the response, in seconds',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  },
  answers: {
    name: 'probata_requests_total',
    help: 'Responses by status; cause is the identifier of the error, or none',
    labelNames: ['status', 'cause'],
  },
  databaseErrors: {
    name: 'probata_database_errors_total',
    help: 'Failed statements and connections, by SQLSTATE or system error code',
    labelNames: ['code'],
  },
  securityEvents: {
    name: 'probata_security_events_total',
    help: 'Security events recorded, by type',
    labelNames: ['type'],
  },
  securityLogCut: {
    name: 'probata_security_log_cut_total',
    help: 'Security events that were too long for a syslog message and were cut, with a marker',
  },
  jobSuccess: {
    name: 'probata_job_last_success_timestamp_seconds',
    help: 'Last success of a job that this process knows of, in seconds since 1970',
    labelNames: ['job_name'],
  },
  jobInterval: {
    name: 'probata_job_interval_seconds',
    help: 'Scheduled time between two runs of a job',
    labelNames: ['job_name'],
  },
  jobExpected: {
    name: 'probata_job_expected_seconds',
    help: 'Expected maximum duration of a run of a job; a run that takes three times as long is stuck',
    labelNames: ['job_name'],
  },
  jobRunning: {
    name: 'probata_job_running_seconds',
    help: 'How long a job has been running in this process, in seconds; 0 while it is not running',
    labelNames: ['job_name'],
  },
  jobMissed: {
    name: 'probata_job_missed_runs_total',
    help: 'Scheduled times that passed without a run, counted by the run that made up for them',
    labelNames: ['job_name'],
  },
  redis: { name: 'probata_redis_up', help: 'Whether Redis responds, if configured: 1 or 0', labelNames: [] },
  jobs: { name: 'probata_jobs_total', help: 'Runs of scheduled jobs', labelNames: ['job', 'outcome'] },
  refusals: {
    name: 'probata_refusals_total',
    help: 'Rejected requests and connections, by reason',
    labelNames: ['kind'],
  },
  replays: {
    name: 'probata_idempotent_replays_total',
    help: 'Stored responses that were repeated for an idempotency key',
    labelNames: [],
  },
  uploadBytes: { name: 'probata_upload_bytes_total', help: 'Bytes of attachments received', labelNames: [] },
  malwareVerdicts: {
    name: 'probata_malware_verdicts_total',
    help: 'Uploaded files sent to the malware scanner, by its verdict; verdict none if the scanner was not available',
    labelNames: ['verdict'],
  },
  webhookAttempts: {
    name: 'probata_webhook_attempts_total',
    help: 'Finished delivery attempts, by outcome and failure',
    labelNames: ['outcome', 'failure'],
  },
  webhookLag: {
    name: 'probata_webhook_lag_seconds',
    help: 'Time from the change to the start of its first attempt, in seconds',
    labelNames: [],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5, 30, 300],
  },
  webhooks: {
    name: 'probata_webhook_deliveries',
    help: 'Deliveries of this process: in progress, of these to suspect endpoints, finished but not yet written; endpoints held and failing',
    labelNames: ['state'],
  },
  webhookBacklog: {
    name: 'probata_webhook_backlog',
    help: 'Waiting deliveries, by the state of their endpoint: active, failing, paused, stopped; up to 10,000 per endpoint, counted every 15 s',
    labelNames: ['state'],
  },
  webhookOldest: {
    name: 'probata_webhook_backlog_oldest_seconds',
    help: 'How long the oldest due delivery has been due, by the state of its endpoint; 0 if no delivery is due',
    labelNames: ['state'],
  },
  license: {
    name: 'probata_license_state',
    help: 'State of the license: 1 for the current state',
    labelNames: ['state'],
  },
  licenseDays: {
    name: 'probata_license_days_left',
    help: 'Days until the license ends, below 0 during its grace period; absent for the community license',
    labelNames: [],
  },
  usage: {
    bytes: { name: 'probata_storage_bytes', help: 'Size of the files of all workspaces, in bytes', labelNames: [] },
    files: { name: 'probata_storage_files', help: 'Files of all workspaces', labelNames: [] },
    share: {
      name: 'probata_storage_quota_share',
      help: 'Highest share of a quota in use by any workspace, where 1 is all; absent without quotas',
      labelNames: [],
    },
  },
  usageNear: {
    name: 'probata_storage_quota_workspaces',
    help: 'Workspaces that use nine tenths of their quota or more (near), or all of it (reached)',
    labelNames: ['state'],
  },
  unavailable: {
    name: 'probata_unavailable_total',
    help: '503 responses by cause, with the SQLSTATE or system error code',
    labelNames: ['cause', 'code'],
  },
  usable: {
    name: 'probata_usable',
    help: 'Whether the database and the file storage accept changes: 1 or 0',
    labelNames: ['part'],
  },
  freeBytes: {
    name: 'probata_free_bytes',
    help: 'Free bytes on the disks of the file storage and the embedded database',
    labelNames: ['part'],
  },
  backgroundShare: {
    name: 'probata_background_share',
    help: 'Current share of time for background work: 1 without requests',
    labelNames: [],
  },
  backgroundWaiting: {
    name: 'probata_background_waiting',
    help: 'Pieces of background work that are waiting for their turn',
    labelNames: [],
  },
  backgroundSeconds: {
    name: 'probata_background_seconds_total',
    help: 'Time of jobs in pieces of bulk work, by state: ran, or waited for their turn',
    labelNames: ['job_name', 'state'],
  },
  utilization: {
    name: 'probata_event_loop_utilization',
    help: 'Share of the time since the last scrape in which the event loop worked: 1 is a whole core',
    labelNames: [],
  },
  pool: {
    name: 'probata_database_connections',
    help: 'Connections of the database pool; waiting counts callers without one',
    labelNames: ['state'],
  },
} as const
