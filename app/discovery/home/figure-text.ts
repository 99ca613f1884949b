import type { Banner } from '#domain/content/contract.ts'
import { counted, formatCount } from '#kernel/count-text.ts'

export function onlineText(count: number): string {
  return `${counted(count, 'expert')} online`
}

/** 50000 reads as '50K+'. Rounded down, because '+' promises at least that many. */
export function thousandsText(count: number): string {
  return count < 1_000 ? `${count}+` : `${formatCount(Math.floor(count / 1_000))}K+`
}

/** The banner's figures, without those that are zero. */
export function bannerItems({ totalExperts, successfulSessions }: Banner) {
  return [
    { figure: `${formatCount(totalExperts)}+`, unit: 'experts', isShown: totalExperts > 0 },
    { figure: '24/7', unit: 'availability', isShown: true },
    {
      figure: thousandsText(successfulSessions),
      unit: 'successful sessions',
      isShown: successfulSessions > 0,
    },
  ].filter(({ isShown }) => isShown)
}
