import { existsSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { mutatedText, originalText, placeName, replaceOnce, root } from '#tests/mutants/mutant.ts'
import { mutants, roomNames } from '#tests/mutants/mutants.ts'

describe('every mutant can be applied', () => {
  test.each(mutants)('$id: $bug', ({ place, from, to, tests, ...mutant }) => {
    const mutated = mutatedText({ place, from, to, tests, ...mutant })
    expect(mutated).not.toBe(originalText(place))
    expect(tests.filter((file) => !existsSync(join(root, file)))).toEqual([])
    expect(tests).not.toEqual([])
    // Another name would fail every test with a ReferenceError, whatever they assert.
    expect(declaredIn(to).filter((name) => !declaredIn(from).includes(name))).toEqual([])
    // Throws on a syntax error, which would not be a valid mutant.
    if ('file' in place) stripTypeScriptTypes(mutated)
  })
})

function declaredIn(code: string): string[] {
  return [...code.matchAll(/\b(?:const|let) (\w+)/g)].map(([, name = '']) => name)
}

test('no two mutants are the same, and every room has some', () => {
  const changes = mutants.map(({ place, from, to }) => [placeName(place), from, to].join('\n'))
  expect(new Set(changes).size).toBe(changes.length)
  expect(new Set(mutants.map(({ room }) => room))).toEqual(new Set(roomNames))
})

test('a database function is read from the last migration that defines it', () => {
  expect(originalText({ sqlFunction: 'list_experts' })).toContain('expert_verifications')
  expect(originalText({ sqlFunction: 'get_wallet_balance' })).toContain('ledger_accounts')
  expect(() => originalText({ sqlFunction: 'wallet_forget' })).toThrow('no migration defines')
})

test('a snippet that is missing or occurs twice is refused with its file name', () => {
  const change = { from: 'a < b', to: 'a <= b', where: 'rules.ts' }
  expect(replaceOnce('if (a < b) return', change)).toBe('if (a <= b) return')
  expect(() => replaceOnce('if (a > b) return', change)).toThrow('rules.ts has 0 occurrences')
  expect(() => replaceOnce('a < b && a < b', change)).toThrow('rules.ts has 2 occurrences')
})
