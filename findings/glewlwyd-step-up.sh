#!/bin/sh
# Glewlwyd rejects max_age=0, writes auth_time 0, and does not decode HTTP Basic.
#
# Surprising: OpenID Connect Core 3.1.2.1 allows max_age=0 and then requires auth_time; Glewlwyd answers
# invalid_request ("max_age invalid"). With a positive max_age the ID token says auth_time 0, the year 1970. And a
# client secret with "-" fails as soon as the client percent-encodes it in HTTP Basic, as openid-client and
# oauth4webapi do (RFC 6749 section 2.3.1).
# Affects: relying parties that request reauthentication, and clients with generated secrets.
# Version: Glewlwyd 2.7.5 (Debian 12), a maintained single sign-on server. Seen 2026-11-27.
set -eu
folder=$(mktemp -d)
trap 'kill "${server:-}" 2>/dev/null || true; rm -rf "$folder"' EXIT
command -v glewlwyd >/dev/null || apt-get install -y --no-install-recommends glewlwyd >/dev/null
command -v sqlite3 >/dev/null || apt-get install -y --no-install-recommends sqlite3 >/dev/null
cd "$folder"
zcat /usr/share/doc/glewlwyd/database/init.sqlite3.sql.gz > init.sql
sqlite3 db < init.sql
sed -e 's#^port=.*#bind_address="127.0.0.1"\nport=21970#; s#^external_url=.*#external_url="http://127.0.0.1:21970"#' \
  -e "s#^log_file=.*#log_file=\"$folder/log\"#; s#^@include.*#database = { type = \"sqlite3\" path = \"$folder/db\" };#" \
  /etc/glewlwyd/glewlwyd.conf > conf
glewlwyd --config-file="$folder/conf" >/dev/null 2>&1 &
server=$!
sleep 2
openssl genrsa -traditional -out key.pem 2048 2>/dev/null || openssl genrsa -out key.pem 2048 2>/dev/null
openssl rsa -in key.pem -pubout -out public.pem 2>/dev/null
cat > run.mjs <<'JS'
import { readFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
const api = 'http://127.0.0.1:21970/api'
const secret = 'a-secret'
const session = () => {
  let cookie = ''
  return async (method, path, body) => {
    const answer = await fetch(path.startsWith('http') ? path : api + path, {
      method, redirect: 'manual', headers: { 'content-type': 'application/json', cookie }, body: body && JSON.stringify(body),
    })
    cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
    if (answer.status >= 400) throw new Error(`${path} ${answer.status}`)
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
  'email-claim': 'mandatory', 'name-claim': 'mandatory', 'email-claim-format': 'no', 'introspection-revocation-allowed': false } })
const back = 'http://127.0.0.1:9/callback'
await admin('POST', '/client/', { client_id: 'client', name: 'c', confidential: true, enabled: true, client_secret: secret,
  redirect_uri: [back], authorization_type: ['code'], scope: ['openid'], token_endpoint_auth_method: ['client_secret_basic'] })
await admin('POST', '/user/', { username: 'ann', name: 'Ann', email: 'ann@example.org', enabled: true, password: 'password', scope: ['openid'] })
const ann = session()
await ann('POST', '/auth/', { username: 'ann', password: 'password' })
await ann('PUT', '/auth/grant/client', { scope: 'openid' })
const verifier = 'v'.repeat(50)
const challenge = createHash('sha256').update(verifier).digest('base64url')
const authorize = async age => {
  const query = new URLSearchParams({ response_type: 'code', client_id: 'client', redirect_uri: back, scope: 'openid', state: 's',
    nonce: 'n-1234', code_challenge: challenge, code_challenge_method: 'S256', max_age: age })
  const answer = await ann('GET', `/oidc/auth?${query}&g_continue`)
  return new URL(answer.headers.get('location')).searchParams
}
const token = (code, credentials) => fetch(`${api}/oidc/token`, { method: 'POST',
  headers: { authorization: `Basic ${btoa(credentials)}` },
  body: new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: back, code_verifier: verifier }) })
const zero = await authorize('0')
console.log('max_age=0:', zero.get('error'), zero.get('error_description'))
const encoded = await token((await authorize('600')).get('code'), 'client:a%2Dsecret')
console.log('percent-encoded secret:', encoded.status)
const { id_token } = await (await token((await authorize('600')).get('code'), `client:${secret}`)).json()
const claims = JSON.parse(Buffer.from(id_token.split('.')[1], 'base64url'))
console.log('max_age=600: auth_time', claims.auth_time)
if (zero.get('error') !== 'invalid_request' || encoded.status < 400 || claims.auth_time !== 0) process.exit(1)
JS
node run.mjs
