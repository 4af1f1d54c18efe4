#!/bin/sh
# Surprising: mime.FormatMediaType, which Go programs use for a part with its own media type, writes `form-data` with only `filename*` for a name outside ASCII, which RFC 7578 section 4.2 forbids in forms. CreateFormFile of mime/multipart writes the same name in UTF-8 as `filename`.
# The parameters are sorted, and not quoted if possible: `form-data; filename=a.txt; name=file`. A receiver that looks for `name="file"` first, or expects quotes, does not find the field.
# Affects: servers whose form parser knows only the browsers' format.
# Version: golang-go 1.19 (Debian 12).
# Source: https://pkg.go.dev/mime#FormatMediaType ; https://www.rfc-editor.org/rfc/rfc7578#section-4.2
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
command -v go > /dev/null || apt-get install -y -qq --no-install-recommends golang-go > /dev/null
cat > form.go <<'GO'
package main

import (
	"bytes"
	"fmt"
	"mime"
	"mime/multipart"
	"strings"
)

func main() {
	for _, name := range []string{"a.txt", "Prüfung.pdf"} {
		fmt.Println("mime:", mime.FormatMediaType("form-data", map[string]string{"name": "file", "filename": name}))
		var body bytes.Buffer
		multipart.NewWriter(&body).CreateFormFile("file", name)
		for _, line := range strings.Split(body.String(), "\r\n") {
			if strings.HasPrefix(line, "Content-Disposition") {
				fmt.Println("multipart:", line)
			}
		}
	}
}
GO
go version
go run form.go > out.txt
cat out.txt
grep -q "^mime: form-data; filename\*=utf-8''Pr%C3%BCfung.pdf; name=file\$" out.txt && grep -q '^mime: form-data; filename=a.txt; name=file$' out.txt && grep -q '^multipart: .*filename="Prüfung.pdf"$' out.txt
# Seen on 2026-11-27:
#   mime: form-data; filename=a.txt; name=file
#   multipart: Content-Disposition: form-data; name="file"; filename="a.txt"
#   mime: form-data; filename*=utf-8''Pr%C3%BCfung.pdf; name=file
#   multipart: Content-Disposition: form-data; name="file"; filename="Prüfung.pdf"
