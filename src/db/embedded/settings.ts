/** Server settings for a machine that also runs the program. */
const defaults: Record<string, string> = {
  shared_buffers: '128MB',
  // Limits the duration of recovery after a crash, which replays 200 MB of WAL per second.
  max_wal_size: '512MB',
  // After a checkpoint, the first change of each page writes the whole page to the WAL. With a checkpoint every 5
  // minutes, that was most of what an idle server wrote.
  checkpoint_timeout: '30min',
  // Without the three I/O workers, the idle cluster takes 22 MB instead of 31.
  io_method: 'sync',
  checkpoint_completion_target: '0.9',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  max_logical_replication_workers: '0',
  // Rows must not reach the log: no statements, no DETAIL. `%b` lets the log drop messages to clients.
  log_line_prefix: '%b: ',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
}

/** The settings for durability and the private socket, which cannot be overridden. */
const fixed = (socketDirectory: string, clusterName: string): Record<string, string> => ({
  fsync: 'on',
  full_page_writes: 'on',
  listen_addresses: '',
  unix_socket_directories: socketDirectory,
  unix_socket_permissions: '0700',
  cluster_name: clusterName,
})

/** Formats the settings as command-line arguments of postgres, which take precedence over configuration files. */
export const settingArguments = (
  further: Record<string, string>,
  socketDirectory: string,
  clusterName: string,
): string[] =>
  Object.entries({ ...defaults, ...further, ...fixed(socketDirectory, clusterName) }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
