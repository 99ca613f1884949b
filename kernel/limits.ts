import { paise } from '#kernel/money.ts'

/** The numbers of the business, each with its unit in its name. */

export const sessionRatePaisePerMinute = paise(10_00)
export const expertSharePercent = 80

export const passwordMinLength = 6
export const nameMinLength = 2
export const nameMaxLength = 120
export const emailMaxLength = 254
export const initialsMaxLetters = 2
export const minimumAgeYears = 18

export const walletBadgeMax = 99
export const freeCancelHours = 24
export const applicationReplyHours = 72

export const socketHeartbeatMs = 30_000
export const socketMessageMaxBytes = 16 * 1024
export const requestBodyMaxBytes = 1024 * 1024
export const requestTimeoutMs = 30_000
