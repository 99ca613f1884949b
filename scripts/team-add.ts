import { createTeamAccount } from '#domain/team/create-team-account.server.ts'
import { runCommand } from '#scripts/run-command.ts'

// npm run team:add -- name@example.org "Full Name": opens an account of the team and prints a link to set its password.
await runCommand(async (ctx, { product }) => {
  const [email = '', fullName = ''] = process.argv.slice(2)
  const { token } = await createTeamAccount(ctx, { email, fullName })
  return `The account is open. Set its password here, once:\n${product.origin}/reset-password/${token}`
})
