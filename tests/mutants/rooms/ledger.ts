import type { MutantGroup } from '#tests/mutants/mutant.ts'

const books = 'domain/ledger/books.server.test.ts'
const sessionMoney = 'domain/wallet/session-money.server.test.ts'
const corrections = 'domain/books/corrections.server.test.ts'
const withdrawals = 'domain/withdrawals/transition-withdrawal.server.test.ts'
const sendBack = 'domain/wallet/return-unused-money.server.test.ts'

export const ledger: MutantGroup[] = [
  {
    sqlFunction: 'ledger_begin',
    tests: [sessionMoney],
    changes: [
      {
        bug: 'the same id with another amount counts as a retry',
        from: 'is distinct from (operation_kind, subject, operation_step, asked) then',
        to: 'is distinct from (operation_kind, subject, operation_step, earlier.request) then',
      },
      {
        bug: 'another id for a completed operation counts as a retry',
        from: `raise exception '% has been done for % already', operation_kind, subject using errcode = 'LG002';`,
        to: 'return false;',
      },
      {
        bug: 'a repeated operation moves the money again',
        from: 'return false;',
        to: 'return true;',
      },
    ],
  },
  {
    sqlFunction: 'ledger_lock',
    tests: [sessionMoney],
    changes: [
      {
        bug: 'balances are read without a lock',
        from: 'order by id for update',
        to: 'order by id',
      },
    ],
  },
  {
    sqlFunction: 'ledger_move',
    tests: [sessionMoney],
    changes: [
      {
        bug: 'money moves into a closed account',
        from: 'id = any (debits || credits) and closed',
        to: 'id = any (debits) and closed',
      },
    ],
  },
  {
    sqlFunction: 'ledger_balances_follow',
    tests: [books, sessionMoney],
    changes: [
      {
        bug: 'both sides of a transfer increase',
        from: 'select debit_account, -amount_paise from made',
        to: 'select debit_account, amount_paise from made',
      },
    ],
  },
  {
    sqlFunction: 'ledger_account_is_guarded',
    tests: [books],
    changes: [
      {
        bug: 'a balance can be updated directly',
        from: 'and pg_trigger_depth() < 2 then',
        to: 'and pg_trigger_depth() < 1 then',
      },
      {
        bug: 'an account can be opened with money in it',
        from: 'if new.balance_paise <> 0 or new.closed then',
        to: 'if new.closed then',
      },
    ],
  },
  {
    sqlFunction: 'ledger_must_be_above_zero',
    tests: [books],
    changes: [
      {
        bug: 'an amount of zero is accepted',
        from: 'amount <= 0 then',
        to: 'amount < 0 then',
      },
    ],
  },
  {
    sqlFunction: 'ledger_roll_up',
    tests: [books],
    changes: [
      {
        bug: 'the last transfer of a snapshot is counted twice',
        from: 't.debit_account = a.id and t.id > coalesce(old.up_to_transfer, 0)',
        to: 't.debit_account = a.id and t.id >= coalesce(old.up_to_transfer, 0)',
      },
    ],
  },
  {
    sqlFunction: 'wallet_hold',
    tests: [sessionMoney],
    changes: [
      {
        bug: 'the daily limit itself cannot be spent',
        from: 'wallet_spent_today(student, happened_at) + amount > spend_at_most',
        to: 'wallet_spent_today(student, happened_at) + amount >= spend_at_most',
      },
      {
        bug: 'a student adds money to another student’s escrow',
        from: 'where id = escrow) <> student then',
        to: 'where id = escrow) is null then',
      },
    ],
  },
  {
    sqlFunction: 'wallet_extend_holds',
    tests: [sessionMoney],
    changes: [
      {
        bug: 'a hold of the whole balance fails',
        from: 'balance_paise >= amount',
        to: 'balance_paise > amount',
      },
      {
        bug: 'a hold is extended beyond the daily limit',
        from: 'and not above_limit and',
        to: 'and',
      },
      {
        bug: 'an earlier extension with another amount counts as this one',
        from: 'o.id = operation and o.request = asked.request where done',
        to: 'o.id = operation where done',
      },
    ],
  },
  {
    sqlFunction: 'wallet_spent_today',
    tests: [sessionMoney],
    changes: [
      {
        bug: 'holds of running sessions do not count as spent',
        from: 'wallet_on_hold(student) - coalesce(',
        to: '0 - coalesce(',
      },
    ],
  },
  {
    sqlFunction: 'wallet_settle',
    tests: [sessionMoney],
    changes: [
      {
        bug: 'expert and platform shares are swapped',
        from: 'array[repaid, expert_part - repaid, total - expert_part, held - total]',
        to: 'array[repaid, total - expert_part, expert_part - repaid, held - total]',
      },
      {
        bug: 'new earnings do not repay a debt',
        from: 'repaid := least(-ledger_kept_balance(debt), expert_part);',
        to: 'repaid := 0;',
      },
      {
        bug: 'the escrow stays open after the settlement',
        from: 'perform ledger_close(escrow);',
        to: '',
      },
      {
        bug: 'a settlement uses another student’s escrow',
        from: 'where id = escrow) <> student then',
        to: 'where id = escrow) is null then',
      },
    ],
  },
  {
    sqlFunction: 'wallet_refund',
    tests: [sessionMoney],
    changes: [
      {
        bug: 'the whole amount cannot be refunded',
        from: `amount > (settled ->> 'total')::bigint`,
        to: `amount >= (settled ->> 'total')::bigint`,
      },
      {
        bug: 'the expert’s share is rounded up',
        from: `div(amount::numeric * (settled ->> 'expert_part')::numeric, (settled ->> 'total')::numeric)`,
        to: `ceil(amount::numeric * (settled ->> 'expert_part')::numeric / (settled ->> 'total')::numeric)`,
      },
      {
        bug: 'a refund beyond the expert’s earnings does not become a debt',
        from: 'array[earnings, reserve, debt, ',
        to: 'array[earnings, reserve, reserve, ',
      },
    ],
  },
  {
    sqlFunction: 'wallet_end_payout',
    tests: [withdrawals],
    changes: [
      {
        bug: 'a rejected payout goes to the bank, and a paid payout returns',
        from: `case when paid then ledger_account('bank_clearing') else earnings end`,
        to: `case when paid then earnings else ledger_account('bank_clearing') end`,
      },
    ],
  },
  {
    sqlFunction: 'wallet_payout_came_back',
    tests: [withdrawals],
    changes: [
      {
        bug: 'a payout that never reached the bank is returned from the bank',
        from: `and request ->> 'paid' = 'true'`,
        to: '',
      },
    ],
  },
  {
    sqlFunction: 'wallet_end_send_back',
    tests: [sendBack],
    changes: [
      {
        bug: 'a failed return to the payer leaves no statement line',
        from: 'if not arrived then',
        to: 'if arrived then',
      },
    ],
  },
  {
    sqlFunction: 'wallet_correct',
    tests: [corrections],
    changes: [
      {
        bug: 'one person proposes and confirms a correction',
        from: 'actor is null or actor = proposal.proposed_by',
        to: 'actor is null',
      },
      {
        bug: 'an expired proposal is posted',
        from: `or (proposal.state = 'proposed' and happened_at > proposal.expires_at)`,
        to: '',
      },
    ],
  },
]
