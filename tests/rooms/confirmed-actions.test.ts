import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Forms of the team that ask for confirmation in words, by file. Their tests assert the words. */
const confirmed: Record<string, string[]> = {
  'applications/application-stage-card.tsx': ['accept'],
  'applications/reject-form.tsx': ['reject'],
  'books/decision-forms.tsx': ['confirm a correction', 'reject a correction'],
  'books/proposal-form.tsx': ['propose a correction'],
  'experts/approval-card.tsx': ['approve', 'back to pending', 'suspend', 'the button of two of them'],
  'experts/terms-card.tsx': ['change rate and share'],
  'members/invite-form.tsx': ['invite'],
  'members/member-card.tsx': ['change a role', 'end or restore a membership'],
  'people/action-card.tsx': ['the button of the actions on people and reviews'],
  'people/person-actions.tsx': ['end all sign-ins', 'suspend', 'lift a suspension', 'reset a second factor'],
  'reviews/review.route.tsx': ['show a review', 'hide a review'],
  'sessions/end-form.tsx': ['end a session'],
  'sessions/summary-card.tsx': ['hide a summary', 'show a summary'],
  'settings/settings.route.tsx': ['change the payout limit'],
  'tickets/ticket-actions.tsx': ['decide about a ticket and its refund'],
  'withdrawals/export-form.tsx': ['export for the bank'],
  'withdrawals/withdrawal-actions.tsx': ['approve', 'reject', 'returned by the bank', 'pay out', 'their button'],
}

/** Forms of the team that act on the first click: they can be undone, only read, or send a mail. */
const immediate: Record<string, string[]> = {
  'applications/application-new.route.tsx': ['enter an application'],
  'applications/application-stage-card.tsx': ['start reviewing', 'plan the interview'],
  'applications/details-card.tsx': ['change the details'],
  'applications/documents-card.tsx': ['add a document'],
  'books/books.route.tsx': ['check the books'],
  'books/month-exports.tsx': ['download the sessions of a month'],
  'content/answers-form.tsx': ['save answers', 'restore the original answers'],
  'content/catalogue-form.tsx': ['save the catalogue'],
  'content/figures-form.tsx': ['save figures'],
  'experts/checks-card.tsx': ['record or remove a verification'],
  'live/installation-card.tsx': ['check the installation again'],
  'mails/deliveries.tsx': ['send a mail again'],
  'pairs/pair-card.tsx': ['mark as looked at'],
  'pairs/pairs.route.tsx': ['search for pairs'],
  'people/action-card.tsx': ['send a link for a lost password'],
  'people/personal-data.tsx': ['show personal data'],
  'search/topic-form.tsx': ['save a topic', 'remove a topic', 'preview'],
  'search/topics.route.tsx': ['search for a topic'],
  // One form for both.
  'sessions/reason-form.tsx': ['read a chat or a board'],
  'tickets/complaint-form.tsx': ['enter a complaint'],
  'tickets/ticket-actions.tsx': ['acknowledge'],
  'withdrawals/bank-account.tsx': ['show a bank account'],
}

const screens = globSync('app/team/**/*.tsx')
  .filter((path) => !/\.test\.tsx$|\/base\//.test(path))
  .map((path) => ({ path: path.replace('app/team/', ''), source: readFileSync(path, 'utf8') }))

function countEach(pattern: RegExp): Record<string, number> {
  const counts = screens.map(({ path, source }) => [path, source.match(pattern)?.length ?? 0] as const)
  return Object.fromEntries(counts.filter(([, count]) => count > 0))
}

function lengths(lists: Record<string, string[]>): Record<string, number> {
  return Object.fromEntries(Object.entries(lists).map(([path, list]) => [path, list.length]))
}

test('each form of the team with lasting effects asks for confirmation in words', () => {
  expect(countEach(/\bconfirmText=/g)).toEqual(lengths(confirmed))
})

test('each form of the team that acts on the first click is listed, and none is a danger', () => {
  expect(countEach(/\btype="submit"/g)).toEqual(lengths(immediate))
  const dangers = screens.filter(({ source }) => /<Button\s[^>]*variant="danger"/.test(source))
  expect(dangers.map(({ path }) => path)).toEqual([])
})
