/** A command that gets an access token from this page's server; client ids and secrets need no escaping. */
export const tokenCommand = (clientId: string, secret: string): string =>
  [
    `curl -sS ${location.origin}/api/v1/auth/token \\`,
    '  -d grant_type=client_credentials \\',
    `  -d client_id=${clientId} \\`,
    `  -d client_secret=${secret}`,
  ].join('\n')
