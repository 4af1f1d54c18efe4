#!/bin/sh
# Glewlwyd ignores the post_logout_redirect_uri that its own client form stores.
#
# Surprising: by default a client has the property post_logout_redirect_uri, a single text, which the administration pages
# offer. At sign-out (OpenID Connect RP-Initiated Logout 1.0) the server compares post_logout_redirect_uris, an array,
# which the default data format of clients does not have: the API answers 400 to it. So no one returns from a
# sign-out, although the address is registered; with the property added to the data format, people return.
# Affects: relying parties that send people to end_session_endpoint.
# Version: Glewlwyd 2.7.5 (Debian 12), a maintained single sign-on server. Seen 2026-11-28.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
command -v glewlwyd >/dev/null || apt-get install -y --no-install-recommends glewlwyd >/dev/null
command -v sqlite3 >/dev/null || apt-get install -y --no-install-recommends sqlite3 >/dev/null
cd "$folder"
cat > run.mjs <<'JS'
import { readFileSync } from 'node:fs'
const [api, property] = process.argv.slice(2)
const session = () => {
  const jar = new Map()
  return async (method, path, body) => {
    const cookie = [...jar].map(pair => pair.join('=')).join('; ')
    const answer = await fetch(path.startsWith('http') ? path : api + path, {
      method, redirect: 'manual', headers: { 'content-type': 'application/json', cookie }, body: body && JSON.stringify(body),
    })
    for (const set of answer.headers.getSetCookie()) jar.set(...set.split(';')[0].split('='))
    if (answer.status >= 400) throw new Error(`${path} ${answer.status} ${await answer.text()}`)
    return answer
  }
}
const admin = session()
await admin('POST', '/auth/', { username: 'admin', password: 'password' })
const off = Object.fromEntries(['token', 'none', 'password', 'client', 'refresh', 'device'].map(n => [`auth-type-${n}-enabled`, false]))
await admin('POST', '/mod/plugin/', { module: 'oidc', name: 'oidc', display_name: 'oidc', order_rank: 0, parameters: {
  iss: `${api}/oidc`, 'jwt-type': 'rsa', 'jwt-key-size': '256', key: readFileSync('key.pem', 'utf8'), cert: readFileSync('public.pem', 'utf8'),
  'access-token-duration': 3600, 'refresh-token-duration': 3600, 'code-duration': 600, 'refresh-token-rolling': true, 'allow-non-oidc': false,
  'auth-type-code-enabled': true, 'auth-type-id-token-enabled': true, ...off, scope: [], 'additional-parameters': [], claims: [], 'jwks-show': true,
  'jwks-x5c': [], 'request-parameter-allow': true, 'secret-type': 'pairwise', 'subject-type': 'public', 'pkce-allowed': true,
  'email-claim': 'mandatory', 'name-claim': 'mandatory', 'email-claim-format': 'no', 'introspection-revocation-allowed': false,
  'session-management-allowed': true, 'session-cookie-name': 'SID', 'session-cookie-expiration': 3600 } })
const back = 'http://127.0.0.1:9/callback'
const after = 'http://127.0.0.1:9/signed-out'
await admin('POST', '/client/', { client_id: 'client', name: 'c', confidential: true, enabled: true, client_secret: 'a-secret',
  redirect_uri: [back], authorization_type: ['code'], scope: ['openid'], token_endpoint_auth_method: ['client_secret_basic'],
  [property]: property.endsWith('s') ? [after] : after })
await admin('POST', '/user/', { username: 'ann', name: 'Ann', email: 'ann@example.org', enabled: true, password: 'password', scope: ['openid'] })
const ann = session()
await ann('POST', '/auth/', { username: 'ann', password: 'password' })
await ann('PUT', '/auth/grant/client', { scope: 'openid' })
const query = new URLSearchParams({ response_type: 'code', client_id: 'client', redirect_uri: back, scope: 'openid', state: 's', nonce: 'n-1234' })
const asked = await ann('GET', `/oidc/auth?${query}&g_continue`)
const code = new URL(asked.headers.get('location')).searchParams.get('code')
const traded = await fetch(`${api}/oidc/token`, { method: 'POST', headers: { authorization: `Basic ${btoa('client:a-secret')}` },
  body: new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: back }) })
const { id_token } = await traded.json()
const end = new URLSearchParams({ id_token_hint: id_token, post_logout_redirect_uri: after, state: 's' })
const page = new URL((await ann('GET', `/oidc/end_session?${end}`)).headers.get('location'))
console.log(page.searchParams.get('callback_url'))
JS
openssl genrsa -traditional -out key.pem 2048 2>/dev/null || openssl genrsa -out key.pem 2048 2>/dev/null
openssl rsa -in key.pem -pubout -out public.pem 2>/dev/null
comes_back() { # port, property, SQL
  rm -f db
  zcat /usr/share/doc/glewlwyd/database/init.sqlite3.sql.gz > init.sql
  sqlite3 db < init.sql
  sqlite3 db "$3"
  sed -e "s#^port=.*#bind_address=\"127.0.0.1\"\nport=$1#; s#^external_url=.*#external_url=\"http://127.0.0.1:$1\"#" \
    -e "s#^log_file=.*#log_file=\"$folder/log\"#; s#^@include.*#database = { type = \"sqlite3\" path = \"$folder/db\" };#" \
    /etc/glewlwyd/glewlwyd.conf > conf
  glewlwyd --config-file="$folder/conf" >/dev/null 2>&1 &
  server=$!
  sleep 2
  node run.mjs "http://127.0.0.1:$1/api" "$2" || echo failed
  kill "$server"
  wait "$server" || true
}
installed=$(comes_back 21971 post_logout_redirect_uri 'select 1' | tail -1)
added=$(comes_back 21972 post_logout_redirect_uris "update g_client_module_instance set gcmi_parameters = json_set(gcmi_parameters,
  '\$.\"data-format\".post_logout_redirect_uris', json('{\"multiple\":true,\"read\":true,\"write\":true}'))" | tail -1)
echo "as installed, people come back to: $installed"
echo "with post_logout_redirect_uris added: $added"
[ "$installed" = null ] && [ "$added" = 'http://127.0.0.1:9/signed-out?state=s' ]
