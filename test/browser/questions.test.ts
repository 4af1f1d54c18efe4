import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { claimInput } from '#test/fixture.ts'
import { suiteResources } from '#test/suite-resources.ts'
import { boot, type Probata } from '#test/system.ts'
import { createWorkspaceClient, type WorkspaceClient } from '#test/workspace-client.ts'
import { assertAccessible, openWindow, waitUntilSettled, withChromium } from './browser.ts'

const requirement = { requirementKey: 'TWO-01', title: 'Restore test', status: 'active', reviewersRequired: 2 }

describe('questions and several approvals', withChromium, () => {
  const resources = suiteResources()
  let probata: Probata
  let client: WorkspaceClient
  let claimId: string

  before(async () => {
    probata = resources.use(await boot())
    client = createWorkspaceClient(probata)
    const people = await client.people()
    const { body } = await client.ask('admin', 'POST', '/evidence-requirements', requirement)
    const create = async (claimKey: string, title: string) => {
      const claim = claimInput(claimKey, { title, evidenceRequirementId: body.id, claimSnapshot: { title } })
      return (await client.ask('contributor', 'POST', '/claims', claim)).body.id
    }
    const earlier = await create('restore-1', 'Restore of October')
    for (const person of ['reviewer', 'second.reviewer']) {
      const { reviewedDigest } = await client.get(person, `/claims/${earlier}`)
      await client.ask(person, 'POST', `/claims/${earlier}/approve`, { reviewedDigest })
    }
    claimId = await create('restore-2', 'Restore of November')
    const reviewerId = people.reviewer
    if ((await client.get('admin', `/claims/${claimId}`)).reviewerId !== reviewerId)
      await client.ask('admin', 'POST', `/claims/${claimId}/assign`, { reviewerId })
  })

  test('a reviewer compares and asks by keyboard, the submitter answers, and two people accept', async () => {
    {
      await using window = await openWindow(probata, { as: 'reviewer@acme.example' })
      const { page } = window
      await page.goto('/evidence/review')
      await waitUntilSettled(page)
      await page.getByRole('heading', { name: 'Restore of November', level: 2 }).waitFor()
      await page.getByText('0 of 2 approvals by different people.').waitFor()
      await page.keyboard.press('c')
      await page.getByRole('link', { name: 'Restore of October' }).waitFor()
      await page.getByRole('cell', { name: '"Restore of November"' }).waitFor()
      await assertAccessible(page, 'comparison')
      await page.keyboard.press('q')
      const dialog = page.getByRole('dialog', { name: 'Ask the submitter for more' })
      await dialog.getByLabel('Question').fill('Which volumes did the job restore?')
      await assertAccessible(page, 'asking')
      await dialog.getByRole('button', { name: 'Ask' }).click()
      await dialog.waitFor({ state: 'detached' })
      await page.getByText('waits for an answer').first().waitFor()
      assert.deepEqual(window.pageErrors, [])
    }
    {
      await using window = await openWindow(probata, { as: 'contributor@acme.example' })
      const { page } = window
      await page.goto('/my-work?kind=claim_answer')
      await page.getByRole('link', { name: 'Restore of November' }).click()
      await page.getByText('Which volumes did the job restore?').waitFor()
      await page.getByRole('button', { name: 'Answer' }).click()
      const dialog = page.getByRole('dialog', { name: 'Answer the question' })
      await dialog.getByRole('textbox', { name: 'Answer' }).fill('All of vault-3.')
      await dialog.getByRole('button', { name: 'Send the answer' }).click()
      await dialog.waitFor({ state: 'detached' })
      await page.getByText('All of vault-3.').waitFor()
      await assertAccessible(page, 'answered')
      assert.deepEqual(window.pageErrors, [])
    }
    const { waitingFor, reviewerName } = await client.get('reviewer', `/claims/${claimId}`)
    assert.deepEqual([waitingFor, reviewerName], ['reviewer', 'reviewer of acme'])
    {
      await using window = await openWindow(probata, { as: 'reviewer@acme.example' })
      const { page } = window
      await page.goto(`/evidence/claims/${claimId}`)
      await page.getByRole('button', { name: 'Accept' }).click()
      const dialog = page.getByRole('dialog', { name: 'Accept the claim' })
      await dialog.getByRole('textbox').fill('compared with the log of the vault')
      await dialog.getByRole('button', { name: 'Accept' }).click()
      await page.getByText('1 of 2 approvals by different people.').waitFor()
      await page.getByText('You accepted this claim; another person must accept it too.').waitFor()
      assert.equal(await page.getByRole('button', { name: 'Accept' }).count(), 0)
      assert.deepEqual(window.pageErrors, [])
    }
    await client.ask('second.reviewer', 'POST', `/claims/${claimId}/approve`, {
      reviewedDigest: (await client.get('second.reviewer', `/claims/${claimId}`)).reviewedDigest,
    })
    assert.equal((await client.get('admin', `/claims/${claimId}`)).status, 'accepted')
  })
})
