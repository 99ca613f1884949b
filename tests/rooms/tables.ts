/** Which room owns which tables and views. Only the owner writes to them; others ask its verbs and queries. */
export const tablesOf: Record<string, string[]> = {
  audit: ['audit_log'],
  ledger: [
    'ledger_account_kinds',
    'ledger_accounts',
    'ledger_balances',
    'ledger_lines',
    'ledger_operations',
    'ledger_snapshots',
    'ledger_transfers',
  ],
  accounts: ['hourly_counts', 'profiles', 'sign_ins', 'student_details', 'students', 'terms_acceptances'],
  notifications: [
    'notification_deliveries',
    'notification_preferences',
    'notifications',
    'push_keys',
    'push_rings',
    'push_subscriptions',
  ],
  content: ['banner_edit', 'category_content', 'claims', 'common_answers', 'content_parts'],
  mails: ['mails'],
  experts: [
    'expert_profiles',
    'expert_sockets',
    'expert_verifications',
    'experts',
    'listings',
    'live_nodes',
    'online_alerts',
  ],
  'sign-in': [
    'credentials',
    'known_browsers',
    'one_time_links',
    'recovery_codes',
    'second_factors',
    'sign_in_throttles',
  ],
  files: ['question_files'],
  schedule: ['expert_time', 'schedule_exceptions', 'schedules', 'weekly_hours'],
  discovery: ['favourite_experts', 'search_words'],
  wallet: ['money_returns', 'payments', 'spending_limits', 'stale_escrows', 'transactions'],
  withdrawals: ['bank_accounts', 'expert_withdrawals', 'withdrawal_requests', 'withdrawals'],
  sessions: ['blocks', 'help_sessions', 'reports', 'session_events', 'session_messages', 'sessions'],
  bookings: ['booking_joins', 'bookings'],
  reviews: ['reviews', 'session_feedback'],
  refunds: ['refund_requests'],
  tickets: ['tickets'],
  applications: ['application_documents', 'applications'],
  books: ['book_proofs', 'corrections'],
  team: ['day_figures'],
  // No rooms of the domain: the files of every build, and the books of the demo's payment provider.
  server: ['built_files'],
  platform: ['demo_orders', 'demo_refunds'],
}

/** The same for the functions of the database that read or write tables. */
export const functionsOf: Record<string, string[]> = {
  ledger: ['ledger_horizon', 'ledger_roll_up'],
  notifications: ['can_be_pushed'],
  experts: ['list_experts'],
  wallet: [
    'get_wallet_balance',
    'wallet_add_money',
    'wallet_available',
    'wallet_earned_today',
    'wallet_end_send_back',
    'wallet_extend_holds',
    'wallet_hold',
    'wallet_is_empty',
    'wallet_on_hold',
    'wallet_refund',
    'wallet_send_back',
    'wallet_settle',
    'wallet_settle_many',
    'wallet_spent_today',
  ],
  withdrawals: ['wallet_end_payout', 'wallet_payout_came_back', 'wallet_request_payout'],
  books: ['wallet_correct'],
}

type Reason = { tables: string[] | 'every table'; why: string }

const names = 'A list shows the people in it by name and photo, and a page of it is one statement.'
const story = 'What a person did here is read from every room at once, for the team, and never written.'

/** What a room reads of rooms below it, and why it does not ask them for it. What is no longer read must leave this list. */
export const reads: Record<string, Reason[]> = {
  notifications: [
    {
      tables: ['profiles'],
      why: 'A notification is written only for an account that is there, in one statement for many.',
    },
    {
      tables: ['sign_ins'],
      why: 'A browser is told things for as long as its sign-in lasts; the two are joined.',
    },
  ],
  mails: [
    { tables: ['profiles'], why: 'A mail belongs to whoever has its address, found as it is written down.' },
  ],
  experts: [
    {
      tables: ['profiles'],
      why: 'An expert is a profile with more on it: name, phone and photo are read with the rest.',
    },
    { tables: ['can_be_pushed'], why: 'Whether an expert can be reached is one condition in one update.' },
  ],
  'sign-in': [
    {
      tables: ['profiles', 'sign_ins', 'experts'],
      why: 'Every request asks who it is: one statement, with role, approval and second factor.',
    },
  ],
  schedule: [
    {
      tables: ['experts'],
      why: 'Public pages know experts by their public id; their hours hang on the person.',
    },
  ],
  discovery: [
    {
      tables: ['listings', 'experts'],
      why: 'Search is what listings are made for: triggers of experts write them, this room reads them.',
    },
  ],
  wallet: [
    {
      tables: ['ledger_accounts', 'ledger_lines', 'ledger_operations'],
      why: 'A wallet is a way to read the books; nobody but functions of the database writes them.',
    },
  ],
  withdrawals: [{ tables: ['profiles'], why: names }],
  sessions: [{ tables: ['profiles', 'experts'], why: names }],
  bookings: [
    { tables: ['profiles', 'experts'], why: names },
    {
      tables: ['help_sessions'],
      why: 'A booking is shown with how its session stands, and a calendar has the calls that nobody booked.',
    },
  ],
  reviews: [
    { tables: ['profiles', 'experts', 'listings'], why: names },
    { tables: ['help_sessions'], why: 'What was said after a session is listed with the session.' },
  ],
  refunds: [
    { tables: ['profiles'], why: names },
    {
      tables: ['help_sessions'],
      why: 'A refund is decided by what its session cost; the two are locked and read together.',
    },
  ],
  tickets: [
    { tables: ['profiles'], why: names },
    {
      tables: ['help_sessions', 'refund_requests', 'reports'],
      why: 'A ticket is listed with the session, the report or the refund that opened it.',
    },
  ],
  applications: [
    { tables: ['profiles', 'experts'], why: 'An application is listed with the account that came of it.' },
  ],
  books: [
    { tables: ['profiles'], why: names },
    {
      tables: [
        'bookings',
        'help_sessions',
        'ledger_accounts',
        'ledger_balances',
        'ledger_operations',
        'ledger_transfers',
      ],
      why: 'Exports and sums of a month are one statement over the books and over what they were made from.',
    },
  ],
  people: [
    {
      tables: ['profiles', 'experts', 'sign_ins'],
      why: 'The team sees a person with role, approval and sign-ins.',
    },
    {
      tables: [
        'blocks',
        'bookings',
        'help_sessions',
        'ledger_accounts',
        'ledger_lines',
        'money_returns',
        'payments',
        'refund_requests',
        'reports',
        'reviews',
        'session_feedback',
        'withdrawals',
      ],
      why: story,
    },
  ],
  team: [
    {
      tables: 'every table',
      why: 'Tables with 200,000 rows are searched, sorted and counted in one statement; none is written.',
    },
  ],
}

/** Files outside of the rooms that speak SQL all the same. */
export const outside: Record<string, string> = {
  'demo/seed-demo.ts': 'Asks whether the demo is there already.',
  'demo/past/replay-past.ts': 'Asks how much of the past has been lived already.',
  'demo/past/replay-context.ts': 'Finds the people of the demo by their addresses.',
  'demo/past/team-runner.ts': 'Finds the sign-in that it has just begun.',
}
