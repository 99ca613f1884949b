import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { policies } from '#domain/policy.ts'

const routes = readdirSync('app/routes', { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.includes('.test.'))
  .map((entry) => join(entry.parentPath, entry.name))
  .concat('app/root.tsx')

/** Loaders and actions of a file, each with the policy that it names. */
function doorsOf(file: string): { door: string; policy: string | undefined }[] {
  const source = readFileSync(file, 'utf8')
  return [...source.matchAll(/export (?:async )?(?:const|function) (loader|action)\b([^\n]*\n?[^\n]*)/g)].map(
    ([, door = '', rest = '']) => ({ door, policy: /=\s*serve\(\s*'(\w+)'/.exec(rest)?.[1] }),
  )
}

test('every loader and action names a policy of the one table', () => {
  const unnamed = routes.flatMap((file) =>
    doorsOf(file)
      .filter(({ policy }) => policy === undefined || !(policy in policies))
      .map(({ door }) => `${file}: ${door}`),
  )
  expect(unnamed).toEqual([])
})

test('every verb asks who is there', () => {
  const verbs = readdirSync('domain', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.server.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
  const writing = verbs.filter((file) => {
    const source = readFileSync(file, 'utf8')
    return (
      /\.(insertInto|updateTable|deleteFrom)\(/.test(source) && !/allow\(|isPerson\(ctx\.actor\)/.test(source)
    )
  })
  // Those that a visitor uses to become somebody, and what they are made of.
  expect(writing.toSorted()).toEqual([
    'domain/sign-in/find-sign-in.server.ts',
    'domain/accounts/insert-profile.server.ts',
    'domain/sign-in/known-browser.server.ts',
    'domain/sign-in/send-password-link.server.ts',
    'domain/sign-in/set-password-by-link.server.ts',
    'domain/accounts/start-sign-in.server.ts',
    'domain/sign-in/throttle.server.ts',
  ])
})
