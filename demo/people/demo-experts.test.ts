import { expect, test } from 'vitest'
import { demoExperts, mariam, ravi, toProfileInput } from '#demo/people/demo-experts.ts'
import { expertProfile } from '#domain/experts/contract.ts'
import { newAccount } from '#domain/sign-in/contract.ts'
import { categoryGroups } from '#kernel/catalogue.ts'
import { keySubjectsMax } from '#kernel/limits.ts'

const allExperts = [ravi, mariam, ...demoExperts]
const subcategories = categoryGroups.flatMap((group) => group.subcategories as readonly string[])

test.each(allExperts)('the profile of $fullName is valid', (expert) => {
  const parsed = expertProfile.parse(toProfileInput(expert))
  expect(parsed).toEqual({
    fullName: expert.fullName,
    phone: expert.phone,
    title: expert.title,
    category: expert.category,
    subcategories: expert.subcategories,
    keySubjects: expert.keySubjects,
    experienceYears: expert.experienceYears,
    highestDegree: expert.highestDegree,
    brief: expert.brief,
    language: expert.language,
    moreLanguages: expert.moreLanguages,
  })
  expect(expert.experienceYears).toBeLessThanOrEqual(40)
  expect(expert.keySubjects.length).toBeGreaterThan(0)
  expect(expert.keySubjects.length).toBeLessThanOrEqual(keySubjectsMax)
  const { email, fullName } = expert
  newAccount.parse({ email, fullName, password: 'anything-long', role: 'expert' })
})

test('there are 64 experts with unique email addresses, phone numbers and names', () => {
  expect(demoExperts).toHaveLength(64)
  for (const key of ['email', 'phone', 'fullName', 'title', 'brief'] as const) {
    const values = allExperts.map((expert) => expert[key])
    expect(values).toEqual([...new Set(values)])
  }
})

test('email addresses and phone numbers are fictitious', () => {
  for (const { email, phone } of demoExperts) {
    expect(email).toMatch(/^[a-z]+\.[a-z]+@samjhao\.example$/)
    expect(phone).toMatch(/^\+91 90000 00\d{3}$/)
  }
})

test.each(subcategories)('%s has at least three experts, and one of them is online', (name) => {
  const experts = demoExperts.filter((expert) => expert.subcategories.some((subcategory) => subcategory === name))
  expect(experts.length).toBeGreaterThanOrEqual(3)
  expect(experts.some(({ online }) => online)).toBe(true)
})

test('25 experts are online, and every category has one', () => {
  const online = demoExperts.filter((expert) => expert.online)
  expect(online).toHaveLength(25)
  expect(new Set(online.map(({ category }) => category)).size).toBe(categoryGroups.length)
})
