import type { Product } from '#kernel/product.ts'

type Content = {
  product: Product
  heading: string
  paragraphs: string[]
  action?: { label: string; url: string }
  footer?: string
}

/** The layout of all mails. Tables and inline styles, because many mail programs support nothing else. */
export function renderMail(content: Content): { text: string; html: string } {
  if (content.action && !/^https?:\/\//.test(content.action.url)) throw new Error('a link in a mail must be http(s)')
  return { text: renderText(content), html: renderHtml(content) }
}

function renderText({ product, heading, paragraphs, action, footer }: Content): string {
  return [
    heading,
    ...paragraphs,
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ['-- ', product.name, footer ?? defaultFooter(product), `${product.origin}\n`].join('\n'),
  ].join('\n\n')
}

const font = `font-family:Figtree,'Segoe UI',Roboto,'Noto Sans Devanagari',Helvetica,Arial,sans-serif`

/** Mail programs that support style sheets and dark mode replace the light default with the product's own colours. */
const darkMode = `@media (prefers-color-scheme: dark) {
.page { background-color: #0b0d12 !important }
.card { background-color: #12151c !important; border-color: #272d39 !important }
.strong { color: #f4f5f7 !important }
.soft { color: #bcc3cf !important }
}`

function renderHtml({ product, heading, paragraphs, action, footer }: Content): string {
  const body = paragraphs.map(
    (text) =>
      `<p class="soft" style="margin:0 0 16px;${font};font-size:16px;line-height:1.6;color:#2b313d">${escape(text).replaceAll('\n', '<br>')}</p>`,
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escape(heading)}</title>
<style>${darkMode}</style>
</head>
<body class="page" style="margin:0;padding:0;background-color:#eef0f3">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#eef0f3" style="background-color:#eef0f3">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">
<tr><td bgcolor="#0b0d12" style="padding:20px 28px;background-color:#0b0d12;border-radius:16px 16px 0 0;${font};font-size:20px;font-weight:700;color:#f4f5f7"><a href="${escape(product.origin)}" style="color:#f4f5f7;text-decoration:none">${escape(product.name)}<span style="color:#f5a524">.</span></a></td></tr>
<tr><td class="card" bgcolor="#ffffff" style="padding:32px 28px 20px;background-color:#ffffff;border:1px solid #dfe3e9;border-top:0;border-radius:0 0 16px 16px">
<h1 class="strong" style="margin:0 0 16px;${font};font-size:24px;line-height:1.25;font-weight:700;color:#0b0d12">${escape(heading)}</h1>
${body.join('\n')}${action ? renderAction(action) : ''}
</td></tr>
<tr><td class="soft" style="padding:20px 28px;${font};font-size:13px;line-height:1.5;color:#5a6372">${escape(footer ?? defaultFooter(product)).replaceAll('\n', '<br>')}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

/** The full URL appears below the button, for mail programs without buttons and for people who check it first. */
function renderAction({ label, url }: { label: string; url: string }): string {
  return `
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr>
<td bgcolor="#f5a524" style="background-color:#f5a524;border-radius:10px"><a href="${escape(url)}" style="display:inline-block;padding:14px 24px;${font};font-size:16px;font-weight:700;color:#1b1203;text-decoration:none">${escape(label)}</a></td>
</tr></table>
<p class="soft" style="margin:0 0 16px;${font};font-size:13px;line-height:1.5;color:#5a6372;word-break:break-all">Or copy this address into your browser:<br>${escape(url)}</p>`
}

function defaultFooter(product: Product): string {
  return `You received this email because of your account at ${product.name}. Questions? Write to ${product.contacts.supportEmail}.`
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)
}
