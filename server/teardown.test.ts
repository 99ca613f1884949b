import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createTeardown, type Layer, type Teardown } from '#server/teardown.ts'

const nothing = () => undefined

function listNames(teardown: Teardown): string[] {
  const names: string[] = []
  for (let step = teardown.next(); step; step = teardown.next()) names.push(step.name)
  return names
}

test('the resource that was opened last is closed first', () => {
  const teardown = createTeardown()
  teardown.add('below http', 'database', nothing)
  teardown.add('below http', 'bus', nothing)
  expect(listNames(teardown)).toEqual(['bus', 'database'])
})

test('layers are closed one after the other', () => {
  const teardown = createTeardown()
  teardown.add('http', 'http', nothing)
  teardown.add('below http', 'database', nothing)
  teardown.add('above http', 'sockets', nothing)
  teardown.add('below http', 'bus', nothing)
  expect(listNames(teardown)).toEqual(['sockets', 'http', 'bus', 'database'])
})

test('resources opened during the teardown are closed, too', () => {
  const teardown = createTeardown()
  teardown.add('http', 'http', nothing)
  teardown.add('below http', 'postgres', nothing)
  expect(teardown.next()?.name).toBe('http')
  teardown.add('below http', 'database', nothing)
  expect(listNames(teardown)).toEqual(['database', 'postgres'])
})

test('the product stops the demo first and PostgreSQL last', () => {
  const teardown = createTeardown()
  const source = readFileSync('server/main.ts', 'utf8')
  for (const [, layer, name = ''] of source.matchAll(/teardown\.add\('([^']+)', '([^']+)'/g)) {
    teardown.add(layer as Layer, name, nothing)
  }
  expect(listNames(teardown)).toEqual([
    'demo',
    'jobs',
    'calls',
    'presence',
    'sockets',
    'metrics',
    'http',
    'lock',
    'bus',
    'clock',
    'database',
    'postgres',
  ])
})
