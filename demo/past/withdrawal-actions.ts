import { cast } from '#demo/cast.ts'
import type { PastAction } from '#demo/past/past-action.ts'
import { toInstant } from '#demo/past/past-clock.ts'
import type { PastExpert, ReplayContext } from '#demo/past/replay-context.ts'
import type { RunAsTeam } from '#demo/past/team-runner.ts'
import { derivedId } from '#domain/ledger/derived-id.server.ts'
import { approveWithdrawal } from '#domain/withdrawals/approve-withdrawal.server.ts'
import { processWithdrawal } from '#domain/withdrawals/process-withdrawal.server.ts'
import { requestWithdrawal } from '#domain/withdrawals/request-withdrawal.server.ts'

const account = { bankName: 'Demo Bank of Kerala', accountNumber: '000012345678', ifscCode: 'DEMO0000042' }

type WithdrawalOptions = { expert: PastExpert; team: RunAsTeam; now: Date }

/** Ravi requests two withdrawals: the first is processed without a bank, the second waits for the team. */
export function withdrawalActions({ as }: ReplayContext, { expert, team, now }: WithdrawalOptions): PastAction[] {
  const [first, second] = ['first', 'second'].map((which) => derivedId(expert.id, `${which} withdrawal`))
  if (!first || !second) return []
  const createAction = (daysAgo: number, at: string, run: PastAction['run']): PastAction => ({
    at: toInstant({ daysAgo, at }, now),
    run,
  })
  return [
    createAction(22, '18:00', () =>
      requestWithdrawal(as(expert), {
        id: first,
        amount: '500',
        account,
        notes: 'First earnings!',
        password: cast.ravi.password,
      }),
    ),
    createAction(21, '11:00', () => team((meera) => approveWithdrawal(meera, { id: first }))),
    createAction(20, '15:30', () =>
      team((vikram) => processWithdrawal({ ...vikram, payouts: 'demo' }, { id: first, bankReference: '' }), 'vikram'),
    ),
    createAction(2, '22:00', () =>
      requestWithdrawal(as(expert), { id: second, amount: '600', account: 'remembered', notes: '', password: '' }),
    ),
  ]
}
