import { type TeamRole, teamRoles } from '#domain/policy.ts'
import { createTeamAccount } from '#domain/team/create-team-account.server.ts'
import { runCommand } from '#scripts/run-command.ts'

// npm run team:add -- name@example.org "Full Name" [support|finance|administrator]: creates a team account and prints
// a link to set its password. Without a role, the first account is an administrator, others are support.
await runCommand(async (ctx, { product }) => {
  const [email = '', fullName = '', role] = process.argv.slice(2)
  if (role !== undefined && !teamRoles.includes(role as TeamRole)) return `Choose a role: ${teamRoles.join(', ')}.`
  const { token, teamRole } = await createTeamAccount(ctx, { email, fullName, teamRole: role as TeamRole | undefined })
  return `The account was created with the role ${teamRole}. Set its password with this one-time link:\n${product.origin}/reset-password/${token}`
})
