/** The owner of each table and view. Only the owner writes. Other rooms call its functions. */
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
    'search_entries',
    'search_mentions',
  ],
  'sign-in': [
    'credentials',
    'email_links',
    'known_browsers',
    'one_time_links',
    'passkey_challenges',
    'passkey_offers',
    'passkeys',
    'recovery_codes',
    'second_factors',
    'sign_in_throttles',
  ],
  files: ['question_files'],
  schedule: ['busy_times', 'expert_time', 'external_calendars', 'schedule_exceptions', 'schedules', 'weekly_hours'],
  discovery: ['favourite_experts', 'search_topics', 'search_words'],
  wallet: ['money_returns', 'payments', 'spending_limits', 'stale_escrows', 'transactions'],
  withdrawals: ['bank_accounts', 'expert_withdrawals', 'payout_settings', 'withdrawal_requests', 'withdrawals'],
  sessions: [
    'blocks',
    'chat_reads',
    'help_sessions',
    'reports',
    'session_events',
    'session_messages',
    'sessions',
    'unanswered_rings',
  ],
  boards: ['board_pictures', 'board_updates', 'board_writers', 'boards'],
  bookings: ['booking_joins', 'bookings', 'calendar_feeds'],
  requests: ['offers', 'request_alerts', 'requests'],
  reviews: ['counted_reviews', 'reviews', 'session_feedback', 'session_summaries'],
  refunds: ['refund_requests'],
  tickets: ['tickets'],
  applications: ['application_documents', 'applications'],
  books: ['book_proofs', 'corrections'],
  people: ['pair_searches', 'suspicious_pairs'],
  team: ['day_figures'],
  // Not domain rooms: the files of every build, and the data of the demo payment provider.
  server: ['built_files'],
  platform: ['demo_orders', 'demo_refunds'],
}

/** The owner of each database function that reads or writes tables. */
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
    'wallet_move_hold',
    'wallet_on_hold',
    'wallet_refund',
    'wallet_release',
    'wallet_send_back',
    'wallet_settle',
    'wallet_settle_many',
    'wallet_spent_today',
  ],
  sessions: ['has_open_request'],
  refunds: ['is_refunded_whole'],
  withdrawals: ['wallet_end_payout', 'wallet_payout_came_back', 'wallet_request_payout'],
  books: ['wallet_correct'],
}

type Reason = { tables: string[] | 'every table'; why: string }

const names = 'A list shows names and photos, and one page of it is one statement.'
const history = 'The team reads a person’s history from all rooms, and never writes it.'

/** The tables that a room reads from rooms below it, and why it does not call their functions. */
export const reads: Record<string, Reason[]> = {
  notifications: [
    {
      tables: ['profiles'],
      why: 'A notification is written only for an existing account, in one statement for many.',
    },
    {
      tables: ['sign_ins'],
      why: 'A browser gets pushes only while its sign-in lasts, so the two are joined.',
    },
  ],
  mails: [
    {
      tables: ['profiles'],
      why: 'A mail belongs to the account with its email address, looked up when it is stored.',
    },
  ],
  experts: [
    {
      tables: ['profiles'],
      why: 'An expert extends a profile: name, phone and photo are read with the rest.',
    },
    { tables: ['can_be_pushed'], why: 'Reachability is one condition in one update.' },
  ],
  'sign-in': [
    {
      tables: ['profiles', 'sign_ins', 'experts', 'terms_acceptances'],
      why: 'Every request loads its actor: one statement with role, approval, terms and second factor.',
    },
  ],
  schedule: [
    {
      tables: ['experts'],
      why: 'Public pages use the expert’s public id; hours belong to the account.',
    },
  ],
  discovery: [
    {
      tables: ['listings', 'experts', 'search_entries', 'search_mentions'],
      why: 'Listings exist for search: triggers of experts write them, this room reads them.',
    },
  ],
  wallet: [
    {
      tables: ['ledger_accounts', 'ledger_lines', 'ledger_operations'],
      why: 'A wallet is a view of the ledger; only database functions write it.',
    },
    { tables: ['profiles'], why: names },
  ],
  withdrawals: [
    { tables: ['profiles'], why: names },
    {
      tables: ['credentials'],
      why: 'A payout counts the people of the team who can log in, in one statement.',
    },
  ],
  sessions: [{ tables: ['profiles', 'experts'], why: names }],
  boards: [
    { tables: ['profiles'], why: 'Deletions by older nodes are found by the marked profiles. Lists show names.' },
    { tables: ['help_sessions'], why: 'The people of a session own its board.' },
  ],
  bookings: [
    { tables: ['profiles', 'experts'], why: names },
    {
      tables: ['help_sessions'],
      why: 'A booking shows the state of its session, and a calendar includes calls without a booking.',
    },
  ],
  requests: [
    { tables: ['profiles', 'experts'], why: names },
    {
      tables: ['blocks', 'expert_time', 'help_sessions', 'listings', 'schedules', 'search_entries', 'search_mentions'],
      why: 'The experts who can be asked are found in one statement.',
    },
  ],
  reviews: [
    { tables: ['profiles', 'experts', 'listings'], why: names },
    { tables: ['help_sessions'], why: 'Feedback and reviews are listed with their session.' },
    { tables: ['session_messages'], why: 'One search over lessons reads questions, summaries, feedback and chat.' },
  ],
  refunds: [
    { tables: ['profiles'], why: names },
    {
      tables: ['help_sessions'],
      why: 'The cost of the session limits a refund, so the two are locked and read together.',
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
    { tables: ['profiles', 'experts'], why: 'An application is listed with the account created from it.' },
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
      why: 'Monthly exports and sums are one statement over the ledger and its sources.',
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
        'session_summaries',
        'withdrawals',
      ],
      why: history,
    },
    {
      tables: ['known_browsers'],
      why: 'Suspicious pairs are found by comparing all accounts in one statement.',
    },
  ],
  team: [
    {
      tables: 'every table',
      why: 'Tables with 200,000 rows are searched, sorted and counted in one statement; none is written.',
    },
  ],
}

/** Files outside the rooms that use SQL, with the reason. */
export const outside: Record<string, string> = {
  'demo/seed-demo.ts': 'Checks whether the demo data exists.',
  'demo/past/replay-past.ts': 'Checks how much of the history has been replayed.',
  'demo/past/replay-context.ts': 'Finds the demo people by email address.',
  'demo/past/team-runner.ts': 'Finds the sign-in that it just created.',
}
