// Uploads files with Node's fetch. Arguments: the URL, then the path, name and type of each file.
import { openAsBlob } from 'node:fs'

const headers = { authorization: `Bearer ${process.env.UPLOAD_TOKEN}` }
const args = process.argv.slice(2)
for (let index = 0; index < args.length; index += 4) {
  const [url, path, name, type] = args.slice(index, index + 4)
  const form = new FormData()
  form.set('file', new File([await openAsBlob(path)], name, { type }))
  const response = await fetch(url, { method: 'POST', headers, body: form })
  console.log(`${response.status}\t${await response.text()}`)
}
