/** What the endpoints of a tag are about, in the order in which the documents show them. */
export const tagDescriptions: Readonly<Record<string, string>> = {
  __proto__: null as never,
  Token: 'Access tokens for service accounts: OAuth 2.0 client credentials (RFC 6749 section 4.4).',
  Session: 'Signing in and out.',
  Account: 'What people do with their own sign-in: password, second factor, sessions.',
  Evidence: 'What proof must be collected, and the proof that was logged.',
  Attachments: 'The files of a claim: announced, uploaded, opened.',
  Review: 'Who decides on a claim, and the decision.',
  Submissions: 'What has to be sent to whom, what was sent, and what became of it.',
  Webhooks: 'Signed notifications of changes: who gets which, and every attempt to deliver them.',
  People: 'Those who sign in, and what they may do.',
  'Service accounts': 'The machines that call the interface, their scopes and their secrets.',
  Events: 'What receivers of webhooks are sent; docs/receiving-webhooks.md tells how to verify it.',
  Overview: 'What needs somebody now, counted, and how it went for 30 days.',
  Audit: 'Who did what, when and why.',
  Operations: 'What the service does by itself, on schedule.',
  Health: 'Probes for load balancers and supervisors.',
}
