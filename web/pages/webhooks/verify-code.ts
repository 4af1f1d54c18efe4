import type { SchemeName, SignatureInput } from './signature.ts'

/** Quotes a string for TypeScript and Python, which both understand JSON's escapes. */
const quote = (text: string): string => JSON.stringify(text)

const quoteForShell = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

interface Values extends Omit<SignatureInput, 'secret'> {
  /** The comments in the code, in the user's language. */
  readonly comments: { readonly received: string; readonly again: string }
}

const typescript = {
  service: ({ timestamp, body, header, comments }) => `import { createHmac, timingSafeEqual } from 'node:crypto'

const secret = process.env.SIGNING_SECRET ?? ''
const timestamp = ${quote(timestamp)}
const header = ${quote(header)}
const body = Buffer.from(${quote(body)}) // ${comments.received}

const mac = createHmac('sha256', secret).update(\`\${timestamp}.\`).update(body).digest('hex')
const expected = Buffer.from(\`v1=\${mac}\`)
const fits = header.split(',').some(part => {
  const received = Buffer.from(part)
  return received.length === expected.length && timingSafeEqual(received, expected)
})
console.log(fits ? 'valid' : 'invalid')
`,
  standard: ({ id, timestamp, body, header, comments }) => `import { createHmac, timingSafeEqual } from 'node:crypto'

const key = Buffer.from((process.env.SIGNING_SECRET ?? '').slice('whsec_'.length), 'base64')
const id = ${quote(id)}
const timestamp = ${quote(timestamp)}
const header = ${quote(header)}
const body = Buffer.from(${quote(body)}) // ${comments.received}

const mac = createHmac('sha256', key).update(\`\${id}.\${timestamp}.\`).update(body).digest('base64')
const expected = Buffer.from(\`v1,\${mac}\`)
const fits = header.split(' ').some(part => {
  const received = Buffer.from(part)
  return received.length === expected.length && timingSafeEqual(received, expected)
})
console.log(fits ? 'valid' : 'invalid')
`,
} satisfies Record<SchemeName, (values: Values) => string>

const python = {
  service: ({ timestamp, body, header, comments }) => `import hashlib, hmac, os

secret = os.environ["SIGNING_SECRET"].encode()
timestamp = ${quote(timestamp)}
header = ${quote(header)}
body = ${quote(body)}.encode()  # ${comments.received}

expected = "v1=" + hmac.new(secret, timestamp.encode() + b"." + body, hashlib.sha256).hexdigest()
fits = any(hmac.compare_digest(part, expected) for part in header.split(","))
print("valid" if fits else "invalid")
`,
  standard: ({ id, timestamp, body, header, comments }) => `import base64, hashlib, hmac, os

key = base64.b64decode(os.environ["SIGNING_SECRET"].removeprefix("whsec_"))
id = ${quote(id)}
timestamp = ${quote(timestamp)}
header = ${quote(header)}
body = ${quote(body)}.encode()  # ${comments.received}

mac = hmac.new(key, f"{id}.{timestamp}.".encode() + body, hashlib.sha256).digest()
expected = "v1," + base64.b64encode(mac).decode()
fits = any(hmac.compare_digest(part, expected) for part in header.split(" "))
print("valid" if fits else "invalid")
`,
} satisfies Record<SchemeName, (values: Values) => string>

const sendAgain = ({ again }: Values['comments'], headers: readonly string[]): string => `# ${again}:
[ -z "\${RECEIVER_URL:-}" ] || curl -i "$RECEIVER_URL" -H 'Content-Type: application/json' \\
${headers.map(header => `  -H "${header}" \\\n`).join('')}  --data-binary "$body"
`

const shell = {
  service: ({ timestamp, body, header, comments }) => `timestamp=${quoteForShell(timestamp)}
header=${quoteForShell(header)}
body=${quoteForShell(body)}

mac=$(printf '%s.%s' "$timestamp" "$body" | openssl dgst -sha256 -hmac "$SIGNING_SECRET" -r | cut -d' ' -f1)
case ",$header," in *",v1=$mac,"*) echo 'valid' ;; *) echo 'invalid' ;; esac

${sendAgain(comments, ['X-Service-Timestamp: $timestamp', 'X-Service-Signature: $header'])}`,
  standard: ({ id, timestamp, body, header, comments }) => `id=${quoteForShell(id)}
timestamp=${quoteForShell(timestamp)}
header=${quoteForShell(header)}
body=${quoteForShell(body)}

key=$(printf '%s' "\${SIGNING_SECRET#whsec_}" | base64 -d | od -An -v -tx1 | tr -d ' \\n')
mac=$(printf '%s.%s.%s' "$id" "$timestamp" "$body" | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | base64)
case " $header " in *" v1,$mac "*) echo 'valid' ;; *) echo 'invalid' ;; esac

${sendAgain(comments, ['webhook-id: $id', 'webhook-timestamp: $timestamp', 'webhook-signature: $header'])}`,
} satisfies Record<SchemeName, (values: Values) => string>

/**
 * Programs that check one delivery. They read the secret from SIGNING_SECRET, so that it is not copied with the code.
 */
export const verifyCode = { typescript, python, shell }

export type CodeLanguage = keyof typeof verifyCode
