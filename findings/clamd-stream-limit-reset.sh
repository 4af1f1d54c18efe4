#!/bin/sh
# Surprising: clamd answers a stream that is larger than StreamMaxLength at once, and closes the connection while the client still sends. The unread data makes the kernel reset the connection: a client that keeps writing gets EPIPE or ECONNRESET, and a client that stops at that error never reads the answer with the reason. clamd(8) documents the answer "INSTREAM size limit exceeded. ERROR" but not the close.
# Affects: programs that send files to clamd by INSTREAM: a file that is too large looks like a broken scanner. Listen for the answer while sending, and read it before the write error is reported.
# Version: clamav-daemon 1.4.6 (Debian 12). The signature in this script matches a harmless text.
# Source: clamd(8), "INSTREAM"; clamd.conf(5), StreamMaxLength.
set -eu
folder=$(mktemp -d)
trap 'kill "${server:-}" 2>/dev/null || true; rm -rf "$folder"' EXIT
cd "$folder"
command -v clamd >/dev/null || apt-get install -y -qq --no-install-recommends clamav-daemon >/dev/null
mkdir signatures
printf 'A.Harmless.Marker:0:*:%s\n' "$(printf 'a-harmless-marker-for-clamd' | od -An -tx1 | tr -d ' \n')" > signatures/own.ndb
cat > clamd.conf <<C
LocalSocket $folder/clamd.ctl
DatabaseDirectory $folder/signatures
TemporaryDirectory $folder
Foreground yes
StreamMaxLength 1M
MaxFileSize 1M
$(test "$(id -u)" -eq 0 && echo 'User root')
C
clamd -c clamd.conf >/dev/null 2>&1 & server=$!
for _ in $(seq 100); do test -S clamd.ctl && break; sleep 0.2; done
cat > send.py <<'PY'
import socket
import struct
import sys

def send(mebibytes, reads_at_error):
    client = socket.socket(socket.AF_UNIX)
    client.connect('clamd.ctl')
    client.sendall(b'zINSTREAM\0')
    error = None
    chunk = b'x' * 65536
    try:
        for _ in range(mebibytes * 16):
            client.sendall(struct.pack('>I', len(chunk)) + chunk)
        client.sendall(struct.pack('>I', 0))
    except OSError as e:
        error = type(e).__name__
        if not reads_at_error:
            return error, None
    try:
        return error, client.recv(1000).rstrip(b'\0').decode()
    except OSError as e:
        return error, type(e).__name__

print('within the limit:', *send(1, False))
print('above it, and stopping at the error:', *send(64, False))
print('above it, and reading after the error:', *send(64, True))
PY
/usr/bin/python3 send.py > out.txt
clamd --version
cat out.txt
grep -q '^within the limit: None stream: OK$' out.txt &&
  grep -Eq '^above it, and stopping at the error: (BrokenPipeError|ConnectionResetError) None$' out.txt &&
  grep -Eq '^above it, and reading after the error: (BrokenPipeError|ConnectionResetError) (INSTREAM size limit exceeded. ERROR|ConnectionResetError)$' out.txt
# Seen on 2026-11-28:
#   ClamAV 1.4.6
#   within the limit: None stream: OK
#   above it, and stopping at the error: BrokenPipeError None
#   above it, and reading after the error: BrokenPipeError INSTREAM size limit exceeded. ERROR
