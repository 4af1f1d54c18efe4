/** A command that takes an access token from the server that this page came from; client ids and secrets need no escaping. */
export const tokenCommand = (clientId: string, secret: string): string =>
  [
    `curl -sS ${location.origin}/api/v1/auth/token \\`,
    '  -d grant_type=client_credentials \\',
    `  -d client_id=${clientId} \\`,
    `  -d client_secret=${secret}`,
  ].join('\n')
