import { paise } from '#kernel/money.ts'

/** The numbers of the business, each with its unit in its name. */

export const sessionRatePaisePerMinute = paise(10_00)
export const expertSharePercent = 80
export const expertEarnsPaisePerMinute = paise((sessionRatePaisePerMinute * expertSharePercent) / 100)
export const freeUnderSeconds = 30
/** So many minutes are held at the request, and at every extension. */
export const holdMinutesMax = 5
export const questionMaxLength = 2_000
export const messageMaxLength = 2_000
export const messagesPerMinute = 30
export const messagesOfSessionMax = 1_000
export const declineReasonMaxLength = 200
export const reportMaxLength = 1_000
export const fileNameMaxLength = 200
export const questionFileMaxBytes = 10 * 1024 * 1024
export const questionFilesPerHour = 20
/** A page of handwriting stays readable, and a long screenshot, too. */
export const questionPictureMaxSide = 6_000
/** What a Word document may unfold to, and how many parts it may have. */
export const documentUnpackedMaxBytes = 100 * 1024 * 1024
export const documentPartsMax = 2_000
export const unusedFilesKeptHours = 24
/** A relay's password: longer than any call, because some browsers cannot renew their place at the relay with one that has run out. */
export const relayPasswordHours = 6
/** Rings that nobody answered: so many an hour by one student, and so many of one expert in a while. */
export const unansweredRingsPerHour = 5
export const ringsOfOneExpertMax = 2
export const ringsOfOneExpertMinutes = 10
export const sessionsPageSize = 20
export const latestSessionsShown = 5
export const ringMs = 45_000
export const connectMs = 20_000
/** A browser that was rung by push says so within this time, or nobody counts on it any more. */
export const ringAcknowledgeMs = 10_000
export const pushTimeoutMs = 5_000
export const pushSubscriptionsMax = 10
export const pushEndpointMaxLength = 1_000
export const pushRingsKeptHours = 24
/** Proof that a side receives something; without any for this long the call is interrupted. */
export const beatEveryMs = 2_000
export const beatFreshMs = 5_000
/** What a video call may have on its way between two beats. */
export const contradictionSlackBytes = 2 * 1024 * 1024
/** Nobody talks for free: so long a side may be away, so often, and so long in all. */
export const interruptionMaxMs = 30_000
export const interruptionsMax = 3
export const interruptedTotalMaxMs = 60_000
/** An hour has more gaps than a minute: what was talked earns one more interruption so often, and this share of its time. */
export const interruptionEarnedEveryMs = 120_000
export const interruptedEarnedShare = 0.05
/** While the product itself is disturbed nobody is to blame for silence; after this long the session ends all the same. */
export const excusedMaxMs = 600_000
/** The process that measures a session says so at every checkpoint; another takes over when it has been silent for this long. */
export const meterCheckpointMs = 3_000
export const meterLeaseMs = 15_000
/** What should have moved on so long ago, and has not, is stuck: sweepers look every few seconds. */
export const stuckAfterMs = 15_000
export const sessionEndReasonMaxLength = 300
/** No hold lies still for longer, unless something has been forgotten. */
export const staleHoldHours = 24
export const providerAuditDays = 3
export const providerAuditGraceMinutes = 15
export const refundRequestHours = 72
export const expertLeftEarlyMinutes = 2
export const refundReasonMaxLength = 1_000
export const refundAnswerMaxLength = 1_000
export const refundsPageSize = 20
export const complaintMaxLength = 4_000
/** As Indian consumer rules ask; migration 0014 has them, too. */
export const ticketAcknowledgeHours = 48
export const ticketResolveDays = 30
export const feedbackMaxLength = 500
export const feedbackPageSize = 20
/** So long the dashboard reminds of feedback that was left for later; it can still be given after that. */
export const feedbackReminderDays = 30
export const feedbackRemindersShown = 5
export const reviewMaxLength = 1_000
export const reviewAnswerMaxLength = 1_000
export const reviewChangeDays = 7
export const starsMax = 5
export const latestReviewsShown = 5
export const reviewsPageSize = 10
export const favouritesMax = 100
export const freeCancelHours = 24
export const lateCancelFeePercent = 25
export const bookingMinutes = [15, 30, 45, 60] as const
/** Booked times begin on quarters of an hour, which are the same in every zone of today. */
export const bookingStepMinutes = 15
export const bookingHorizonDays = 60
export const bookingBufferMaxMinutes = 120
/** At least an hour, so that both can read about it. */
export const bookingNoticeMinMinutes = 60
export const bookingNoticeMaxMinutes = 7 * 24 * 60
export const bookingMovesMax = 3
export const bookingJoinEarlyMinutes = 5
export const bookingNoShowMinutes = 10
/** So long after its time a booking that no job has decided is swept up. */
export const bookingSweptAfterMinutes = 60
/** Before the start, the earliest first. */
export const bookingReminderMinutes = [24 * 60, 15] as const
/** Who waits says so every few seconds; after this long without a word somebody is no longer there. */
export const bookingPresenceSeconds = 30
/** An expert has waited for a student who did not come if heard of in the last moments before it is decided; a tab out of sight speaks once a minute. */
export const bookingWaitedSeconds = 90
export const weeklyHoursMax = 50
export const scheduleExceptionsMax = 100
export const slotDaysMax = 14
/** So far ahead the pages of an expert look for the next time that is free. */
export const nextTimeDays = 14
export const bookingsShownMax = 100
export const bookingsPageSize = 20
/** On a dashboard. */
export const upcomingShown = 3
/** So long one call takes an expert's time at most, and so much of it must be left before the next booking. */
export const callMaxHours = 3
export const callBeforeBookingMinutes = 5
export const addMoneyMinPaise = paise(1_00)
export const addMoneyMaxPaise = paise(50_000_00)
export const accountNumberMinDigits = 9
export const accountNumberMaxDigits = 18
export const bankNameMaxLength = 80
export const withdrawalNotesMaxLength = 300
export const withdrawalReasonMaxLength = 300
export const bankReferenceMaxLength = 60
export const withdrawalBusinessDays = '3-5'
export const withdrawalsShownMax = 100
export const withdrawalsExportedMax = 200
/** Above this, who approves a withdrawal does not also pay it out. */
export const secondPersonAbovePaise = paise(25_000_00)
/** So long a proposed correction waits for its second person. */
export const correctionDays = 7
export const correctionReasonMaxLength = 1_000
export const feeChartDays = 30
export const feeChartMonths = 12
export const proofsShown = 30
export const exportPageSize = 5_000
export const earningsChartDays = 30
export const hashScrollDelayMs = 100
export const addMoneyPresetsPaise = [paise(100_00), paise(200_00), paise(500_00), paise(1_000_00)] as const
export const paymentsStartedPerHour = 30
/** What nobody has paid until then has failed; a later proof still counts. */
export const paymentGivenUpHours = 72
export const walletBadgeMax = 99
export const statementPageSize = 20

export const passwordMinLength = 6
export const passwordMaxLength = 200
export const nameMinLength = 2
export const nameMaxLength = 120
export const emailMaxLength = 254
export const initialsMaxLetters = 2
export const minimumAgeYears = 18
export const applicationReplyHours = 72
export const applicationNotesMaxLength = 4_000
export const applicationLetterMaxLength = 2_000
export const applicationDocumentsMax = 20
/** An interview is planned at most so far ahead; a mail is entered at most so long after it came. */
export const interviewAheadMaxDays = 60
export const applicationEnteredWithinDays = 60
/** Half a year, in case a rejected applicant asks why. */
export const rejectedApplicationsKeptDays = 183
export const approvalReasonMaxLength = 500
export const rateMinPaisePerMinute = paise(1_00)
export const rateMaxPaisePerMinute = paise(500_00)
/** Below half of the fee nobody works here, and something is left for the house. */
export const shareMinPercent = 50
export const shareMaxPercent = 95
export const grievanceReceiptHours = 24
export const grievanceAnswerDays = 15

export const signInCookieDays = 30
export const teamSignInHours = 12
export const passwordConfirmationMinutes = 5
/** What waits for the team is counted up to here. */
export const waitingCountMax = 999
export const teamPageSize = 50
export const actionReasonMaxLength = 500
/** Of each kind of thing in a person's story, the latest. */
export const historyShownMax = 10
/** What stands in the place of a review that was hidden. */
export const hiddenReasonMaxLength = 200
/** Of everybody who is online, and of all sessions that are open, the live board names so many. */
export const boardRowsMax = 100
export const unansweredRingsHours = 6
/** A part of the board that takes longer is not known. */
export const boardPartTimeoutMs = 2_000
export const boardRefreshMs = 3_000
export const figureHours = 48
export const figureDays = 90
/** A day is added up so long after its end. */
export const dayClosesAfterMs = 10 * 60_000
export const recoveryCodeCount = 10
export const resetLinkMinutes = 60
export const firstPasswordLinkHours = 72
export const tracesKeptHours = 24
export const failedJobsKeptDays = 30
export const visitorCookieYears = 2
export const visitCookieHours = 24

/** So long something is told by push or mail; after that it stands in the list alone. */
export const notificationMaxAgeHours = 48
export const notificationsKeptDays = 180
export const notificationsPageSize = 30
/** The bell counts up to here. */
export const unreadCountMax = 100
export const pushTriesMax = 3
export const pushFreshMinutes = 12 * 60
export const deliveryReasonMaxLength = 300
/** Five minutes of help: with less a student is told that it will not last. */
export const lowBalancePaise = paise(50_00)
/** As long as browsers keep a cookie at most. */
export const knownBrowserDays = 400

export const outboxMailsMax = 500
export const mailsKeptDays = 90
export const queuedMailsShown = 50
export const mailErrorMaxLength = 500
export const commonAnswersMax = 20
export const commonQuestionMaxLength = 200
export const commonAnswerMaxLength = 1_000
export const suggestedSubjectsMax = 30
export const requestBodyMaxBytes = 1024 * 1024
export const requestTimeoutMs = 30_000
/** Ten megabytes from a phone with little reception. */
export const uploadTimeoutMs = 120_000

export const photoMaxBytes = 5 * 1024 * 1024
/** What stands around the bytes of a photo in a form. */
export const photoBodyMaxBytes = photoMaxBytes + 64 * 1024
export const photoMaxPixels = 40_000_000
export const photoLargePixels = 512
export const photoSmallPixels = 128
export const photoCacheSeconds = 3_600
export const photoZoomMax = 4
export const photoUploadsPerHour = 20

export const phoneMinDigits = 7
export const phoneMaxLength = 20
export const aboutMaxLength = 1_000
export const languagesMaxLength = 200
export const titleMaxLength = 120
export const degreeMaxLength = 120
export const briefMaxLength = 300
export const experienceMaxYears = 50
export const subcategoryCount = 3
export const keySubjectsMax = 3
export const keySubjectMaxLength = 40
export const expertPageRetryDelaysMs = [1_000, 2_000, 4_000] as const

export const listingPageSize = 20
/** Totals are exact up to here and read '1,000+' above. */
export const listingTotalMax = 1_000
export const searchMaxLength = 100
export const searchWordsMax = 8
export const typoMinLength = 4
export const subjectFilterMax = 3
export const ratingFilterMax = 5
export const ratingFilterStep = 0.5
export const searchDebounceMs = 300
export const categoryTilesAtOnce = 8
export const listingPlaceholders = 4
export const similarExpertsMax = 3
export const suggestionsPerKind = 5
export const startingRating = 4.5
export const facetsMaxAgeMs = 30_000
/** How many are online is said as it is; this only spares the database a crowd that asks at once. */
export const onlineCountMaxAgeMs = 2_000
export const suggestionsMaxAgeSeconds = 15

export const shareImageSize = { width: 1_200, height: 630 } as const
export const shareImagesPerSecond = 5
/** Who comes while so many pictures wait to be drawn is asked to come again. */
export const shareImagesWaitingMax = 20
export const shareImagesKeptBytes = 32 * 1024 * 1024
/** Search engines read at most 50,000 addresses in one file; the pages that are always there need a few. */
export const sitemapPartSize = 49_000

export const nodeBeatMs = 10_000
/** A process that has been silent for this long is dead, and so are its sockets. */
export const nodeDeadAfterMs = 30_000
