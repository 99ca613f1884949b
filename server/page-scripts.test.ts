import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { prepareScripts } from '#server/page-scripts.ts'

const hashOf = (code: string) => `sha256-${createHash('sha256').update(code).digest('base64')}`

test('our scripts are named by their hashes, and the nonce is gone', () => {
  const page = '<script nonce="n1">one()</script><p>text</p><link rel="icon" nonce="n1">'
  expect(prepareScripts(page, 'n1')).toEqual({
    html: '<script>one()</script><p>text</p><link rel="icon">',
    scriptHashes: [hashOf('one()')],
  })
})

test('a script that somebody smuggled in is not', () => {
  const page =
    '<script>evil()</script><script nonce="guess">evil()</script><script nonce="n1">ours()</script>'
  expect(prepareScripts(page, 'n1').scriptHashes).toEqual([hashOf('ours()')])
})

test('the script that loads the rest waits, and both its forms may run', () => {
  const page =
    '<link rel="modulepreload" href="/assets/a.js" nonce="n1"/><script nonce="n1" type="module" async="">import "/assets/a.js"</script>'
  const { html, scriptHashes } = prepareScripts(page, 'n1')
  const code = /<script type="module" async="">(.*)<\/script>/.exec(html)?.[1] ?? ''
  expect(html).not.toContain('<link')
  expect(code).toContain('addEventListener')
  expect(scriptHashes).toEqual([hashOf('import "/assets/a.js"'), hashOf(code)])
})
