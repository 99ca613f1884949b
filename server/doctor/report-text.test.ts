import { expect, test } from 'vitest'
import { writeReport } from '#server/doctor/report-text.ts'

test('the report is a table, with what to do below the row', () => {
  const text = writeReport({
    checks: [
      { name: 'Database', state: 'ok', seen: 'PostgreSQL 18.4.', advice: null },
      { name: 'Mail', state: 'failed', seen: 'Invalid login.', advice: 'Check SMTP_URL.' },
      { name: 'Redis', state: 'not_configured', seen: 'The database carries the messages.', advice: null },
      { name: 'Disk', state: 'warning', seen: '700 MB are free.', advice: 'Free some space.' },
    ],
  })
  expect(text.split('\n')).toEqual([
    'What      State           What was seen',
    'Database  ok              PostgreSQL 18.4.',
    'Mail      FAILED          Invalid login.',
    '                          -> Check SMTP_URL.',
    'Redis     not configured  The database carries the messages.',
    'Disk      warning         700 MB are free.',
    '                          -> Free some space.',
    '',
    '1 check failed, 1 warning.',
  ])
})
