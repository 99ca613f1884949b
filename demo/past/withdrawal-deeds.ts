import { cast } from '#demo/cast.ts'
import type { Deed } from '#demo/past/deed.ts'
import { instantOf } from '#demo/past/past-clock.ts'
import type { PastExpert, Stage } from '#demo/past/stage.ts'
import type { AsTeam } from '#demo/past/team-deeds.ts'
import { derivedId } from '#domain/ledger/derived-id.server.ts'
import { approveWithdrawal } from '#domain/withdrawals/approve-withdrawal.server.ts'
import { processWithdrawal } from '#domain/withdrawals/process-withdrawal.server.ts'
import { requestWithdrawal } from '#domain/withdrawals/request-withdrawal.server.ts'

const account = { bankName: 'Demo Bank of Kerala', accountNumber: '000012345678', ifscCode: 'DEMO0000042' }

type Asked = { expert: PastExpert; team: AsTeam; now: Date }

/** Ravi takes out what he earned, twice: the first is walked to its end without a bank, the second waits for the team. */
export function withdrawalDeeds({ as }: Stage, { expert, team, now }: Asked): Deed[] {
  const [first, second] = ['first', 'second'].map((which) => derivedId(expert.id, `${which} withdrawal`))
  if (!first || !second) return []
  const on = (ago: number, at: string, act: Deed['act']): Deed => ({ at: instantOf({ ago, at }, now), act })
  return [
    on(22, '18:00', () =>
      requestWithdrawal(as(expert), {
        id: first,
        amount: '500',
        account,
        notes: 'First earnings!',
        password: cast.ravi.password,
      }),
    ),
    on(21, '11:00', () => team((meera) => approveWithdrawal(meera, { id: first }))),
    on(20, '15:30', () =>
      team((meera) => processWithdrawal({ ...meera, payouts: 'demo' }, { id: first, bankReference: '' })),
    ),
    on(2, '22:00', () =>
      requestWithdrawal(as(expert), {
        id: second,
        amount: '600',
        account: 'remembered',
        notes: '',
        password: '',
      }),
    ),
  ]
}
