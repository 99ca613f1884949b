import type { CatalogueGroup, CommonAnswer } from '#domain/content/contract.ts'
import { categoryGroups, subjectSuggestions } from '#kernel/catalogue.ts'
import { minimumAgeYears, refundRequestHours } from '#kernel/limits.ts'

/** The catalogue that applies until the team changes it. */
export const defaultCatalogue: readonly CatalogueGroup[] = categoryGroups.map(({ id, name, subcategories }) => ({
  id,
  name,
  subcategories,
  suggestions: subjectSuggestions[id],
}))

/** Sorts the items by this order. Items that are not in the order are last. */
export function sortByOrder<Item extends string>(items: readonly Item[], order: readonly string[]): Item[] {
  const ordered = order.flatMap((name) => items.find((item) => item === name) ?? [])
  return [...new Set([...ordered, ...items])]
}

/** The common questions that apply until the team writes its own. */
export function defaultAnswers(productName: string): CommonAnswer[] {
  return [
    {
      question: 'What do I need for my first session?',
      answer: `An account, money for at least one minute in your wallet, and a browser with a microphone. A camera is only needed for video. You have to be ${minimumAgeYears} or older.`,
    },
    {
      question: 'What happens if nobody answers?',
      answer: `Nothing is charged. The money that was set aside goes back into your wallet immediately, and ${productName} shows you other experts who are online.`,
    },
    {
      question: 'What if I am not satisfied with a session?',
      answer: `Ask for a refund on the page of that session within ${refundRequestHours} hours. Our team checks the timeline of the call, which shows when each side joined and left, and decides. If the connection never worked, you get the money back automatically.`,
    },
    {
      question: 'What if my money runs out during a call?',
      answer:
        'We warn you before it happens, and you can add money without leaving the call. If you do not, the call ends at the last minute you have paid for. Your wallet never goes below zero.',
    },
    {
      question: 'Can I get unused wallet money back?',
      answer: 'Yes. It stays yours, it does not expire, and it can be returned to the card or account it came from.',
    },
  ]
}
