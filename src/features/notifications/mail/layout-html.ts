import type { Link, MailGroup, MailParts, MailRow } from './parts.ts'
import { escapeMarkup } from './safe-text.ts'

/**
 * The colours are in a style element, so that dark mode can change them, and inline for clients that remove it. Nothing
 * is loaded from elsewhere: no images and no fonts.
 */
const style = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
body,.page{background:#17191c!important}
.card{background:#212429!important;border-color:#3a3f47!important}
.text,.title{color:#e8eaed!important}
.quiet{color:#a9b0ba!important}
.late{color:#ff9d8f!important}
.link{color:#8ab8ff!important}
.button{background:#8ab8ff!important;color:#10233f!important}
}`

const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const text = `${font};font-size:16px;line-height:24px;color:#1d2127;margin:0 0 16px`
const quiet = `${font};font-size:13px;line-height:20px;color:#59616c;margin:0 0 8px`

const anchor = ({ text: words, url }: Link, attributes: string): string =>
  `<a href="${escapeMarkup(url)}" ${attributes}>${escapeMarkup(words)}</a>`

const row = ({ title, url, detail, late }: MailRow): string => {
  const link = `<a href="${escapeMarkup(url)}" class="link" style="color:#1257b3;text-decoration:underline"><bdi>${escapeMarkup(title)}</bdi></a>`
  const colour = late ? 'color:#b3261e' : 'color:#59616c'
  const below =
    detail === ''
      ? ''
      : `<br><span class="${late ? 'late' : 'quiet'}" style="font-size:14px;${colour}">${escapeMarkup(detail)}</span>`
  return `<li style="margin:0 0 12px">${link}${below}</li>`
}

const group = ({ heading, rows }: MailGroup): string =>
  `<h2 class="title" style="${font};font-size:16px;line-height:24px;font-weight:600;color:#1d2127;margin:24px 0 8px">${escapeMarkup(heading)}</h2>` +
  (rows.length === 0
    ? ''
    : `\n<ul class="text" style="${font};font-size:16px;line-height:22px;color:#1d2127;margin:0;padding:0 0 0 20px">\n${rows.map(row).join('\n')}\n</ul>`)

const paragraph = (words: string): string => `<p class="text" style="${text}">${escapeMarkup(words)}</p>`

/** The HTML of a mail. */
export const layoutHtml = (parts: MailParts): string => {
  const { language, subject, greeting, intro, groups, more, action, reason, settings, unsubscribe } = parts
  const button = `class="button" style="${font};display:inline-block;background:#1257b3;color:#ffffff;font-size:16px;line-height:24px;text-decoration:none;padding:10px 20px;border-radius:6px"`
  const quietLink = 'class="quiet" style="color:#59616c;text-decoration:underline"'
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeMarkup(subject)}</title>
<style>${style}</style>
</head>
<body style="margin:0;padding:0;background:#f3f4f6">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f3f4f6">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;background:#ffffff;border:1px solid #dde1e6;border-radius:8px">
<tr><td style="padding:24px">
${[paragraph(greeting), paragraph(intro), ...groups.map(group), ...(more === undefined ? [] : [paragraph(more)])].join('\n')}
<p style="margin:24px 0 8px">${anchor(action, button)}</p>
</td></tr>
</table>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px">
<tr><td style="padding:16px 24px">
<p class="quiet" style="${quiet}">${escapeMarkup(reason)}</p>
<p class="quiet" style="${quiet}">${anchor(settings, quietLink)} · ${anchor(unsubscribe, quietLink)}</p>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}
