import { expertSharePercent, sessionRatePaisePerMinute } from '#kernel/limits.ts'
import { type Paise, paise } from '#kernel/money.ts'

/** The numbers these pages promise, beside those of the kernel. */

export const freeUnderSeconds = 30
export const refundRequestHours = 72
export const expertLeftEarlyMinutes = 2
export const lateCancelFeePercent = 25
export const bookingMinutes = [15, 30, 45, 60] as const
export const addMoneyMinPaise = paise(1_00)
export const addMoneyMaxPaise = paise(50_000_00)

export const signInCookieDays = 30
export const visitorCookieYears = 2
export const visitCookieHours = 24

export const grievanceReceiptHours = 24
export const grievanceAnswerDays = 15

export const expertEarnsPaisePerMinute = paise((sessionRatePaisePerMinute * expertSharePercent) / 100)

/** What a call with this much shared time costs at the standard rate. */
export function callPrice(sharedSeconds: number): { minutes: number; pricePaise: Paise } {
  const minutes = sharedSeconds < freeUnderSeconds ? 0 : Math.ceil(sharedSeconds / 60)
  return { minutes, pricePaise: paise(minutes * sessionRatePaisePerMinute) }
}

/** 252 seconds read as 04:12, as on the clock of a call. */
export function clockText(seconds: number): string {
  const twoDigits = (part: number) => String(part).padStart(2, '0')
  return `${twoDigits(Math.floor(seconds / 60))}:${twoDigits(seconds % 60)}`
}
