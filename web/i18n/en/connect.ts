export const connect = {
  title: 'Connect',
  description: 'Examples that work with this server, filled in with data of this workspace.',
  reference: 'API reference',
  machine: 'OpenAPI for machines',
  workspace: 'OpenAPI of this app',
  account: 'Service account',
  requirement: 'Evidence requirement',
  package: 'Submission package',
  language: 'Language',
  noAccount: 'Ask an administrator for a service account: its client ID and its secret go into the first step.',
  noPackage: 'No package exists yet; fill in its ID.',
  lacks: '{{name}} does not have this scope.',
  run: {
    curl: 'For bash, in this order: later steps use variables that earlier ones set. The secret is read from the environment.',
    typescript:
      'Plain fetch, for Node 22 or later and Bun: the parts form one module. The secret is read from the environment.',
  },
  copyAll: 'Copy all steps',
  code: 'Code: {{title}}',
  steps: {
    token: {
      title: 'Get a token',
      text: 'OAuth 2.0 client credentials. It is valid for an hour: keep it, and get a new one when a call returns 401.',
    },
    requirements: { title: 'List requirements', text: 'The proof that must be collected, a page at a time.' },
    claim: {
      title: 'Create a claim',
      text: 'Proof is logged and goes to a reviewer. The key makes the call safe to repeat for 24 hours.',
    },
    upload: {
      title: 'Upload a file',
      text: 'First announce the file with its SHA-256, then send the bytes; a mismatch is rejected. Possible only while the claim is submitted.',
    },
    event: {
      title: 'Record a submission event',
      text: 'Records what happened to a package and updates its status. The sourceEventKey makes repeats safe at any time.',
    },
    webhook: {
      title: 'Subscribe a webhook',
      text: 'Signed notifications of changes. Only this response contains the signing secret.',
    },
  },
}
