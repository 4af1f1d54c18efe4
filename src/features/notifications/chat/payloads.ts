/** The chat services whose incoming webhooks we know. */
export const chatServices = ['slack', 'teams', 'mattermost'] as const

export type ChatService = (typeof chatServices)[number]

/** One line of a chat message: texts that people entered are in `title` and `detail`. */
interface ChatLine {
  readonly title: string
  /** The address of the record; undefined if the message names no records. */
  readonly url: string | undefined
  readonly detail: string
}

export interface ChatMessage {
  readonly heading: string
  readonly lines: readonly ChatLine[]
  /** The last line, with the address of the workspace. */
  readonly footer: { readonly text: string; readonly url: string }
}

type Payload = (message: ChatMessage) => object

/**
 * `rich_text` shows its texts as they are: no mentions and no formatting. Slack parses `text`, the preview of a
 * notification, so the three characters that begin something there are escaped.
 */
const slack: Payload = ({ heading, lines, footer }) => {
  const text = (value: string, style?: object) => ({ type: 'text', text: value, ...(style && { style }) })
  const link = (value: string, url: string) => ({ type: 'link', url, text: value })
  const section = (...elements: object[]) => ({ type: 'rich_text_section', elements })
  const row = ({ title, url, detail }: ChatLine) =>
    section(url === undefined ? text(title) : link(title, url), ...(detail === '' ? [] : [text(` – ${detail}`)]))
  const list = { type: 'rich_text_list', style: 'bullet', elements: lines.map(row) }
  return {
    text: heading.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
    unfurl_links: false,
    unfurl_media: false,
    blocks: [
      {
        type: 'rich_text',
        elements: [
          section(text(heading, { bold: true })),
          ...(lines.length > 0 ? [list] : []),
          section(link(footer.text, footer.url)),
        ],
      },
    ],
  }
}

/**
 * An Adaptive Card, as the "Workflows" webhooks of Teams take it (the connectors of Office 365 are retired). Texts are
 * runs of a RichTextBlock, in which nothing is markup; a TextBlock would read Markdown.
 */
const teams: Payload = ({ heading, lines, footer }) => {
  const run = (text: string, more: object = {}) => ({ type: 'TextRun', text, ...more })
  const opening = (url: string) => ({ selectAction: { type: 'Action.OpenUrl', url } })
  const block = (...inlines: object[]) => ({ type: 'RichTextBlock', inlines })
  const row = ({ title, url, detail }: ChatLine) =>
    block(run(title, url === undefined ? {} : opening(url)), ...(detail === '' ? [] : [run(` – ${detail}`)]))
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [block(run(heading, { weight: 'Bolder' })), ...lines.map(row)],
    actions: [{ type: 'Action.OpenUrl', title: footer.text, url: footer.url }],
  }
  return {
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content }],
  }
}

/** The characters that Markdown may interpret, which a backslash makes plain. */
const markdown = /[\\`*_{}[\]()#+\-.!|~>:$^=]/g

/**
 * Mattermost always reads Markdown, links `@name`, and translates Slack's `<!channel>`. A word joiner after @ keeps a
 * name from being a mention, and `<` becomes an entity.
 */
const plainMarkdown = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll(markdown, '\\$&').replaceAll('<', '&lt;').replaceAll('@', '@\u2060')

const mattermost: Payload = ({ heading, lines, footer }) => {
  const link = (text: string, url: string) => `[${plainMarkdown(text)}](${url})`
  const row = ({ title, url, detail }: ChatLine) =>
    `- ${url === undefined ? plainMarkdown(title) : link(title, url)}${detail === '' ? '' : ` – ${plainMarkdown(detail)}`}`
  return {
    text: [`**${plainMarkdown(heading)}**`, lines.map(row).join('\n'), link(footer.text, footer.url)].join('\n\n'),
  }
}

const payloads: Readonly<Record<ChatService, Payload>> = { slack, teams, mattermost }

/** The JSON body of a message for the incoming webhook of a chat service. */
export const chatBody = (service: ChatService, message: ChatMessage): string =>
  JSON.stringify(payloads[service](message))
