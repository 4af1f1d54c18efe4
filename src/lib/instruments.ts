/** Every name, label and bucket of the metrics. Labels have few values: routes are templates, never URLs. */
export const instruments = {
  requests: {
    name: 'http_request_duration_seconds',
    help: 'Time from the request line to the last byte of the answer, in seconds',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  },
  answers: {
    name: 'probata_requests_total',
    help: 'Answers by status; cause is the identifier of the error, or none',
    labelNames: ['status', 'cause'],
  },
  databaseErrors: {
    name: 'probata_database_errors_total',
    help: 'Statements and connections that failed, by SQLSTATE or code of the system',
    labelNames: ['code'],
  },
  securityEvents: {
    name: 'probata_security_events_total',
    help: 'Security events recorded, by type',
    labelNames: ['type'],
  },
  securityLogCut: {
    name: 'probata_security_log_cut_total',
    help: 'Security events that were too long for a message of syslog and were cut, with a marker',
  },
  jobSuccess: {
    name: 'probata_job_last_success_timestamp_seconds',
    help: 'When a job last succeeded, in seconds since 1970; as known to this process',
    labelNames: ['job_name'],
  },
  jobInterval: {
    name: 'probata_job_interval_seconds',
    help: 'Time between two runs of a job by its schedule',
    labelNames: ['job_name'],
  },
  jobExpected: {
    name: 'probata_job_expected_seconds',
    help: 'How long a run of a job normally lasts at most; three times as long is stuck',
    labelNames: ['job_name'],
  },
  jobRunning: {
    name: 'probata_job_running_seconds',
    help: 'For how long a job has been running in this process, in seconds; 0 while it is not',
    labelNames: ['job_name'],
  },
  jobMissed: {
    name: 'probata_job_missed_runs_total',
    help: 'Times of the schedule that passed without a run, counted by the run that made up for them',
    labelNames: ['job_name'],
  },
  redis: { name: 'probata_redis_up', help: 'Whether Redis answers, where one is configured: 1 or 0', labelNames: [] },
  jobs: { name: 'probata_jobs_total', help: 'Runs of scheduled jobs', labelNames: ['job', 'outcome'] },
  refusals: { name: 'probata_refusals_total', help: 'Requests and addresses refused, by reason', labelNames: ['kind'] },
  replays: {
    name: 'probata_idempotent_replays_total',
    help: 'Answers repeated for an idempotency key',
    labelNames: [],
  },
  uploadBytes: { name: 'probata_upload_bytes_total', help: 'Bytes of attachments received', labelNames: [] },
  malwareVerdicts: {
    name: 'probata_malware_verdicts_total',
    help: 'Uploaded files that the malware scanner was asked about, by its verdict; none where it was not available',
    labelNames: ['verdict'],
  },
  webhookAttempts: {
    name: 'probata_webhook_attempts_total',
    help: 'Delivery attempts that ended, by outcome and failure',
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
    help: 'Deliveries of this process: under way, of these of suspect endpoints, ended and not yet written; endpoints held and failing',
    labelNames: ['state'],
  },
  webhookBacklog: {
    name: 'probata_webhook_backlog',
    help: 'Deliveries that wait, by the state of their endpoint: active, failing, paused, stopped; of each endpoint up to 10,000 are counted, every 15 s',
    labelNames: ['state'],
  },
  webhookOldest: {
    name: 'probata_webhook_backlog_oldest_seconds',
    help: 'For how long the delivery has been due that was due first, by the state of its endpoint; 0 where none is due',
    labelNames: ['state'],
  },
  license: {
    name: 'probata_license_state',
    help: 'State of the license: 1 for the one that it is in',
    labelNames: ['state'],
  },
  licenseDays: {
    name: 'probata_license_days_left',
    help: 'Days until the license ends, below 0 in its grace; none for the community license',
    labelNames: [],
  },
  usage: {
    bytes: { name: 'probata_storage_bytes', help: 'Size of the files of all workspaces, in bytes', labelNames: [] },
    files: { name: 'probata_storage_files', help: 'Files of all workspaces', labelNames: [] },
    share: {
      name: 'probata_storage_quota_share',
      help: 'Of all workspaces with a quota, the highest share of it in use: 1 is all; none without a quota',
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
    help: 'Answers 503 by cause, with the SQLSTATE or code of the system',
    labelNames: ['cause', 'code'],
  },
  usable: {
    name: 'probata_usable',
    help: 'Whether changes can be made in the database and the file storage: 1 or 0',
    labelNames: ['part'],
  },
  freeBytes: {
    name: 'probata_free_bytes',
    help: 'Bytes that can still be written where the file storage is, and the embedded database',
    labelNames: ['part'],
  },
  backgroundShare: {
    name: 'probata_background_share',
    help: 'Share of the time that background work has beside requests now: 1 without any',
    labelNames: [],
  },
  backgroundWaiting: {
    name: 'probata_background_waiting',
    help: 'Pieces of background work that wait for their turn',
    labelNames: [],
  },
  backgroundSeconds: {
    name: 'probata_background_seconds_total',
    help: 'Time that jobs spent in pieces of bulk work, by state: ran, or waited for their turn',
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
