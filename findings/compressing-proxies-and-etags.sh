#!/bin/sh
# Four proxies treat a strong entity tag in three different ways when they compress a response.
#
# Surprising: nginx and HAProxy weaken the tag, Apache appends the coding inside the quotes, and Caddy 2.6 leaves the
# strong tag on other bytes. A server that compares If-Match strongly, as RFC 9110 section 13.1.1 requires, therefore
# always answers 412 behind the first three, to every client that sends the tag back unchanged.
# Affects: APIs with optimistic locking by ETag behind one of them.
# Versions: nginx 1.22.1, Apache 2.4.71 (mod_deflate, mod_brotli), Caddy 2.6.2, HAProxy 2.6.12 (Debian 12). 2026-11-27.
set -eu
folder=$(mktemp -d)
trap 'kill ${pids:-} 2>/dev/null || true; rm -rf "$folder"' EXIT
for program in nginx:nginx-light apache2:apache2 caddy:caddy haproxy:haproxy curl:curl; do
  command -v "${program%%:*}" >/dev/null || apt-get install -y --no-install-recommends "${program##*:}" >/dev/null
done
cd "$folder"
cat > server.mjs <<'JS'
import { createServer } from 'node:http'
createServer((_, answer) => {
  answer.writeHead(200, { 'content-type': 'application/json', etag: '"v1"' }).end(JSON.stringify('x'.repeat(5000)))
}).listen(21980, '127.0.0.1')
JS
cat > nginx.conf <<C
daemon off; pid $folder/nginx.pid; error_log $folder/nginx.log;
events {}
http { access_log off; gzip on; gzip_proxied any; gzip_types application/json; proxy_temp_path $folder/t1;
  client_body_temp_path $folder/t2; fastcgi_temp_path $folder/t3; uwsgi_temp_path $folder/t4; scgi_temp_path $folder/t5;
  server { listen 127.0.0.1:21981; location / { proxy_pass http://127.0.0.1:21980; proxy_http_version 1.1; } } }
C
m=/usr/lib/apache2/modules
cat > apache.conf <<C
ServerRoot $folder
ServerName localhost
Listen 127.0.0.1:21982
PidFile $folder/apache.pid
ErrorLog $folder/apache.log
LoadModule mpm_event_module $m/mod_mpm_event.so
LoadModule authz_core_module $m/mod_authz_core.so
LoadModule proxy_module $m/mod_proxy.so
LoadModule proxy_http_module $m/mod_proxy_http.so
LoadModule filter_module $m/mod_filter.so
LoadModule deflate_module $m/mod_deflate.so
$(test "$(id -u)" -eq 0 && printf 'User www-data\nGroup www-data')
ProxyPass / http://127.0.0.1:21980/
AddOutputFilterByType DEFLATE application/json
C
printf '{\n admin off\n auto_https off\n}\nhttp://127.0.0.1:21983 {\n encode gzip\n reverse_proxy 127.0.0.1:21980\n}\n' > Caddyfile
cat > haproxy.cfg <<'C'
defaults
 mode http
 timeout client 30s
 timeout server 30s
 timeout connect 5s
frontend f
 bind 127.0.0.1:21984
 compression algo gzip
 compression type application/json
 default_backend b
backend b
 server s 127.0.0.1:21980
C
node server.mjs & pids=$!
nginx -c "$folder/nginx.conf" & pids="$pids $!"
apache2 -f "$folder/apache.conf" -DFOREGROUND 2>/dev/null & pids="$pids $!"
XDG_DATA_HOME=$folder XDG_CONFIG_HOME=$folder caddy run --config Caddyfile --adapter caddyfile >/dev/null 2>&1 & pids="$pids $!"
haproxy -db -f haproxy.cfg >/dev/null 2>&1 & pids="$pids $!"
sleep 3
check() {
  tag=$(curl -s -o /dev/null -D - -H 'accept-encoding: gzip' "http://127.0.0.1:$2/" | tr -d '\r' | sed -n 's/^[Ee][Tt]ag: //p')
  printf '%-8s %s\n' "$1" "$tag"
  test "$tag" = "$3"
}
check nginx 21981 'W/"v1"'
check apache 21982 '"v1-gzip"'
check caddy 21983 '"v1"'
check haproxy 21984 'W/"v1"'
