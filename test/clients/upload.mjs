// Uploads files with fetch of Node; the arguments are url, path, name and type of each.
import { openAsBlob } from 'node:fs'

const headers = { authorization: `Bearer ${process.env.UPLOAD_TOKEN}` }
const args = process.argv.slice(2)
for (let at = 0; at < args.length; at += 4) {
  const [url, path, name, type] = args.slice(at, at + 4)
  const form = new FormData()
  form.set('file', new File([await openAsBlob(path)], name, { type }))
  const answer = await fetch(url, { method: 'POST', headers, body: form })
  console.log(`${answer.status}\t${await answer.text()}`)
}
