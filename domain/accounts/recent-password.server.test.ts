import { expect, test } from 'vitest'
import { hasRecentPassword, requireRecentPassword } from '#domain/accounts/recent-password.server.ts'
import { confirmOwnPassword } from '#domain/sign-in/confirm-password.server.ts'
import { findSignIn } from '#domain/sign-in/find-sign-in.server.ts'
import { signInMaxDays } from '#kernel/limits.ts'
import { useDatabase } from '#tests/database.ts'
import { signInAs, newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()
const clockAfter = (minutes: number) => ({ now: () => new Date(Date.now() + minutes * 60_000) })

test('a confirmed password is valid for five minutes, for its own sign-in only', async () => {
  const { person, email, password } = await newSignedInPerson(database.as, 'team')
  const ctx = database.as(person)
  await expect(requireRecentPassword(ctx)).rejects.toMatchObject({ code: 'password_again' })
  await expect(confirmOwnPassword(ctx, 'a guess')).rejects.toMatchObject({ code: 'wrong_current_password' })
  expect(await hasRecentPassword(ctx)).toBe(false)
  await confirmOwnPassword(ctx, password)
  await requireRecentPassword(ctx)
  const otherSignIn = await signInAs(database.as, email, password)
  expect(await hasRecentPassword(database.as(otherSignIn.person))).toBe(false)
  expect(await hasRecentPassword(database.as(person, clockAfter(6)))).toBe(false)
})

test('the system needs no password, and a visitor cannot confirm one', async () => {
  await requireRecentPassword(database.as({ kind: 'system' }))
  const visitor = database.as({ kind: 'visitor', address: '' })
  await expect(requireRecentPassword(visitor)).rejects.toMatchObject({ code: 'password_again' })
  await expect(confirmOwnPassword(visitor, 'x')).rejects.toMatchObject({ code: 'not_signed_in' })
})

test('a team sign-in ends after twelve hours even when in use, and others are renewed for thirty days', async () => {
  const meera = await newSignedInPerson(database.as, 'team')
  const asha = await newSignedInPerson(database.as, 'student')
  const atHour = (hour: number) => ({ db: database.db(), clock: clockAfter(hour * 60) })
  for (const hour of [6, 11.9]) {
    expect(await findSignIn(atHour(hour), meera.token)).toMatchObject({ renewed: false })
    expect(await findSignIn(atHour(hour), asha.token)).toMatchObject({ renewed: true })
  }
  expect(await findSignIn(atHour(12.1), meera.token)).toBeNull()
  expect(await findSignIn(atHour(24 * 30), asha.token)).not.toBeNull()
})

test('the sign-in of a student ends after a year even when in use, and a new one begins with the password', async () => {
  const asha = await newSignedInPerson(database.as, 'student')
  const onDay = (day: number) => ({ db: database.db(), clock: clockAfter(day * 24 * 60) })
  for (let day = 25; day < signInMaxDays; day += 25) {
    expect(await findSignIn(onDay(day), asha.token)).toMatchObject({ renewed: true })
  }
  expect(await findSignIn(onDay(signInMaxDays - 0.1), asha.token)).not.toBeNull()
  expect(await findSignIn(onDay(signInMaxDays + 0.1), asha.token)).toBeNull()
  const { token } = await signInAs(database.as, asha.email, asha.password)
  expect(await findSignIn(onDay(1), token)).not.toBeNull()
})
