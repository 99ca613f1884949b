import { expect, test } from 'vitest'
import { type Build, type PageWeight, weighOnUse } from '#tests/page-weight.ts'

test('the weight of a click excludes the scripts that the page or the first touch has loaded', () => {
  const build: Build = {
    getBytes: () => 1_000,
    getPath: (source) => `/assets/${source}.js`,
    listWithImports: (paths) => [...paths, '/assets/early.js', '/assets/touched.js'],
  }
  const load = (path: string) => ({ scripts: [{ path, bytes: 1_000 }], scriptBytes: 1_000, requests: 1 })
  const page: PageWeight = {
    html: 1,
    style: 1,
    beforeTouch: load('/assets/early.js'),
    afterTouch: load('/assets/touched.js'),
  }
  expect(weighOnUse(['dialog'], page, build)).toEqual([{ path: '/assets/dialog.js', bytes: 1_000 }])
})
