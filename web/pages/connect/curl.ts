import type { ExampleValues, StepName } from './steps.ts'

const auth = '-H "Authorization: Bearer $TOKEN"'
const json = "-H 'Content-Type: application/json'"
const curl = 'curl -sS --fail-with-body'

const field = (name: string, value: string | undefined): string => (value ? `\n  "${name}": "${value}",` : '')

/** The examples as bash commands. Later commands use variables that earlier ones set. */
export const curlSteps = (values: ExampleValues): Readonly<Record<StepName, string>> => {
  const { base, clientId, requirementId, packageId, eventKind, eventType } = values
  const evidence = `${base}/api/v1/governance/evidence`
  return {
    token: String.raw`# export CLIENT_SECRET=...
TOKEN=$(${curl} ${base}/api/v1/auth/token \
  -d grant_type=client_credentials \
  -d client_id=${clientId} \
  -d client_secret="$CLIENT_SECRET" | sed -n 's/.*"access_token":"\([^"]*\)".*/\1/p')`,
    requirements: String.raw`${curl} '${evidence}/requirements?status=active' \
  ${auth}`,
    claim: String.raw`RUN=nightly-backup-$(date +%Y%m%dT%H%M%S)
CLAIM=$(${curl} ${evidence}/claims \
  ${auth} \
  -H "Idempotency-Key: $RUN" \
  ${json} \
  --data-binary @- <<JSON | sed -n 's/.*"id":"\(gec_[^"]*\)".*/\1/p'
{${field('evidenceRequirementId', requirementId)}
  "claimKey": "$RUN",
  "title": "Backup report of last night",
  "subjectModuleKey": "controls",
  "subjectResourceType": "control",
  "subjectResourceId": "CTL-7",
  "sourceModuleKey": "external",
  "sourceResourceType": "report",
  "sourceResourceId": "$RUN",
  "sourceSnapshot": { "system": "vault-3", "job": "nightly" },
  "claimSnapshot": { "restored": true },
  "reason": "pushed by the nightly backup"
}
JSON
)
echo "$CLAIM"`,
    upload: String.raw`printf 'restored 12 of 12 databases\n' > report.txt
INTENT=$(${curl} ${evidence}/attachments/upload-intents \
  ${auth} \
  ${json} \
  --data-binary @- <<JSON
{
  "claimId": "$CLAIM",
  "originalFilename": "report.txt",
  "contentType": "text/plain",
  "byteSize": $(wc -c < report.txt | tr -d ' '),
  "checksumSha256": "$(openssl dgst -sha256 -r report.txt | cut -d ' ' -f 1)",
  "reason": "the report of the nightly backup"
}
JSON
)
${curl} "${base}$(echo "$INTENT" | sed -n 's/.*"path":"\([^"]*\)".*/\1/p')" \
  ${auth} \
  -F 'file=@report.txt;type=text/plain'`,
    event: String.raw`ACK=receipt-$(date +%s)
${curl} ${base}/api/v1/governance/submissions/packages/${packageId}/events \
  ${auth} \
  -H "Idempotency-Key: $ACK" \
  ${json} \
  --data-binary @- <<JSON
{
  "eventKind": "${eventKind}",
  "occurredAt": "$(date -u +%Y-%m-%dT%H:%M:%S.000Z)",
  "eventSnapshot": { "channel": "portal", "reference": "$ACK" },
  "sourceEventKey": "$ACK",
  "reason": "callback of the regulator's portal"
}
JSON`,
    webhook: String.raw`${curl} ${base}/api/v1/webhooks \
  ${auth} \
  -H "Idempotency-Key: subscribe-$(date +%s)" \
  ${json} \
  --data-binary @- <<JSON
{
  "url": "https://hooks.example.com/probata",
  "events": ["${eventType}"],
  "description": "Decisions for the ticket system",
  "reason": "the ticket system follows decisions"
}
JSON`,
  }
}
