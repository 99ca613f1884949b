import { paise } from '#kernel/money.ts'

/** Business limits. Each name ends with its unit. */

export const sessionRatePaisePerMinute = paise(10_00)
export const expertSharePercent = 80
export const expertEarnsPaisePerMinute = paise((sessionRatePaisePerMinute * expertSharePercent) / 100)
export const freeUnderSeconds = 30
/** The free calls that one student may have with one expert per day in India. */
export const freeCallsPerPairAndDay = 3
/** With all experts together: at most five minutes, as much as the first hold of one call. */
export const freeCallsPerDay = 10
/** Answered calls of one pair per day that never connected. A manipulated browser could use them to talk for free. */
export const unconnectedCallsPerPairAndDay = 10
export const unconnectedCallsPerDay = 30
/** The minutes that are held at the request and at every extension. */
export const holdMinutesMax = 5
export const questionMaxLength = 2_000
export const messageMaxLength = 2_000
export const messagesPerMinute = 30
export const messagesOfSessionMax = 1_000
/** One stored change of a board. Browsers send a change about every second. */
export const boardUpdateMaxBytes = 256 * 1024
/** A page loads a board in parts of about this size, and keeps the received parts when the connection is lost. */
export const boardPartOfChangesBytes = 256 * 1024
export const boardUpdatesPerMinute = 120
/** All changes of a board: about 10,000 strokes. */
export const boardMaxBytes = 6 * 1024 * 1024
/** On a full board, changes that only delete may take this much more until they are merged. */
export const boardDeletionsMaxBytes = 256 * 1024
/** Counted for each part of a document, in addition to its bytes, because integrating it costs time and memory. */
export const boardPartBytes = 32
/** How many pages one person may open on a board. */
export const boardWritersMax = 500
/** A normal document takes less than a second. */
export const mergeBoardTimeoutMs = 30_000
export const readBoardTimeoutMs = 5_000
/** Short, because the pages of other sessions wait for it. */
export const describeBoardTimeoutMs = 1_000
/** For one board of a deleted account. The daily job has more time. */
export const forgetBoardTimeoutMs = 5_000
export const forgetBoardLastTimeoutMs = 60_000
export const boardPicturesMax = 60
export const boardPagesMax = 100
export const boardPicturesPerHour = 120
export const boardCopiesPerHour = 30
export const boardPictureMaxSide = 2_000
/** After the end of a call, changes that were still being sent are stored for this long. */
export const boardOpenAfterCallMs = 120_000
/**
 * For this long after the call, drawings made without a connection are still stored. They must not change content of
 * the other person.
 */
export const boardAdditionsAfterCallMs = 24 * 3_600_000
export const boardAdditionsPerHour = 120
/** More stored changes than this are merged into one. */
export const boardUpdatesMax = 200
export const preparedBoardsMax = 50
export const boardNameMaxLength = 80
/** The code pad of a board: about 2,500 lines. */
export const codeMaxLength = 100_000
export const boardsPageSize = 20
/** The page of a session lists at most this many texts of its board. */
export const boardOverviewTextsMax = 50
export const declineReasonMaxLength = 200
export const reportMaxLength = 1_000
export const fileNameMaxLength = 200
export const questionFileMaxBytes = 10 * 1024 * 1024
export const questionFilesPerHour = 20
/** Keeps a page of handwriting or a long screenshot readable. Encoding takes a second for every ten million pixels. */
export const questionPictureMaxSide = 6_000
export const questionPictureMaxPixels = 12_000_000
/**
 * A browser shrinks a larger picture to about 2000 x 1500 before it is sent. At 400 kbit/s a photo then takes seconds
 * instead of minutes, and handwriting stays readable.
 */
export const pictureUnchangedMaxBytes = 400 * 1024
export const pictureSentMaxPixels = 3_000_000
/**
 * The uploads that one process decodes at the same time, well below the four threads that also check passwords. The
 * next two limit the uploads that are being decoded or wait for it, in total and for one account.
 */
export const uploadsDecodedAtOnce = 1
export const uploadsQueuedMax = 24
export const uploadsQueuedPerAccount = 3
/** The unpacked size and the number of parts that a Word document may have. */
export const documentUnpackedMaxBytes = 100 * 1024 * 1024
export const documentPartsMax = 2_000
export const unusedFilesKeptHours = 24
/** A browser keeps an unsent question as long as the server keeps its file. */
export const draftKeptHours = unusedFilesKeptHours
/**
 * Lifetime of a relay password. Longer than any call, because some browsers cannot renew their relay allocation with an
 * expired password.
 */
export const relayPasswordHours = 6
/** Limits for unanswered rings: per student and hour, and per student and expert in the minutes below. */
export const unansweredRingsPerHour = 5
export const ringsOfOneExpertMax = 2
export const ringsOfOneExpertMinutes = 10
/** A request rings at the best few experts first, then every few seconds at more, until one accepts or it expires. */
export const firstOffersMax = 3
export const laterOffersMax = 5
export const offersOfRequestMax = 18
export const offerWaveMs = 8_000
export const requestMs = 90_000
/** The most requests of one student, including those that no expert received. */
export const requestsPerHour = 30
/** The most words of a question that are read, and the most topics in it that select experts. */
export const questionWordsMax = 400
export const questionConceptsMax = 10
/** An expert's page shows the outcome of an offer for this long. */
export const offerOutcomeMs = 60_000
/** How many alerts one student may have, how long they last, and how many are sent when one expert comes online. */
export const requestAlertsMax = 5
export const requestAlertDays = 7
export const requestAlertsAtOnceMax = 20
export const requestAlertsPageSize = 100
export const closedRequestsKeptDays = 30
/** How many free times are shown when no expert accepted, and the times of how many experts are compared. */
export const nextTimesShown = 3
export const nextTimesExpertsMax = 8
export const sessionsPageSize = 20
export const latestSessionsShown = 5
export const ringMs = 45_000
export const connectMs = 20_000
/** A browser that is rung by push must acknowledge within this time, or it no longer counts as reachable. */
export const ringAcknowledgeMs = 10_000
export const pushTimeoutMs = 5_000
export const pushSubscriptionsMax = 10
/** New endpoints that one account may name. A page load that confirms a stored one is not counted. */
export const pushSubscriptionsPerHour = 20
/** The names of new endpoints that one process resolves at the same time, and how long one may take. */
export const pushChecksAtOnceMax = 10
export const dnsTimeoutMs = 2_000
export const pushEndpointMaxLength = 1_000
export const pushRingsKeptHours = 24
/** Without a media beat of a side for `beatFreshMs`, the call is interrupted. */
export const beatEveryMs = 2_000
export const beatFreshMs = 5_000
/** The data that a video call may have in transit between two beats. */
export const contradictionSlackBytes = 2 * 1024 * 1024
/** Limits on interruptions, so that no one can talk for free: the longest one, their number, and their total. */
export const interruptionMaxMs = 30_000
export const interruptionsMax = 3
export const interruptedTotalMaxMs = 60_000
/**
 * Longer calls may have more interruptions. This much live time allows one more, and this share of the live time is
 * added to the allowed total.
 */
export const interruptionEarnedEveryMs = 120_000
export const interruptedEarnedShare = 0.05
/** Missing beats are excused while the product itself has a fault, but the session ends after this time. */
export const excusedMaxMs = 600_000
/** A metering process renews its lease at every checkpoint. Another process takes over when the lease expires. */
export const meterCheckpointMs = 3_000
export const meterLeaseMs = 15_000
/** A step that is overdue by this long counts as stuck: sweepers run every few seconds. */
export const stuckAfterMs = 15_000
export const sessionEndReasonMaxLength = 300
/** A hold older than this means that a step was missed. */
export const staleHoldHours = 24
export const providerAuditDays = 3
export const providerAuditGraceMinutes = 15
export const refundRequestHours = 72
export const expertLeftEarlyMinutes = 2
export const refundReasonMaxLength = 1_000
export const refundAnswerMaxLength = 1_000
export const refundsPageSize = 20
export const complaintMaxLength = 4_000
/** Deadlines of the Indian consumer rules; migration 0014 has them, too. */
export const ticketAcknowledgeHours = 48
export const ticketResolveDays = 30
export const feedbackMaxLength = 500
export const feedbackPageSize = 20
/** The dashboard reminds of postponed feedback for this long; feedback can still be given later. */
export const feedbackReminderDays = 30
export const feedbackRemindersShown = 5
/** How long the dashboard of an expert lists unread messages and missed calls, and how many of each. */
export const unreadChatDays = 14
export const missedCallHours = 24
export const waitingShownMax = 3
/** The prepared boards that the dashboard shows beside the next booking. */
export const boardsOfNextBooking = 2
/** The search over one's own lessons. */
export const lessonSearchMaxLength = 100
export const lessonSearchWordsMax = 6
/** Each of the three fields of a summary; migration 0041 has it, too. */
export const summaryFieldMaxLength = 500
/** The expert can change a summary for this long. */
export const summaryChangeDays = 7
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
/** Bookings start on quarter hours, which are the same in every current time zone. */
export const bookingStepMinutes = 15
export const bookingHorizonDays = 60
export const bookingBufferMaxMinutes = 120
/** At least an hour, so that both sides can see the booking in time. */
export const bookingNoticeMinMinutes = 60
export const bookingNoticeMaxMinutes = 7 * 24 * 60
export const bookingMovesMax = 3
export const bookingJoinEarlyMinutes = 5
export const bookingNoShowMinutes = 10
/** A booking that no job has decided is swept this long after the decision was due. */
export const bookingSweptAfterMinutes = 60
/** Before the start, earliest first. */
export const bookingReminderMinutes = [24 * 60, 15] as const
/**
 * A person in the waiting room sends a heartbeat every few seconds; after this long without one, they count as absent.
 */
export const bookingPresenceSeconds = 30
/**
 * The expert has waited if a heartbeat came within this time before the decision. A hidden tab sends one per minute.
 */
export const bookingWaitedSeconds = 90
export const weeklyHoursMax = 50
export const scheduleExceptionsMax = 100
export const slotDaysMax = 14
/** How far ahead an expert's pages search for the next free time. */
export const nextTimeDays = 14
export const bookingsShownMax = 100
export const bookingsPageSize = 20
/** The upcoming bookings that a dashboard shows. */
export const upcomingShownMax = 3
/** An external calendar is read this often. Those that are due are found in steps of the second figure. */
export const calendarReadMinutes = 15
export const calendarSweepMinutes = 5
/** After each failure the wait doubles, up to this. */
export const calendarRetryMaxMinutes = 6 * 60
export const calendarUrlMaxLength = 2_000
export const calendarMaxBytes = 5 * 1024 * 1024
/** For all redirects, and the whole answer. */
export const calendarFetchTimeoutMs = 10_000
export const calendarParseTimeoutMs = 10_000
export const calendarRedirectsMax = 3
/** A calendar that has not changed is not sent again, so busy times are stored for this long beyond the last booking. */
export const calendarSpareDays = 14
export const busyTimesMax = 5_000
export const calendarReadsPerHour = 20
/** A few calendar programs, each of which asks every five minutes or less often. */
export const feedRequestsPerHour = 120
export const feedPastDays = 30
export const feedBookingsMax = 500
/** The longest call, and the time that must be left before the expert's next booking. */
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
/** The highest value of the setting above which a payout needs a second person. */
export const secondPersonAboveMaxPaise = paise(1_00_00_000_00)
/** Support grants refunds up to this amount, administrators any. */
export const supportRefundMaxPaise = paise(2_000_00)
/** A proposed correction waits this long for its second person. */
export const correctionDays = 7
export const correctionReasonMaxLength = 1_000
export const feeChartDays = 30
export const feeChartMonths = 12
export const booksChecksShown = 30
export const exportPageSize = 5_000
export const earningsChartDays = 30
export const hashScrollDelayMs = 100
/** The choices when money is added for a call. */
export const callMinutesChoices = [1, 2, 5, 10, 20, 30, 60] as const
export const callMinutesChosen = 10
export const addMoneyPresetsPaise = [paise(100_00), paise(200_00), paise(500_00), paise(1_000_00)] as const
export const paymentsStartedPerHour = 30
/** A payment that is unpaid after this long has failed; a later proof of payment still counts. */
export const paymentGivenUpHours = 72
export const walletBadgeMax = 99
export const statementPageSize = 20

export const passwordMinLength = 6
export const teamPasswordMinLength = 12
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
/** How far ahead an interview may be planned, and how long after its arrival a mail may be entered. */
export const interviewAheadMaxDays = 60
export const applicationEnteredWithinDays = 60
/** Half a year, in case a rejected applicant asks why. */
export const rejectedApplicationsKeptDays = 183
export const approvalReasonMaxLength = 500
export const rateMinPaisePerMinute = paise(1_00)
export const rateMaxPaisePerMinute = paise(500_00)
/** Limits of an expert's share: never below half of the fee, and something is left for the platform. */
export const shareMinPercent = 50
export const shareMaxPercent = 95
export const grievanceReceiptHours = 24
export const grievanceAnswerDays = 15

export const signInCookieDays = 30
/** A sign-in in use is renewed until this age. Then the person logs in again. */
export const signInMaxDays = 365
export const teamSignInHours = 12
export const passwordConfirmationMinutes = 5
/** The count of the team's open tasks stops here. */
export const waitingCountMax = 999
export const teamPageSize = 50
/** The search over everything: the shortest text, the rows of each kind, and the matches that are compared for these. */
export const teamSearchMinLength = 2
export const foundPerKind = 5
export const foundCandidatesMax = 200
export const teamSearchDebounceMs = 150
/** For each member. Enough for every key of a busy hour, and too few to read out all people. */
export const teamSearchesPerHour = 2_000
export const recentTeamSearchesMax = 5
export const actionReasonMaxLength = 500
/** The latest entries of each kind in a person's history. */
export const historyShownMax = 10
/** The text shown in place of a hidden review. */
export const hiddenReasonMaxLength = 200
/** The live page of the team lists at most this many online people and open sessions. */
export const overviewRowsMax = 100
export const unansweredRingsHours = 6
/** A part of the live page that takes longer is shown as unknown. */
export const overviewPartTimeoutMs = 2_000
/** How old the figures of the database may be that Prometheus reads. The figures of the day cost more. */
export const metricsMaxAgeMs = 10_000
export const dayMetricsMaxAgeMs = 60_000
/** The period in which rings are counted for Prometheus. */
export const recentRingsMinutes = 15
export const teamRefreshMs = 3_000
/** Each part of the installation is tried for this long, all at the same time. */
export const installationCheckMs = 8_000
/** Administrators start a complete check of a node at most this often. */
export const installationChecksEverySeconds = 30
export const figureHours = 48
export const figureDays = 90
/** A day's figures are computed this long after its end. */
export const dayClosesAfterMs = 10 * 60_000
export const recoveryCodeCount = 10
export const passkeysMax = 10
export const passkeyNameMaxLength = 60
/** A browser asks its user for this long; the challenge is valid a little longer. */
export const passkeyTimeoutMs = 3 * 60_000
export const passkeyChallengeMinutes = 5
export const resetLinkMinutes = 60
export const firstPasswordLinkHours = 72
export const confirmLinkHours = 72
/** For this long the former email address can take back an account whose email address was changed. */
export const restoreLinkDays = 14
export const emailLinksPerHour = 5
/** Links to one mailbox, from all accounts together: one for the registration, and those that its owner may request. */
export const emailLinksPerMailboxAndHour = emailLinksPerHour + 1
/** A wallet holds no more than this until its owner has confirmed the email address. */
export const unconfirmedWalletMaxPaise = paise(1_000_00)
/** Unpaid payments that were started within this time count towards that maximum. */
export const unpaidPaymentCountedHours = 6
export const tracesKeptHours = 24
export const failedJobsKeptDays = 30
export const visitorCookieYears = 2
export const visitCookieHours = 24

/** Push and mail are sent for this long; older notifications only appear in the list. */
export const notificationMaxAgeHours = 48
export const notificationsKeptDays = 180
export const notificationsPageSize = 30
/** The bell counts up to this number. */
export const unreadCountMax = 100
export const pushAttemptsMax = 3
export const pushFreshMinutes = 12 * 60
export const deliveryReasonMaxLength = 300
/** Five minutes of help: below this a student is warned. */
export const lowBalancePaise = paise(50_00)
/** The longest lifetime that browsers allow for a cookie. */
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
/** Allows ten megabytes at 400 kbit/s. */
export const uploadTimeoutMs = 300_000
/**
 * A client must read at least this much of a waiting response within this time. Linux reports what was read in steps of
 * up to 1.3 MB (a third of the largest socket buffer), which take this long at 15 kB/s.
 */
export const leastBytesRead = 64 * 1024
export const leastReadWithinMs = 90_000

export const photoMaxBytes = 5 * 1024 * 1024
/** The photo plus the rest of its form body. */
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
/** The languages that an expert may add to the first one. */
export const moreLanguagesMax = 5
export const keySubjectMaxLength = 40
/** The most words that an expert's subject may have to be found in a question. */
export const tagMaxWords = 3
export const expertPageRetryDelaysMs = [1_000, 2_000, 4_000] as const
/** Five retries; each waits 1.5 times as long as the one before. */
export const profileRetryDelaysMs = [0, 1, 2, 3, 4].map((retry) => Math.round(500 * 1.5 ** retry))

export const listingPageSize = 20
/** Totals are exact up to this number and read '1,000+' above it. */
export const listingTotalMax = 1_000
export const searchMaxLength = 100
/** The most words of a search that are read, concepts that are searched, and words of one phrase. */
export const searchWordsMax = 16
export const searchConceptsMax = 5
export const searchPhraseMaxWords = 5
export const topicNameMaxLength = 60
export const topicWordsMax = 300
export const topicWordMaxLength = 60
export const topicSubjectsMax = 40
/** Names that a preview of the team shows. */
export const previewNamesMax = 5
/** How long a process uses its copy of the vocabulary. */
export const vocabularyMaxAgeMs = 15_000
export const typoMinLength = 4
export const subjectFilterMax = 3
/** The highest step that an expert’s rating can reach: every rating includes the starting value, so none reaches 5. */
export const ratingFilterMax = 4.5
export const ratingFilterStep = 0.5
export const searchDebounceMs = 300
export const categoryTilesAtOnce = 8
export const listingPlaceholders = 4
export const similarExpertsMax = 3
export const suggestionsPerKind = 5
export const startingRating = 4.5
export const facetsMaxAgeMs = 30_000
/** The online count must be current; this short cache only protects the database from many simultaneous requests. */
export const onlineCountMaxAgeMs = 2_000
export const suggestionsMaxAgeSeconds = 15

export const shareImageSize = { width: 1_200, height: 630 } as const
export const shareImagesPerSecond = 5
/** When this many pictures wait to be drawn, further requests must retry later. */
export const shareImagesWaitingMax = 20
export const shareImagesKeptBytes = 32 * 1024 * 1024
/** Sitemap files may hold at most 50,000 URLs; the static pages need a few of them. */
export const sitemapPartSize = 49_000

export const nodeBeatMs = 10_000
/** A node without a heartbeat for this long is dead, and so are its sockets. */
export const nodeDeadAfterMs = 30_000

/**
 * A pair of a student and an expert that reaches these figures is shown to the team. No account is changed
 * automatically.
 */
export const pairWatchDays = 90
export const pairShortCallMinutes = 2
/** This many short calls within these days. */
export const pairShortCallsFrom = 5
export const pairShortCallDays = 7
export const pairWholeRefundsFrom = 3
/** A network address that more accounts use belongs to a carrier or a hostel and is no evidence. */
export const pairAddressAccountsMax = 10
export const pairSearchHours = 1
export const pairsFoundMax = 1_000
export const pairsShown = 100
export const pairNoteMaxLength = 500
