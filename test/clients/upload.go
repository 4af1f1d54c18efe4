// Uploads files with mime/multipart. Arguments: URL, path, name and type of each file.
package main

import (
	"bytes"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"os"
)

func main() {
	for args := os.Args[1:]; len(args) >= 4; args = args[4:] {
		content, err := os.ReadFile(args[1])
		if err != nil {
			panic(err)
		}
		var body bytes.Buffer
		form := multipart.NewWriter(&body)
		header := textproto.MIMEHeader{}
		// CreateFormFile has a fixed media type, so callers with another type format the header themselves.
		header.Set("Content-Disposition", mime.FormatMediaType("form-data", map[string]string{"name": "file", "filename": args[2]}))
		header.Set("Content-Type", args[3])
		part, _ := form.CreatePart(header)
		part.Write(content)
		form.Close()
		request, _ := http.NewRequest("POST", args[0], &body)
		request.Header.Set("Authorization", "Bearer "+os.Getenv("UPLOAD_TOKEN"))
		request.Header.Set("Content-Type", form.FormDataContentType())
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			panic(err)
		}
		text, _ := io.ReadAll(response.Body)
		fmt.Printf("%d\t%s\n", response.StatusCode, text)
	}
}
