import { expect, test } from 'vitest'
import { listAccess } from '#tests/refusals/access-matrix.ts'
import { findLinks, findListedUrls, findRow, findScriptPaths } from '#tests/refusals/page-links.ts'

test('links, forms, buttons, files and pictures of a page are found', () => {
  const page = `<a href="/expert/1?a=1&amp;b=2">Ravi</a><form method="post" action="/top-up"><button formaction="/logout">
    </form><form action="/experts"></form><img src="/photos/1.webp" srcset="/photos/2.webp 2x, /photos/3.webp 3x"/>
    <a href="mailto:help@samjhao.example"></a><a href="https://elsewhere.example/x"></a><a href="#top"></a>
    <a href="//elsewhere.example/y"></a><link href="http://localhost:3000/terms"/>`
  expect(findLinks(page).map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /expert/1',
    'POST /top-up',
    'GET /logout',
    'GET /experts',
    'GET /photos/1.webp',
    'GET /photos/2.webp',
    'GET /photos/3.webp',
    'GET /terms',
  ])
})

test('URLs in the sitemap and in JSON are found', () => {
  const text = '<loc>http://localhost:3000/terms</loc><x xmlns="http://www.sitemaps.org/schemas"/> {"url":"/profile"}'
  expect(findListedUrls(text).map(({ path }) => path)).toEqual(['/terms', '/profile'])
})

test('paths in built scripts are found', () => {
  const script = 'fetch(`/sessions/${e.id}/step`),n(`/experts?${q}`);a("/top-up");b=/x/;c="/ no"'
  expect(findScriptPaths(script)).toEqual(['/sessions/x/step', '/experts', '/top-up'])
})

test('an unknown path has no row, although the product answers it with a page', () => {
  const rows = listAccess()
  expect(findRow(rows, { method: 'GET', path: '/nowhere' })).toBeUndefined()
  expect(findRow(rows, { method: 'POST', path: '/terms' })).toBeUndefined()
  expect(findRow(rows, { method: 'GET', path: '/user/sessions/1' })?.path).toBe('/user/sessions/:id')
})
