#!/bin/sh
# Receivers of syslog over TLS mishandle frames that exceed their limit.
#
# Surprising: rsyslog's "8k" is 8,096 octets. It cuts a longer message and reads the rest as further messages, which
# have neither MSGID nor the right text. syslog-ng takes 65,536 octets; with one more it drops the connection and
# every later message, while the sender sees an orderly end.
# Affects: senders of octet-counted frames (RFC 5425, RFC 6587), in which the frame states its length.
# Versions: rsyslog 8.2302.0, syslog-ng 3.38.1 (Debian 12). Seen 2026-11-27. Debian installs only one of the two, so
# syslog-ng is unpacked into the folder.
set -eu
folder=$(mktemp -d)
chmod 755 "$folder"
trap 'kill "${one:-}" "${two:-}" 2>/dev/null || true; rm -rf "$folder"' EXIT
command -v rsyslogd >/dev/null || apt-get install -y --no-install-recommends rsyslog rsyslog-gnutls >/dev/null
cd "$folder"
apt-get download syslog-ng-core >/dev/null 2>&1
dpkg-deb -x syslog-ng-core_*.deb root
openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -days 2 -subj /CN=localhost 2>/dev/null
cat > rsyslog.conf <<C
global(workDirectory="$folder" defaultNetstreamDriver="gtls" defaultNetstreamDriverCAFile="$folder/cert.pem"
  defaultNetstreamDriverCertFile="$folder/cert.pem" defaultNetstreamDriverKeyFile="$folder/key.pem")
module(load="imtcp" streamDriver.name="gtls" streamDriver.mode="1" streamDriver.authMode="anon")
template(name="parts" type="string" string="%msgid% %msg%\n")
input(type="imtcp" port="21991" address="127.0.0.1")
action(type="omfile" file="$folder/rsyslog.out" template="parts")
C
cat > syslog-ng.conf <<C
@version: 3.38
source s { syslog(ip("127.0.0.1") port(21992) transport("tls") flags(no-multi-line)
  tls(key-file("$folder/key.pem") cert-file("$folder/cert.pem") peer-verify(optional-untrusted))); };
destination d { file("$folder/syslog-ng.out" template("\${MSGID} \${MSG}\n")); };
log { source(s); destination(d); };
C
rsyslogd -n -iNONE -f "$folder/rsyslog.conf" 2>/dev/null &
one=$!
modules=$(dirname "$(find root -name libsyslogformat.so)")
LD_LIBRARY_PATH="$folder/$(dirname "$(find root -name 'libsyslog-ng-*.so*' | head -1)")" root/usr/sbin/syslog-ng -F -f "$folder/syslog-ng.conf" \
  -R persist -p pid -c control --no-caps --module-path="$folder/$modules" >/dev/null 2>&1 &
two=$!
sleep 3
cat > send.mjs <<'JS'
import tls from 'node:tls'
const frame = (id, octets) => {
  const head = `<109>1 2026-11-27T00:00:00.000Z host app 1 ${id} - `
  const message = head + 'x'.repeat(octets - head.length)
  return `${message.length} ${message}`
}
for (const [port, sizes] of [[21991, [8096, 8193, 200]], [21992, [65536, 65537, 200]]]) {
  const socket = tls.connect({ port, host: '127.0.0.1', rejectUnauthorized: false }, () =>
    socket.end(sizes.map((size, n) => frame(`m${n}`, size)).join('')))
  socket.on('error', error => console.log(port, error.code))
  await new Promise(resolve => socket.on('close', resolve))
}
JS
node send.mjs
sleep 2
echo 'rsyslog (m0 of 8,096, m1 of 8,193 and m2 of 200 octets):'; awk '{print substr($0, 1, 12), length($0)}' rsyslog.out | tee rsyslog.seen
echo 'syslog-ng (m0 of 65,536, m1 of 65,537 and m2 of 200 octets):'; awk '{print substr($0, 1, 12), length($0)}' syslog-ng.out | tee syslog-ng.seen
test "$(wc -l < rsyslog.seen)" -eq 4
test "$(wc -l < syslog-ng.seen)" -eq 1
echo 'as described: rsyslog makes four messages of three, syslog-ng keeps the first'
