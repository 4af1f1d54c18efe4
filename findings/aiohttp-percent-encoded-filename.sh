#!/bin/sh
# Surprising: aiohttp's FormData percent-encodes the file name into the plain `filename` parameter, without `filename*`. A name such as "Prüfung 2.pdf" arrives as "Pr%C3%BCfung%202.pdf": even the space is escaped.
# RFC 7578 section 4.2 requires the unescaped name; only %22, %0D and %0A are escapes in browsers (WHATWG HTML). A receiver that decodes those three keeps the other escapes in the name.
# Affects: servers that store or compare the name of an upload. `FormData(quote_fields=False)` sends it unescaped.
# Version: python3-aiohttp 3.8.4-1+deb12u2 (Debian 12).
# Source: https://docs.aiohttp.org/en/v3.8.4/client_reference.html (FormData, quote_fields); https://www.rfc-editor.org/rfc/rfc7578#section-4.2
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
/usr/bin/python3 -c 'import aiohttp' 2> /dev/null || apt-get install -y -qq --no-install-recommends python3-aiohttp > /dev/null
cat > form.py <<'PY'
import asyncio
import aiohttp
import io

class Sink:
    def __init__(self):
        self.bytes = b''

    async def write(self, data):
        self.bytes += data

async def written(**options):
    form = aiohttp.FormData(**options)
    form.add_field('file', io.BytesIO(b'x'), filename='Prüfung 2.pdf', content_type='application/pdf')
    sink = Sink()
    await form().write(sink)
    return next(line for line in sink.bytes.decode().split('\r\n') if line.startswith('Content-Disposition'))

print(aiohttp.__version__)
print(asyncio.run(written()))
print(asyncio.run(written(quote_fields=False)))
PY
/usr/bin/python3 form.py > out.txt
cat out.txt
grep -q 'filename="Pr%C3%BCfung%202.pdf"$' out.txt && ! grep -q 'filename\*' out.txt && grep -q 'filename="Prüfung 2.pdf"$' out.txt
# Seen on 2026-11-27:
#   3.8.4
#   Content-Disposition: form-data; name="file"; filename="Pr%C3%BCfung%202.pdf"
#   Content-Disposition: form-data; name="file"; filename="Prüfung 2.pdf"
