import { expect, test } from 'vitest'
import { openLibrary, replaceIconImports } from './inline-icons.ts'

const readShapes = async (name: string) => [['path', { d: name }]] as [string, Record<string, string>][]

test('icons are inlined into the module that imports them, under its names', async () => {
  const code = ["import { Menu, X as Close, type LucideIcon } from 'lucide-react'", '<Menu />', ''].join('\n')
  expect(await replaceIconImports(code, readShapes)).toBe(
    [
      "import { createIcon } from '#app/ui/create-icon.ts'",
      'const Menu = /* @__PURE__ */ createIcon([["path",{"d":"Menu"}]])',
      'const Close = /* @__PURE__ */ createIcon([["path",{"d":"X"}]])',
      '<Menu />',
      '',
    ].join('\n'),
  )
})

test('a module without icons stays unchanged', async () => {
  const code = "import type { LucideIcon } from 'lucide-react'\n"
  expect(await replaceIconImports(code, readShapes)).toBe(code)
})

test('the icon shapes match the package, and an unknown icon name fails the build', async () => {
  const library = openLibrary()
  expect(await library.readShapes('X')).toEqual([
    ['path', { d: 'M18 6 6 18' }],
    ['path', { d: 'm6 6 12 12' }],
  ])
  await expect(library.readShapes('Nonsense')).rejects.toThrow('lucide-react has no icon named Nonsense')
})
