import { existsSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createMutatedText, readOriginalText, getSourceName, replaceOnce, root } from '#tests/mutants/mutant.ts'
import { mutants, roomNames } from '#tests/mutants/mutants.ts'

describe('every mutant can be applied', () => {
  test.each(mutants)('$id: $bug', ({ source, from, to, tests, ...mutant }) => {
    const mutated = createMutatedText({ source, from, to, tests, ...mutant })
    expect(mutated).not.toBe(readOriginalText(source))
    expect(tests.filter((file) => !existsSync(join(root, file)))).toEqual([])
    expect(tests).not.toEqual([])
    // A new name would fail every test with a ReferenceError.
    expect(listDeclared(to).filter((name) => !listDeclared(from).includes(name))).toEqual([])
    // Throws on a syntax error, which would not be a valid mutant.
    if ('file' in source) stripTypeScriptTypes(mutated)
  })
})

function listDeclared(code: string): string[] {
  return [...code.matchAll(/\b(?:const|let) (\w+)/g)].map(([, name = '']) => name)
}

test('all mutants differ, and every room has mutants', () => {
  const changes = mutants.map(({ source, from, to }) => [getSourceName(source), from, to].join('\n'))
  expect(new Set(changes).size).toBe(changes.length)
  expect(new Set(mutants.map(({ room }) => room))).toEqual(new Set(roomNames))
})

test('a database function is read from the last migration that defines it', () => {
  expect(readOriginalText({ sqlFunction: 'list_experts' })).toContain('expert_verifications')
  expect(readOriginalText({ sqlFunction: 'get_wallet_balance' })).toContain('ledger_accounts')
  expect(() => readOriginalText({ sqlFunction: 'wallet_forget' })).toThrow('no migration defines')
})

test('a snippet that is missing or occurs twice is refused with its file name', () => {
  const change = { from: 'a < b', to: 'a <= b', where: 'rules.ts' }
  expect(replaceOnce('if (a < b) return', change)).toBe('if (a <= b) return')
  expect(() => replaceOnce('if (a > b) return', change)).toThrow('rules.ts has 0 occurrences')
  expect(() => replaceOnce('a < b && a < b', change)).toThrow('rules.ts has 2 occurrences')
})
