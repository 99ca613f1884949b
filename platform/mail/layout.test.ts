import { expect, test } from 'vitest'
import { renderMail } from '#platform/mail/layout.ts'
import { readConfig } from '#server/config.server.ts'

const { product } = readConfig({})
const action = { label: 'Set a new password', url: 'https://samjhao.example/reset-password/abc?x=1&y=2' }

test('the text contains the whole mail with the full link', () => {
  const { text } = renderMail({
    product,
    heading: 'Set a new password',
    paragraphs: ['Hello आशा,', 'The link below works once.'],
    action,
  })
  expect(text).toBe(`Set a new password

Hello आशा,

The link below works once.

Set a new password:
https://samjhao.example/reset-password/abc?x=1&y=2

--${' '}
Samjhao
You received this email because of your account at Samjhao. Questions? Write to support@samjhao.example.
http://localhost:3000
`)
})

test('the HTML has the heading, every paragraph, one button, and the URL to copy', () => {
  const { html } = renderMail({ product, heading: 'Hello', paragraphs: ['One', 'Two\nlines'], action })
  expect(html).toContain('<title>Hello</title>')
  expect(html).toContain('>One</p>')
  expect(html).toContain('>Two<br>lines</p>')
  expect(html.match(/bgcolor="#f5a524"/g)).toHaveLength(1)
  expect(html.match(/reset-password\/abc\?x=1&amp;y=2/g)).toHaveLength(2)
  expect(html).toContain('max-width:560px')
})

test('user text never becomes markup', () => {
  const evil = `<script>alert("1")</script>' onload='x & "y`
  const { html, text } = renderMail({
    product: { ...product, name: evil },
    heading: evil,
    paragraphs: [evil],
    action: { label: evil, url: `https://samjhao.example/"><script>` },
    footer: evil,
  })
  expect(html).not.toContain('<script')
  expect(html).not.toContain(`' onload='`)
  expect(html).not.toContain('example/">')
  expect(html).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39; onload=&#39;x &amp; &quot;y')
  expect(text).toContain(evil)
})

test('a link that is not http or https is refused', () => {
  const wrong = { label: 'Open', url: 'javascript:alert(1)' }
  expect(() => renderMail({ product, heading: 'Hello', paragraphs: [], action: wrong })).toThrow('must be http(s)')
})

test('without an action there is no button, and a custom footer replaces the default', () => {
  const { html, text } = renderMail({ product, heading: 'Hello', paragraphs: ['One'], footer: 'Goodbye.' })
  expect(html).not.toContain('bgcolor="#f5a524"')
  expect(html).toContain('>Goodbye.</td>')
  expect(text).toContain('\nGoodbye.\n')
  expect(`${html}${text}`).not.toContain('You received this email')
})
