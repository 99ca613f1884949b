import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isProfileComplete } from '#domain/experts/rules.ts'
import { openStates, sessionStates } from '#domain/sessions/states.ts'
import { startingRating, ticketAcknowledgeHours, ticketResolveDays } from '#kernel/limits.ts'
import { readOriginalText } from '#tests/mutants/mutant.ts'

// Some rules exist in both code and database. These tests compare the database with the code.

const migrations = readdirSync('database/migrations')
  .toSorted()
  .map((file) => readFileSync(join('database/migrations', file), 'utf8'))
  .join('\n')

const listNames = (text = '') => [...text.matchAll(/'(\w+)'/g)].map(([, name]) => name)

test('session states and open states are the same in code and database', () => {
  const lists = [...migrations.matchAll(/state in \(\s*('ringing'[^)]*)\)/g)].map(([, text]) => listNames(text))
  const [all, ...open] = lists
  expect(all).toEqual(sessionStates)
  expect(open.length).toBeGreaterThan(4)
  for (const list of open) expect(list).toEqual(openStates)
})

test('the rating of a new expert is the same in code and database', () => {
  const [, start, weight] =
    /\(([\d.]+) \* (\d+) \+ review_stars\)/.exec(readOriginalText({ sqlFunction: 'bayesian_rating' })) ?? []
  expect(Number(start)).toBe(startingRating)
  expect(Number(weight)).toBeGreaterThan(0)
})

test.each(['ticket_follows_refund', 'ticket_follows_report'])('%s uses the ticket deadlines', (sqlFunction) => {
  const hours = [...readOriginalText({ sqlFunction }).matchAll(/interval '(\d+) hours'/g)].map(([, count]) =>
    Number(count),
  )
  expect(hours).toEqual([ticketAcknowledgeHours, ticketResolveDays * 24])
})

describe('a listing', () => {
  const isListed = readOriginalText({ sqlFunction: 'is_listed' })
  const listExperts = readOriginalText({ sqlFunction: 'list_experts' })
  const listColumns = (text: string, alias: string) =>
    new Set([...text.matchAll(new RegExp(`\\b${alias}\\.(\\w+)`, 'g'))].map(([, column = '']) => column))

  test('needs a complete profile, as defined in code', () => {
    const complete = {
      phone: '9',
      title: 'a',
      category: 'skills' as const,
      subcategories: ['a', 'b', 'c'],
      highestDegree: 'a',
      brief: 'a',
    }
    expect(isProfileComplete(complete)).toBe(true)
    const columns = {
      title: 'title',
      category: 'expertise_category',
      subcategories: 'subcategories',
      highestDegree: 'highest_degree',
      brief: 'expertise_brief',
    } satisfies Partial<Record<keyof typeof complete, string>>
    for (const field of Object.keys(complete)) {
      const empty = field === 'subcategories' ? ['a', 'b'] : null
      expect([field, isProfileComplete({ ...complete, [field]: empty })]).toEqual([field, false])
    }
    const needed = listColumns(isListed, 'e')
    expect(needed.delete('approval')).toBe(true)
    expect([...needed].toSorted()).toEqual(Object.values(columns).toSorted())
    expect(listExperts).toContain('p.phone_number is not null')
  })

  test('is updated by triggers for every column it uses', () => {
    // A later migration may replace a trigger.
    const findTrigger = (name: string) =>
      [...migrations.matchAll(new RegExp(`create trigger ${name} .*?;`, 'gs'))].at(-1)?.[0] ?? ''
    // Columns that never change, or only together with others.
    const unwatched = new Set(['id', 'user_id', 'member_since', 'updated_at'])
    const watched = listColumns(
      ['listing_of_changed_expert', 'listing_of_present_expert'].map(findTrigger).join('\n'),
      'new',
    )
    const used = listColumns(`${isListed}\n${listExperts}`, 'e')
    expect([...used].filter((column) => !watched.has(column) && !unwatched.has(column))).toEqual([])
    const watchedOfProfile = listColumns(findTrigger('listing_of_renamed_expert'), 'new')
    expect(
      [...listColumns(listExperts, 'p')].filter((column) => column !== 'id' && !watchedOfProfile.has(column)),
    ).toEqual([])
  })
})
