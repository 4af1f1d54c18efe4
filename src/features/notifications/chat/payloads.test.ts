import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chatAddressProblem } from './address.ts'
import { type ChatService, chatBody, chatServices } from './payloads.ts'

const hostile = '<!channel> @all & <@U1|x> [x](http://evil.example) *b* `c` </script>'
const message = {
  heading: hostile,
  lines: [{ title: hostile, url: 'https://probata.example/open/assigned/gfd_1', detail: 'Due today' }],
  footer: { text: 'Open My work', url: 'https://probata.example/my-work' },
}

const bodyOf = (service: ChatService) => JSON.parse(chatBody(service, message))

test('Slack shows texts as they are: rich text has no mentions, and the preview is escaped', () => {
  const { text, blocks } = bodyOf('slack')
  assert.ok(!/<|>/.test(text))
  assert.ok(text.startsWith('&lt;!channel&gt; @all &amp; '))
  const [heading, list] = blocks[0].elements
  assert.deepEqual(heading.elements, [{ type: 'text', text: hostile, style: { bold: true } }])
  assert.deepEqual(list.elements[0].elements[0], { type: 'link', url: message.lines[0]?.url, text: hostile })
})

test('Teams gets an Adaptive Card without Markdown', () => {
  const { type, attachments } = bodyOf('teams')
  assert.equal(type, 'message')
  const [{ contentType, content }] = attachments
  assert.equal(contentType, 'application/vnd.microsoft.card.adaptive')
  assert.deepEqual([content.type, content.version], ['AdaptiveCard', '1.4'])
  assert.doesNotMatch(JSON.stringify(content), /"type":"TextBlock"/)
  assert.deepEqual(content.body[1].inlines[0], {
    ...{ type: 'TextRun', text: hostile },
    selectAction: { type: 'Action.OpenUrl', url: message.lines[0]?.url },
  })
})

test('Mattermost gets Markdown in which a title mentions no one and formats nothing', () => {
  const { text } = bodyOf('mattermost')
  assert.doesNotMatch(text, /<|@(?!\u2060)/)
  assert.doesNotMatch(text, /[^\\]\[x[^\\]*\]\(http/)
  assert.ok(text.includes('](https://probata.example/open/assigned/gfd_1)'))
})

test('only addresses that a service gives out are accepted', () => {
  const good: Readonly<Record<ChatService, readonly string[]>> = {
    slack: ['https://hooks.slack.com/services/T000/B000/xxxx', 'https://hooks.slack.com/triggers/E1/2/abc'],
    teams: [
      'https://prod-12.westeurope.logic.azure.com:443/workflows/0a/triggers/manual/paths/invoke?api-version=2016-06-01&sp=%2Ftriggers%2Fmanual%2Frun&sv=1.0&sig=ab-c_d',
      'https://default0a.1b.environment.api.powerplatform.com:443/powerautomate/automations/direct/workflows/ab/triggers/manual/paths/invoke?api-version=1&sp=%2Ftriggers%2Fmanual%2Frun&sv=1.0&sig=x',
    ],
    mattermost: ['https://chat.acme.example/hooks/abc123', 'https://acme.example:8065/chat/hooks/abc123'],
  }
  const bad = [
    'http://hooks.slack.com/services/T000/B000/xxxx',
    'https://hooks.slack.com.evil.example/services/T/B/x',
    'https://evil.example/hooks.slack.com/services/T/B/x',
    'https://evil.example/?a=.logic.azure.com/b?c',
    'https://chat.acme.example/hooks/abc?x=1',
    'https://chat.acme.example/hooks/../api/v4/users',
    'https://user:password@chat.acme.example/hooks/abc',
    'https://acme.webhook.office.com/webhookb2/a/IncomingWebhook/b/c',
    'https://10.0.0.1/admin/delete',
  ]
  for (const service of chatServices) {
    for (const address of good[service]) assert.equal(chatAddressProblem(service, address), undefined, address)
    for (const address of bad) assert.ok(chatAddressProblem(service, address), `${service} ${address}`)
  }
  assert.match(String(chatAddressProblem('teams', bad[7] ?? '')?.text), /Workflows/)
})
