import type {
  NotificationFacts,
  StoredKind,
  NotificationContent,
  NotificationText,
} from '#domain/notifications/contract.ts'
import type { NotificationKind } from '#domain/notifications/states.ts'
import { formatRupees, paise } from '#kernel/money.ts'
import { plural } from '#kernel/plural.ts'
import { dayAndTime } from '#kernel/time.ts'

/** Names on the preferences page. */
export const kindNames: Record<NotificationKind, { name: string; hint: string }> = {
  incoming_call: { name: 'Incoming calls', hint: 'While you are online. Go offline to stop them.' },
  missed_call: { name: 'Missed calls', hint: 'A student called and you did not answer.' },
  online: { name: 'Experts who come online', hint: 'When an expert you asked about comes online.' },
  booking: { name: 'Bookings', hint: 'Made, moved or cancelled. Calendar emails are always sent.' },
  reminder: { name: 'Reminders', hint: 'One day and 15 minutes before a booked session.' },
  low_balance: { name: 'Low balance', hint: 'When your wallet is nearly empty.' },
  money: { name: 'Money in and out', hint: 'Added to your wallet, sent back, or corrected by our team.' },
  withdrawal: { name: 'Withdrawals', hint: 'Approved, paid out or sent back. These emails are always sent.' },
  refund: { name: 'Refunds', hint: 'Decisions about refunds for a session.' },
  feedback: { name: 'Feedback and reviews', hint: 'What the other person wrote after a session.' },
  summary: { name: 'Summaries', hint: 'What your expert wrote down after a session.' },
  application: {
    name: 'Your expert account',
    hint: 'Checks and decisions by our team. These emails are always sent.',
  },
  security: { name: 'Security', hint: 'New logins and password changes. These emails are always sent.' },
}

/** The other person; without a name when the account was deleted. */
type OtherPerson = { name: string | null }

/** The text of a notification, the same on the page, by push and by mail. */
export function notificationText(content: NotificationContent, other: OtherPerson): NotificationText {
  if (!isKnown(content)) return unknownText
  const textOfKind = textByKind[content.kind] as (
    facts: NotificationContent['facts'],
    other: OtherPerson,
  ) => NotificationText
  return textOfKind(content.facts, other)
}

/** False for content that a newer version stored, during a rollout or before a rollback. */
function isKnown({ kind, facts }: NotificationContent): boolean {
  if (!Object.hasOwn(textByKind, kind)) return false
  const texts = textsByWhat[kind]
  return texts === null || ('what' in facts && Object.hasOwn(texts, facts.what))
}

const unknownText: NotificationText = {
  title: 'You have a new notification',
  body: 'We cannot show its text at the moment. Please try again later.',
  href: '/notifications',
  action: 'Open your notifications',
}

const rupees = (amount: number) => formatRupees(paise(amount))
const expertName = ({ name }: OtherPerson) => name ?? 'Your expert'
const studentName = ({ name }: OtherPerson) => name ?? 'A student'

const textByKind: {
  [Kind in StoredKind]: (facts: NotificationFacts[Kind], other: OtherPerson) => NotificationText
} = {
  missed_call: ({ sessionId }, other) => ({
    title: `You missed a call from ${other.name ?? 'a student'}`,
    body: 'You did not answer in time. If you are not free for calls, go offline.',
    href: `/expert/sessions/${sessionId}`,
    action: 'Open the session',
  }),

  online: ({ expertId, requestId }, other) => ({
    title: `${other.name ?? 'An expert'} is online now`,
    body: requestId
      ? 'This expert fits your question that no expert could answer before. You can call now. We notify you only once.'
      : 'You asked us to notify you. You can call now. We notify you only once.',
    href: `/expert/details/${expertId}${requestId ? `?question=${requestId}` : ''}`,
    action: 'See the profile',
  }),

  booking: ({ what, bookingId, side, ...time }, other) => ({
    ...bookingText[what](otherPartyName(side, other), timeText(time)),
    ...bookingHref(side, bookingId),
  }),

  reminder: ({ bookingId, side, minutesBefore, ...time }, other) => {
    const name = otherPartyName(side, other)
    return {
      title:
        minutesBefore < 60
          ? `Your session with ${name} begins in ${minutesBefore} minutes`
          : `Coming up: your session with ${name}`,
      body: `It begins on ${timeText(time)}. You can join from five minutes before.`,
      ...bookingHref(side, bookingId),
    }
  },

  low_balance: ({ leftPaise }) => ({
    title: `Your wallet is down to ${rupees(leftPaise)}`,
    body: 'This may not be enough for your next call. Add money to be ready.',
    href: '/user/wallet',
    action: 'Open your wallet',
  }),

  money: ({ what, amountPaise, side = 'student' }) => ({
    ...moneyText[what](rupees(amountPaise)),
    href: side === 'student' ? '/user/wallet' : '/expert/wallet',
    action: 'Open your wallet',
  }),

  withdrawal: ({ what, amountPaise, reason, isDemo = false }) => ({
    ...withdrawalText[what](rupees(amountPaise), isDemo),
    detail: reason ? `The reason: ${reason}` : undefined,
    href: '/expert/wallet',
    action: 'Open your wallet',
  }),

  refund: ({ what, sessionId, amountPaise }, other) => ({
    ...refundText[what](rupees(amountPaise), other.name),
    href: what === 'taken' ? `/expert/sessions/${sessionId}` : `/user/sessions/${sessionId}`,
    action: 'Open the session',
  }),

  feedback: ({ what, sessionId, stars }, other) => ({
    ...feedbackText[what](other, stars),
    href: what === 'review' ? `/expert/sessions/${sessionId}` : `/user/sessions/${sessionId}`,
    action: 'Open the session',
  }),

  summary: ({ sessionId, suggestsBooking }, other) => ({
    title: `${expertName(other)} wrote a summary of your session`,
    body: suggestsBooking
      ? 'It says what you did and what to practise, and suggests booking a follow-up.'
      : 'It says what you did, what to practise and what comes next.',
    href: `/user/sessions/${sessionId}${suggestsBooking ? '#follow-up' : '#summary'}`,
    action: suggestsBooking ? 'See the free times' : 'Read the summary',
  }),

  application: ({ what, check, reason }) => ({
    ...applicationText[what](check),
    detail: reason ? `The reason: ${reason}` : undefined,
    href: '/expert/profile',
    action: 'Open your profile',
  }),

  security: (facts, other) => ({
    href: '/user/security',
    action: 'Open your security page',
    ...securityText[facts.what](facts, other),
  }),
}

type TextParts = Pick<NotificationText, 'title' | 'body'>

const bookingText: Record<NotificationFacts['booking']['what'], (name: string, at: string) => TextParts> = {
  made: (name, at) => ({ title: `Booked: a session with ${name}`, body: `It begins on ${at}.` }),
  changed: (name, at) => ({
    title: `Your session with ${name} has a new time`,
    body: `It now begins on ${at}.`,
  }),
  called_off: (name, at) => ({
    title: `Your session with ${name} is cancelled`,
    body: `It was booked for ${at}. The booking page shows what happens to the money.`,
  }),
  missed: (name, at) => ({
    title: `Your session with ${name} did not take place`,
    body: `It was booked for ${at}. The booking page shows what happens to the money.`,
  }),
}

/** Names the time zone, because mails and lock screens do not show it. */
function timeText({ startsAt, zone }: { startsAt: string; zone: string }): string {
  return `${dayAndTime(new Date(startsAt), zone)} (${zone})`
}

function otherPartyName(side: 'student' | 'expert', { name }: OtherPerson): string {
  return name ?? (side === 'student' ? 'an expert' : 'a student')
}

function bookingHref(side: 'student' | 'expert', bookingId: string) {
  const pathPrefix = side === 'student' ? 'user' : 'expert'
  return { href: `/${pathPrefix}/bookings/${bookingId}`, action: 'Open the booking' }
}

const moneyText: Record<NotificationFacts['money']['what'], (amount: string) => TextParts> = {
  added: (amount) => ({
    title: `${amount} added to your wallet`,
    body: 'You can use it for your next call now.',
  }),
  sent_back: (amount) => ({
    title: `${amount} is on its way back to you`,
    body: 'It has left your wallet and returns to where you paid from. Banks need a few days.',
  }),
  arrived: (amount) => ({
    title: `${amount} has been sent back to you`,
    body: 'It went to where you paid from. Your bank will show it soon, if it does not already.',
  }),
  returned: (amount) => ({
    title: `${amount} could not be sent back`,
    body: 'The account you paid from did not accept it. It is in your wallet again.',
  }),
  corrected_up: (amount) => ({
    title: `Our team added ${amount} to your wallet`,
    body: 'This corrects an error. Your transactions show the reason.',
  }),
  corrected_down: (amount) => ({
    title: `Our team deducted ${amount} from your wallet`,
    body: 'This corrects an error. Your transactions show the reason.',
  }),
}

const withdrawalText: Record<NotificationFacts['withdrawal']['what'], (amount: string, isDemo: boolean) => TextParts> =
  {
    approved: (amount) => ({
      title: `Your withdrawal of ${amount} is approved`,
      body: 'Next it goes to your bank. We will notify you when it is paid.',
    }),
    rejected: (amount) => ({
      title: `Your withdrawal of ${amount} is rejected`,
      body: 'The money is in your wallet again. Your wallet shows the reason.',
    }),
    processed: (amount, isDemo) => ({
      title: `Your withdrawal of ${amount} is paid`,
      body: isDemo ? 'This is a demo: no bank was involved.' : 'It is on its way to your bank account.',
    }),
    came_back: (amount) => ({
      title: `Your bank sent ${amount} back`,
      body: 'The money is in your wallet again. Please check your bank details before you try again.',
    }),
  }

const refundText: Record<NotificationFacts['refund']['what'], (amount: string, name: string | null) => TextParts> = {
  granted: (amount, name) => ({
    title: `${amount} refunded to your wallet`,
    body: `It is for your session with ${name ?? 'an expert'}.`,
  }),
  refused: (_amount, name) => ({
    title: 'Your refund request was refused',
    body: `It was about your session with ${name ?? 'an expert'}. The session page shows the reason.`,
  }),
  taken: (amount, name) => ({
    title: `A session was refunded to ${name ?? 'a student'}`,
    body: `The student got ${amount} back; your share was deducted from your earnings.`,
  }),
}

const feedbackText: Record<NotificationFacts['feedback']['what'], (other: OtherPerson, stars?: number) => TextParts> = {
  feedback: (other) => ({
    title: `${expertName(other)} left you feedback`,
    body: 'It says what went well and what to do next. Only you and our team can read it.',
  }),
  review: (other, stars = 0) => ({
    title: `${studentName(other)} gave you ${stars} ${plural(stars, 'star')}`,
    body: 'You can answer the review once, for everyone to read.',
  }),
  answer: (other) => ({
    title: `${expertName(other)} answered your review`,
    body: 'The answer is shown below it on the expert’s page.',
  }),
}

const checkNames: Record<string, string> = {
  identity: 'identity',
  degree: 'degree',
  phone: 'phone number',
  interview: 'interview',
}

const applicationText: Record<NotificationFacts['application']['what'], (check?: string) => TextParts> = {
  accepted: () => ({
    title: 'Your application is accepted',
    body: 'Welcome. Complete your profile so that our team can approve you.',
  }),
  verified: (check = '') => ({
    title: `Your ${checkNames[check] ?? 'account'} is verified`,
    body: 'Our team has checked it. Your public page shows it.',
  }),
  approved: () => ({
    title: 'Your expert account is approved',
    body: 'You can help students from now on. Fill in anything that is missing in your profile, and go online when you have time. You are offline until you do.',
  }),
  suspended: () => ({
    title: 'Your expert account is suspended',
    body: 'You have been logged out everywhere, and students cannot reach you. If you think this is a mistake, or want to know what to do next, write to our support.',
  }),
}

type SecurityFacts = NotificationFacts['security']

const securityText: Record<
  SecurityFacts['what'],
  (facts: SecurityFacts, other: OtherPerson) => TextParts & Partial<NotificationText>
> = {
  new_sign_in: ({ browser }) => ({
    title: 'A new login to your account',
    body: `It came from a new browser${browser ? `: ${browser}` : ''}. If it was not you, change your password now; that ends every other login.`,
  }),
  password_changed: () => ({
    title: 'Your password was changed',
    body: 'Every other login has ended. If it was not you, set a new password with “Forgot password?” and write to our support.',
  }),
  guesses: () => ({
    title: 'Someone tried to log in to your account',
    body: 'They entered several wrong passwords and now have to wait. You can log in as usual with the browsers that you have used before. If it was not you, and you also use this password elsewhere, change it.',
  }),
  second_factor_on: ({ isUndoable }) => ({
    title: 'A second factor now protects your account',
    body: `From now on each login with your password also needs a code from your authenticator. If it was not you, ${isUndoable ? 'take your account back with the link in our other email' : 'write to our support'}.`,
  }),
  second_factor_off: ({ isTeam, byTeam }) =>
    byTeam
      ? {
          title: 'Our team removed the second factor of your account',
          body: `You are logged out everywhere, and passkeys and recovery codes no longer work. ${isTeam ? afterReset.team : afterReset.others} If you did not ask for it, change your password now and write to our support.`,
        }
      : {
          title: 'The authenticator was removed from your account',
          body: `${isTeam ? 'Team pages need a second factor: a passkey or another authenticator.' : 'Your password is enough to log in again.'} If it was not you, change your password now and set up the authenticator again.`,
        },
  passkey_added: ({ browser }) => ({
    title: 'A passkey was added to your account',
    body: `It allows a login without your password${browser ? `, and was added with ${browser}` : ''}. If it was not you, remove it on the Security page and change your password.`,
  }),
  passkey_removed: () => ({
    title: 'A passkey was removed from your account',
    body: 'You can no longer log in with it. If it was not you, change your password now; that ends every other login.',
  }),
  recovery_codes: () => ({
    title: 'Your account has new recovery codes',
    body: 'The earlier ones no longer work. If it was not you, change your password now and create new codes.',
  }),
  team_changed: ({ change, teamRole = '', amountPaise = 0 }, other) => {
    const text = {
      invited: `invited a new member with the role ${teamRole}`,
      role: `gave a member the role ${teamRole}`,
      ended: `ended the membership of a member with the role ${teamRole}`,
      restored: `restored a member with the role ${teamRole}`,
      payout_limit: `set the limit above which a second person must pay out to ${rupees(amountPaise)}`,
    }
    return {
      title: change === 'payout_limit' ? 'The payout limit was changed' : 'The members of the team were changed',
      body: `${other.name ?? 'Someone'} ${change ? text[change] : 'changed the team'}. If this surprises you, check the audit log now.`,
      href: '/team/audit',
      action: 'Open the audit log',
    }
  },
}

/** The texts of each kind by `what`; null for a kind that has only one text. */
const textsByWhat: Record<StoredKind, object | null> = {
  missed_call: null,
  online: null,
  booking: bookingText,
  reminder: null,
  low_balance: null,
  money: moneyText,
  withdrawal: withdrawalText,
  refund: refundText,
  feedback: feedbackText,
  summary: null,
  application: applicationText,
  security: securityText,
}

const afterReset = {
  team: 'Log in with your password and set up a new second factor; team pages need it.',
  others: 'Log in with your password, and set up a new second factor on the Security page.',
}
