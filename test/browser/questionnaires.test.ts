import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { day } from '#lib/clock.ts'
import { createQuestionnaires, type Questionnaires } from '#test/questionnaires.ts'
import { suiteResources } from '#test/suite-resources.ts'
import { boot, type Probata } from '#test/system.ts'
import { assertAccessibleInBoth, openWindow, withChromium } from './browser.ts'
import { choose } from './choose.ts'
import { button, dialogOf, fillReasonIfAsked, localTime, openAndSubmit, reason, submitWithReason } from './dialogs.ts'

describe('questionnaires', withChromium, () => {
  const resources = suiteResources()
  let probata: Probata
  let a: Questionnaires

  before(async () => {
    probata = resources.use(await boot())
    a = await createQuestionnaires(probata)
    await a.requirement({ title: 'Devices are known' })
  })

  test('four people take a new questionnaire to a claim that lists the answers', async () => {
    {
      await using window = await openWindow(probata, { as: 'contributor@acme.example' })
      const { page } = window
      await page.goto('/governance/questionnaires')
      await page.getByText('No questionnaires yet').waitFor()
      await button(page, 'New questionnaire').click()
      await dialogOf(page).getByLabel('Key').fill('DEV-1')
      await dialogOf(page).getByLabel('Title').fill('Devices')
      await submitWithReason(page, 'Create')
      await page.getByRole('heading', { name: 'Devices' }).waitFor()
      await button(page, 'New version').click()
      const dialog = dialogOf(page)
      await dialog.getByLabel('Question text').fill('Is your disk encrypted?')
      await dialog.getByRole('button', { name: 'Add a question' }).click()
      const second = dialog.getByRole('group', { name: 'Question 2' })
      await second.getByLabel('Question text').fill('Which system?')
      await second.getByLabel('Answer type').selectOption('single_choice')
      await second.getByLabel('Choices').fill('Linux')
      // A question that is moved keeps the focus. When a question is removed, another one gets the focus.
      const first = dialog.getByRole('group', { name: 'Question 1' })
      await dialog.getByRole('button', { name: 'Move question 2 up' }).press('Enter')
      await first.locator('button:focus').waitFor()
      assert.equal(await first.getByLabel('Question text').inputValue(), 'Which system?')
      await dialog.getByRole('button', { name: 'Move question 1 down' }).press('Enter')
      await second.locator('button:focus').waitFor()
      await dialog.getByRole('button', { name: 'Add a question' }).click()
      await dialog.getByRole('button', { name: 'Remove question 3' }).press('Enter')
      await second.locator('input:focus').waitFor()
      await fillReasonIfAsked(dialog, reason)
      await dialog.getByRole('button', { name: 'Save the draft' }).click()
      // The server's error message appears next to the field that it is about.
      await second.getByText('must have at least 2 items').waitFor()
      await second.getByLabel('Choices').fill('Linux\nMac')
      await assertAccessibleInBoth(page, 'the editor of questions', '[role=dialog]')
      await dialog.getByRole('button', { name: 'Save the draft' }).click()
      await page.getByText('Which system?').waitFor()
      assert.equal(await button(page, 'Publish').count(), 0)
      assert.deepEqual(window.pageErrors, [])
    }
    {
      await using window = await openWindow(probata, { as: 'admin@acme.example' })
      const { page } = window
      await page.goto('/governance/questionnaires')
      await page.getByRole('link', { name: 'Devices' }).click()
      await page.getByRole('link', { name: 'Version 1' }).click()
      await page.getByText('Is your disk encrypted?').waitFor()
      await assertAccessibleInBoth(page, 'a version')
      await openAndSubmit(page, 'Publish', 'Publish', 'publishing a version')
      await page.getByText('published', { exact: true }).waitFor()
      await page.getByRole('link', { name: 'Devices' }).click()
      await button(page, 'Start a round').click()
      const dialog = dialogOf(page)
      await choose(dialog, 'Evidence requirement', 'BKP-01')
      await dialog.getByLabel('Due').fill(localTime(probata.clock.now() + 7 * day))
      await dialog.getByLabel('Contributor').check()
      await fillReasonIfAsked(dialog, reason)
      await assertAccessibleInBoth(page, 'starting a round', '[role=dialog]')
      await dialog.getByRole('button', { name: 'Start a round' }).click()
      await page.getByText('0 of 1 have submitted answers.').waitFor()
      await page.getByRole('table', { name: 'People asked' }).getByText('outstanding').waitFor()
      assert.equal(await button(page, 'Submit').count(), 0)
      await assertAccessibleInBoth(page, 'a round')
      await page.getByRole('main').getByRole('link', { name: 'Devices' }).first().click()
      await page.getByRole('table', { name: 'Rounds' }).getByText('0 of 1').waitFor()
      await page.goto('/trails/audit')
      // Publishing writes one audit row for the version and one for its document. The page shows them as one change.
      const published = page.getByRole('table', { name: 'Audit' }).getByRole('row', { name: /published .*Devices/ })
      await published.getByText('published version 1 of the questionnaire Devices. (2 rows)').waitFor()
      await published.getByRole('button').click()
      await published.nth(1).waitFor()
      assert.deepEqual(window.pageErrors, [])
    }
    {
      await using window = await openWindow(probata, { as: 'contributor@acme.example' })
      const { page } = window
      await page.goto('/governance/questionnaires')
      await page.getByRole('table', { name: 'To answer' }).getByText('Devices').waitFor()
      await assertAccessibleInBoth(page, 'questionnaires')
      await page.goto('/my-work')
      await page.getByRole('link', { name: 'Devices' }).click()
      await button(page, 'Submit').click()
      await page.getByText('Fill this in.').first().waitFor()
      await page.getByLabel('Yes').check()
      await page.getByText('1 question must be answered').waitFor()
      await button(page, 'Save a draft').click()
      await page.getByText(/^Saved/).waitFor()
      await page.reload()
      assert.ok(await page.getByLabel('Yes').isChecked())
      await page.getByLabel('Mac').check()
      await assertAccessibleInBoth(page, 'a round to answer')
      await button(page, 'Submit').click()
      await page.getByText('You submitted your answers').waitFor()
      await page.goto('/my-work')
      await page.getByText('Nothing to do').waitFor()
      assert.deepEqual(window.pageErrors, [])
    }
    assert.equal(await probata.system.runJob('end-questionnaire-rounds'), 1)
    {
      await using window = await openWindow(probata, { as: 'reviewer@acme.example' })
      const { page } = window
      await page.goto('/evidence/claims')
      await page.getByRole('link', { name: '1 of 1 answered: Devices' }).click()
      await page.getByText('responses.csv').first().waitFor()
      assert.deepEqual(window.pageErrors, [])
    }
  })

  test('a round that cannot end says why, and shows the answers', async () => {
    const { id, requirementId } = await a.round()
    await a.submit('auditor', id, { encrypted: false, system: 'Mac', devices: 3 })
    await a.must('admin', 200, 'PATCH', `/evidence-requirements/${requirementId}`, { status: 'retired' })
    probata.clock.advance(8 * day)
    await probata.system.runJob('end-questionnaire-rounds')
    await using window = await openWindow(probata, { as: 'admin@acme.example' })
    const { page } = window
    await page.goto(`/governance/questionnaire-rounds/${id}`)
    await page.getByText('The round could not end').waitFor()
    const systems = page.getByRole('table', { name: 'Which system?' })
    await systems.getByRole('row', { name: /Mac 1/ }).waitFor()
    await page.getByText('Answer: 3').waitFor()
    await assertAccessibleInBoth(page, 'a round that cannot end')
    await openAndSubmit(page, 'Cancel the round')
    await page.getByText('cancelled').first().waitFor()
    assert.deepEqual(window.pageErrors, [])
  })
})
