/** Why deliveries wait, by the server's code. */
const explained = {
  moreThan: 'more than {{number}}',
  backlog: {
    idle: 'Everything has been delivered.',
    sending_one: 'One delivery is being sent.',
    sending_other: '{{amount}} deliveries are being sent.',
    sending_at_rate_one: 'One delivery is being sent.',
    sending_at_rate_other:
      '{{amount}} deliveries are being sent, {{rate}} a second; at that rate the counted ones take {{seconds}} s.',
    no_worker_one:
      'One delivery is due, but no worker is running: the operator must start a process with the role worker.',
    no_worker_other:
      '{{amount}} deliveries are due, but no worker is running: the operator must start a process with the role worker.',
    next_attempt_one: 'One delivery is waiting for another attempt, at {{at}}.',
    next_attempt_other: '{{amount}} deliveries are waiting for another attempt; the next is at {{at}}.',
    failing_zero: 'The receiver has been failing since {{since}}; nothing is waiting.',
    failing_one: 'The receiver has been failing since {{since}}; one delivery is waiting.',
    failing_other: 'The receiver has been failing since {{since}}; {{amount}} deliveries are waiting.',
    failing_no_worker_one:
      'The receiver has been failing since {{since}}. One delivery is waiting, and no worker is running: the operator must start a process with the role worker.',
    failing_no_worker_other:
      'The receiver has been failing since {{since}}. {{amount}} deliveries are waiting, and no worker is running: the operator must start a process with the role worker.',
    failing_next_attempt_one:
      'The receiver has been failing since {{since}}; one delivery is waiting, and the next attempt is at {{at}}.',
    failing_next_attempt_other:
      'The receiver has been failing since {{since}}; {{amount}} deliveries are waiting, and the next attempt is at {{at}}.',
    paused_zero: 'The webhook is paused; nothing is waiting.',
    paused_one: 'The webhook is paused; one delivery is waiting until it is resumed.',
    paused_other: 'The webhook is paused; {{amount}} deliveries are waiting until it is resumed.',
    stopped_zero: 'Stopped: the service account that created the webhook is disabled; nothing is waiting.',
    stopped_one:
      'Stopped: the service account that created the webhook is disabled; one delivery is waiting until it is enabled.',
    stopped_other:
      'Stopped: the service account that created the webhook is disabled; {{amount}} deliveries are waiting until it is enabled.',
  },
  pending: {
    paused_zero: 'The webhook is paused. When it is resumed, this delivery is next.',
    paused_one: 'The webhook is paused. When it is resumed, one delivery is ahead of this one.',
    paused_other: 'The webhook is paused. When it is resumed, {{amount}} deliveries are ahead of this one.',
    account_disabled_zero:
      'The service account that created the webhook is disabled. When it is enabled, this delivery is next.',
    account_disabled_one:
      'The service account that created the webhook is disabled. When it is enabled, one delivery is ahead of this one.',
    account_disabled_other:
      'The service account that created the webhook is disabled. When it is enabled, {{amount}} deliveries are ahead of this one.',
    receiver_failing_zero:
      'The receiver has been failing since {{since}}. Attempt {{attempt}} of 7 is due, and this delivery is next.',
    receiver_failing_one:
      'The receiver has been failing since {{since}}. Attempt {{attempt}} of 7 is due; one delivery is ahead of this one.',
    receiver_failing_other:
      'The receiver has been failing since {{since}}. Attempt {{attempt}} of 7 is due; {{amount}} deliveries are ahead of this one.',
    receiver_failing_until: 'The receiver has been failing since {{since}}. Attempt {{attempt}} of 7 is at {{at}}.',
    next_attempt: 'An attempt failed; attempt {{attempt}} of 7 is at {{at}}.',
    not_taken: 'It is due, but no worker is running: the operator must start a process with the role worker.',
    behind_others: 'It is due and waits for others: {{amount}} deliveries are ahead of it.',
    starting: 'It is under way or about to start.',
  },
}

/** Why an attempt failed, by the delivery's `failure`. */
const failures = {
  status: 'The receiver answered with a status other than 2xx.',
  redirect: 'The receiver answered with a redirect; redirects are not followed.',
  timeout: 'The receiver did not answer within 10 seconds.',
  connection_refused: 'The receiver refused the connection.',
  connection_reset: 'The connection was closed or reset before a response.',
  unreachable: 'The address of the receiver cannot be reached.',
  name_not_found: 'The name of the receiver has no address.',
  forbidden_address: 'The address of the receiver is not public, and this install does not allow it.',
  forbidden_port: 'The port of the receiver belongs to a service that is not a web server; nothing is sent there.',
  tls: 'No trusted TLS connection: the certificate is expired, unknown or for another name.',
  invalid_http: 'The answer is not valid HTTP.',
  secret_unreadable: 'The signing secret cannot be opened; rotate it.',
  event_missing: 'The event is no longer stored.',
  scope_taken_away:
    'Not sent: the creator of the webhook, or the account that set its address, lacks the scope to read events of this type.',
  internal: 'The attempt could not be made.',
}

export const webhookWords = { explained, failures }
