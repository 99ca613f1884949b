import { createExpert } from '#domain/applications/create-expert.server.ts'
import { checks } from '#domain/experts/contract.ts'
import { setApproval } from '#domain/experts/set-approval.server.ts'
import { verifyExpert } from '#domain/experts/verify-expert.server.ts'
import { approvals } from '#domain/policy.ts'
import { runCommand } from '#scripts/run-command.ts'

// npm run team:expert -- create name@example.org "Full Name" "+91 98450 00000" academic
// npm run team:expert -- verified name@example.org identity
// npm run team:expert -- approved|suspended|pending name@example.org
await runCommand(async (ctx) => {
  const [act = '', email = '', nameOrCheck = '', phone = '', category = ''] = process.argv.slice(2)
  if (act === 'create') {
    await createExpert(ctx, { email, fullName: nameOrCheck, phone, category: category as never })
    return `The account was created; a link to choose a password is being sent to ${email}.`
  }
  const expert = await ctx.db
    .selectFrom('experts')
    .innerJoin('profiles', 'profiles.id', 'experts.user_id')
    .select('experts.id')
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst()
  const expertId = expert?.id ?? ''
  if (act === 'verified') {
    const check = checks.find((name) => name === nameOrCheck)
    if (!check) return `Name what was verified: ${checks.join(', ')}.`
    await verifyExpert(ctx, { expertId, what: check })
    return `${email}: ${check} is verified.`
  }
  const approval = approvals.find((name) => name === act)
  if (!approval) return 'Use create, verified, approved, suspended or pending.'
  await setApproval(ctx, { expertId, approval })
  return `${email} is ${approval}.`
})
