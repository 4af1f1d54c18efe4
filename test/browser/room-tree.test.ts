import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import type { Locator, Page } from 'playwright-core'
import { createRooms, type Rooms } from '#test/rooms.ts'
import { suiteResources } from '#test/suite-resources.ts'
import { boot, type Probata } from '#test/system.ts'
import { assertAccessibleInBoth, openWindow, withChromium } from './browser.ts'
import { button } from './dialogs.ts'

describe('moving in an assessment room', withChromium, () => {
  const resources = suiteResources()
  let p: Probata
  let rooms: Rooms

  before(async () => {
    p = resources.use(await boot())
    rooms = await createRooms(p)
  })

  const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })

  test('each item has a URL that survives Back and a reload, and the tree is used by keyboard', async () => {
    const { id, clauseId, claimId } = await rooms.external()
    await rooms.open(id)
    const guest = await rooms.invite(id)
    await using window = await openWindow(p)
    const { page } = window
    await page.goto(`/room#${guest.token}`)
    await button(page, 'Enter').click()
    const clause = page.getByRole('treeitem').first()
    await clause.focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowDown')
    await page.locator('[role=treeitem][data-kind=claim]:focus').waitFor()
    await page.keyboard.press('Enter')
    await page.locator('h1:focus').getByText('Backup report of last night').waitFor()
    assert.equal(new URL(page.url()).pathname, `/room/items/${claimId}`)
    await button(page, 'Previous').click()
    await page.waitForURL(`**/room/items/${clauseId}`)
    await page.getByText('Answered or proven by').waitFor()
    await button(page, 'Question').click()
    await page.getByLabel(/Note/).fill('Who answers this clause?')
    await button(page, 'Save the mark').or(button(page, 'Save and next')).click()
    await page.getByRole('treeitem', { name: /Question/ }).waitFor()
    await page.goBack()
    await page.locator('h1').getByText('Backup report of last night').waitFor()
    await page.reload()
    await page.locator('h1').getByText('Backup report of last night').waitFor()
    await page.getByRole('treeitem', { name: /report\.txt/ }).waitFor({ state: 'detached' })
    await page.locator('[role=treeitem][aria-selected=true][data-kind=claim]').waitFor()
    await page.getByLabel('State').selectOption('question')
    await page.getByRole('treeitem', { name: /Backup/ }).waitFor({ state: 'detached' })
    await page.getByLabel('State').selectOption('')
    await page.getByLabel('Find by key, title or file').pressSequentially('report.txt')
    await page.getByRole('treeitem', { name: /report\.txt/ }).click()
    await page.getByText('matches its digest').waitFor()
    await page.getByRole('treeitem', { name: /report\.txt.*Opened/ }).waitFor()
    assert.match(page.url(), /find=report.txt/)
    await assertAccessibleInBoth(page, 'a filtered room')
    await page.goto(`/room/items/gec_unknown`)
    await page.getByText('Not in this room').first().waitFor()
    await assertAccessibleInBoth(page, 'an item that is not in the room')
    const { marks } = await rooms.client.get('reviewer', `/assessments/${id}/room/marks`)
    assert.deepEqual(
      marks.map(({ kind, mark }: Record<string, unknown>) => [kind, mark]),
      [['clause', 'question']],
    )
    assert.deepEqual(window.pageErrors, [])
  })

  test('an audit of five claims and their files takes at most 20 clicks, and the shown command verifies the bundle', async () => {
    const { id, clauseId, claimId } = await rooms.external()
    const addedClaims = ['A', 'B', 'C', 'D'].map(async key => {
      const added = await rooms.client.claim(`MORE-${key}`)
      await rooms.client.attach(added, `the file of ${added}`)
      await rooms.client.decide(added, 'approve')
      return added
    })
    await rooms.answer(id, clauseId, { claimIds: [claimId, ...(await Promise.all(addedClaims))] })
    await rooms.open(id)
    const guest = await rooms.invite(id)
    await rooms.must('admin', 202, 'POST', `/assessments/${id}/room/bundle`)
    for (const job of ['seal-ledger', 'prepare-exports']) await p.system.runJob(job)
    await using window = await openWindow(p)
    const { page } = window
    // Counts opening the invitation link as the first click.
    let clicks = 1
    const click = (target: Locator) => {
      clicks++
      return target.click()
    }
    await page.goto(`/room#${guest.token}`)
    await click(button(page, 'Enter'))
    await page.getByText('0 of 5 claims are marked.').waitFor()
    await click(link(page, 'Start with the first claim'))
    for (let i = 1; i <= 5; i++) {
      await click(link(page, 'Open report.txt'))
      await page.getByText('matches its digest').waitFor()
      if (i === 5) {
        await click(page.getByLabel('Text'))
        await page.keyboard.type('Which night was it?')
        await click(button(page, 'Send'))
      }
      await click(button(page, i < 5 ? 'Accept and next' : 'Accept'))
      await page.locator(`[role=treeitem][data-kind=claim]:has([data-state=accepted]) >> nth=${i - 1}`).waitFor()
    }
    await click(link(page, 'Bundle'))
    const downloading = page.waitForEvent('download')
    await click(link(page, 'Download the bundle'))
    const folder = await mkdtemp(join(tmpdir(), 'probata-room-'))
    const bundle = join(folder, 'bundle.asice')
    await (await downloading).saveAs(bundle)
    await click(
      page
        .getByRole('region', { name: /With the command/ })
        .locator('..')
        .getByRole('button'),
    )
    const command = (await page.getByRole('region', { name: /With the command/ }).textContent()) ?? ''
    await click(link(page, 'Conclude'))
    await page.keyboard.type('Nothing was found.')
    await click(button(page, 'Conclude the audit'))
    await page.getByText('Concluded by').waitFor()
    assert.ok(clicks <= 20, `${clicks} clicks`)
    assert.deepEqual(window.pageErrors, [])

    const [, verifier = '', key = ''] = /curl -O (\S+)[\s\S]*--key '([^']+)'/.exec(command) ?? []
    const program = join(folder, 'probata-verify.mjs')
    await writeFile(program, await (await fetch(verifier)).text())
    const { stdout } = await promisify(execFile)(process.execPath, [program, bundle, '--key', key])
    await rm(folder, { recursive: true })
    assert.match(stdout, /^PROVEN/)
  })
})
