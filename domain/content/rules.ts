import type { CatalogueGroup, CommonAnswer } from '#domain/content/contract.ts'
import { categoryGroups, subjectSuggestions } from '#kernel/catalogue.ts'
import { minimumAgeYears, refundRequestHours } from '#kernel/limits.ts'

/** The catalogue as it stands in the code: what holds until the team has decided otherwise. */
export const defaultCatalogue: readonly CatalogueGroup[] = categoryGroups.map(
  ({ id, name, subcategories }) => ({
    id,
    name,
    subcategories,
    suggestions: subjectSuggestions[id],
  }),
)

/** What is known, in the order that is wanted; whatever the order does not name comes last. */
export function sortByOrder<Item extends string>(known: readonly Item[], wanted: readonly string[]): Item[] {
  const named = wanted.flatMap((name) => known.find((item) => item === name) ?? [])
  return [...new Set([...named, ...known])]
}

/** What people ask, until the team has written its own. */
export function defaultAnswers(productName: string): CommonAnswer[] {
  return [
    {
      question: 'What do I need for my first session?',
      answer: `An account, money for at least one minute in your wallet, and a browser with a microphone. A camera is only needed for video. You have to be ${minimumAgeYears} or older.`,
    },
    {
      question: 'What happens if nobody answers?',
      answer: `Nothing is charged. The money that was set aside goes back into your wallet at once, and ${productName} shows you other experts who are online.`,
    },
    {
      question: 'What if I am not satisfied with a session?',
      answer: `Ask for a refund on the page of that session within ${refundRequestHours} hours. Our team looks at the timeline of the call, which says who joined and left when, and decides. If the connection never worked, the money comes back without you asking.`,
    },
    {
      question: 'What if my money runs out during a call?',
      answer:
        'You are told before it happens and can add money without leaving the call. If you do not, the call ends at the last minute you have paid for. Your wallet never goes below zero.',
    },
    {
      question: 'Can I get unused wallet money back?',
      answer:
        'Yes. It stays yours, it does not expire, and it can be returned to the card or account it came from.',
    },
  ]
}
