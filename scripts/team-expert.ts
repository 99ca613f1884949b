import { setApproval } from '#domain/experts/set-approval.server.ts'
import { approvals } from '#domain/policy.ts'
import { createExpert } from '#domain/team/create-expert.server.ts'
import type { ExpertId } from '#kernel/ids.ts'
import { runCommand } from '#scripts/run-command.ts'

// npm run team:expert -- create name@example.org "Full Name" "+91 98450 00000" academic
// npm run team:expert -- approved|suspended|pending name@example.org
await runCommand(async (ctx) => {
  const [act = '', email = '', fullName = '', phone = '', category = ''] = process.argv.slice(2)
  if (act === 'create') {
    await createExpert(ctx, { email, fullName, phone, category: category as never })
    return `The account is open; a link to choose a password is on its way to ${email}.`
  }
  const approval = approvals.find((known) => known === act)
  if (!approval) return 'Say create, approved, suspended or pending.'
  const expert = await ctx.db
    .selectFrom('experts')
    .innerJoin('profiles', 'profiles.id', 'experts.user_id')
    .select('experts.id')
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst()
  await setApproval(ctx, { expertId: (expert?.id ?? '') as ExpertId, approval })
  return `${email} is ${approval}.`
})
