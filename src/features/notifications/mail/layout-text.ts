import type { Link, MailParts, MailRow } from './parts.ts'
import { wrap } from './safe-text.ts'

const rowText = ({ title, detail, url }: MailRow): string =>
  [`- ${wrap(title, '  ')}`, ...(detail === '' ? [] : [`  ${wrap(detail, '  ')}`]), `  ${url}`].join('\n')

const linkText = ({ text, url }: Link): string => `${wrap(`${text}:`)}\n${url}`

/** The plain text of a mail: lines of at most 72 characters, except for addresses. */
export const layoutText = (parts: MailParts): string => {
  const { greeting, intro, groups, more, action, reason, settings, unsubscribe } = parts
  return [
    wrap(greeting),
    wrap(intro),
    ...groups.map(({ heading, rows }) => [wrap(heading), ...rows.map(rowText)].join('\n\n')),
    ...(more === undefined ? [] : [wrap(more)]),
    linkText(action),
    // The delimiter of a signature, with its space (RFC 3676 section 4.3).
    `-- \n${wrap(reason)}\n\n${linkText(settings)}\n\n${linkText(unsubscribe)}`,
    '',
  ].join('\n\n')
}
