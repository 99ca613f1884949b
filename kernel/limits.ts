import { paise } from '#kernel/money.ts'

/** The numbers of the business, each with its unit in its name. */

export const sessionRatePaisePerMinute = paise(10_00)
export const expertSharePercent = 80
export const expertEarnsPaisePerMinute = paise((sessionRatePaisePerMinute * expertSharePercent) / 100)
export const freeUnderSeconds = 30
export const refundRequestHours = 72
export const expertLeftEarlyMinutes = 2
export const freeCancelHours = 24
export const lateCancelFeePercent = 25
export const bookingMinutes = [15, 30, 45, 60] as const
export const addMoneyMinPaise = paise(1_00)
export const addMoneyMaxPaise = paise(50_000_00)
export const walletBadgeMax = 99

export const passwordMinLength = 6
export const passwordMaxLength = 200
export const nameMinLength = 2
export const nameMaxLength = 120
export const emailMaxLength = 254
export const initialsMaxLetters = 2
export const minimumAgeYears = 18
export const applicationReplyHours = 72
export const grievanceReceiptHours = 24
export const grievanceAnswerDays = 15

export const signInCookieDays = 30
export const visitorCookieYears = 2
export const visitCookieHours = 24

export const socketHeartbeatMs = 30_000
export const socketMessageMaxBytes = 16 * 1024
export const requestBodyMaxBytes = 1024 * 1024
export const requestTimeoutMs = 30_000
