import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sections } from '#src/features.ts'
import { boot } from '#test/system.ts'
import { provision } from './provision.ts'

const file = () => ({
  organizations: [
    {
      slug: 'acme',
      name: 'Acme Bank',
      users: [
        { email: 'Rita@acme.example', name: 'Rita Reviewer', password: 'a long password', role: 'reviewer' },
        { email: 'ada@acme.example', name: 'Ada Admin', role: 'admin' },
      ],
      serviceAccounts: [
        {
          name: 'scanner',
          clientId: 'acme-scanner',
          clientSecret: 'secret-of-the-scanner',
          scopes: ['governance.evidence:read', 'governance.evidence:write'],
        },
        { name: 'reader', clientId: 'acme-reader', scopes: ['governance.evidence:read'], disabled: true },
      ],
      evidenceRequirements: [
        { requirementKey: 'BKP-01', title: 'Nightly backup', description: 'Restored.', validityDays: 30 },
      ],
    },
  ],
})

test('a file is applied once', async () => {
  await using probata = await boot()
  const { services } = probata.system
  const first = await provision(services, sections, file())
  assert.deepEqual(first.counts, { created: 6, updated: 0, unchanged: 0, ignored: 0 })
  const again = await provision(services, sections, JSON.stringify(file()))
  assert.deepEqual(again, { secrets: [], counts: { created: 0, updated: 0, unchanged: 6, ignored: 0 } })
})
