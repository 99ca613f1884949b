import { createTeamAccount } from '#domain/team/create-team-account.server.ts'
import { runCommand } from '#scripts/run-command.ts'

// npm run team:add -- name@example.org "Full Name": creates a team account and prints a link to set its password.
await runCommand(async (ctx, { product }) => {
  const [email = '', fullName = ''] = process.argv.slice(2)
  const { token } = await createTeamAccount(ctx, { email, fullName })
  return `The account was created. Set its password with this one-time link:\n${product.origin}/reset-password/${token}`
})
