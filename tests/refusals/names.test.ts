import { expect, test } from 'vitest'
import { studentProfile } from '#domain/accounts/contract.ts'
import { applicationChange, newApplication, newExpert } from '#domain/applications/contract.ts'
import { expertProfile } from '#domain/experts/contract.ts'
import { newAccount, registration } from '#domain/sign-in/contract.ts'
import { newMember, newTeamAccount } from '#domain/team/contract.ts'

/** Every contract that has the name of a person. */
const schemas = {
  studentProfile,
  newExpert,
  newApplication,
  applicationChange,
  expertProfile,
  newAccount,
  newTeamAccount,
  newMember,
  registration,
}

test.each(Object.entries(schemas))(
  '%s replaces line breaks, removes invisible characters, and refuses other control characters and names that are too short',
  (_, schema) => {
    const { fullName } = schema.shape
    expect(fullName.parse(' Asha\r\nVerma\u202E ')).toBe('Asha Verma')
    for (const name of ['Asha\0Verma', 'A', '\u202E\u2066']) expect(fullName.safeParse(name).success).toBe(false)
  },
)
