/**
 * Everything the product says no to, in one table: what the program calls it, the HTTP status, and the words
 * on the screen. A refusal is expected; anything else that is thrown is a bug and is logged as one.
 */
export const refusals = {
  foreign_origin: { status: 403, text: 'This request came from another site and was refused.' },
  unknown_host: { status: 421, text: 'This server does not answer for that host name.' },
  body_too_large: { status: 413, text: 'That is more data than this page accepts.' },
  unavailable: {
    status: 503,
    text: 'We cannot reach our own records at the moment. Please try again in a moment.',
  },
  took_too_long: { status: 503, text: 'That took too long. Please try again.' },
  too_busy: { status: 503, text: 'Too many people ask for this at once. Please try again in a moment.' },
  invalid_input: {
    status: 400,
    text: 'Some of that could not be understood. Please check it and try again.',
  },
  not_signed_in: { status: 401, text: 'You must be logged in to view this page.' },
  nothing_there: { status: 404, text: 'There is nothing here any more.' },
  too_fast: { status: 429, text: 'That was too fast. Please wait a moment.' },
  too_many_topics: { status: 429, text: 'This page follows too many things at once.' },
  not_allowed: { status: 403, text: 'You are not allowed to do that.' },
  invalid_credentials: { status: 401, text: 'Invalid email or password. Please try again.' },
  code_needed: { status: 401, text: 'Enter the code of your authenticator.' },
  wrong_code: { status: 401, text: 'That code is not right. Wait for the next one and try again.' },
  second_factor_exists: { status: 409, text: 'Your authenticator is set up already.' },
  account_suspended: { status: 403, text: 'Your account is suspended.' },
  too_many_attempts: { status: 429, text: 'Too many login attempts. Please try again later.' },
  email_taken: { status: 409, text: 'This email address is already registered.' },
  weak_password: { status: 422, text: 'Password is too weak. Please use at least 6 characters.' },
  wrong_current_password: { status: 422, text: 'The current password is not right.' },
  terms_not_accepted: {
    status: 422,
    text: 'Please confirm that you are 18 or over and accept the terms.',
  },
  link_not_valid: {
    status: 410,
    text: 'This link has expired or was used already. Please ask for a new one.',
  },
  money_left: {
    status: 409,
    text: 'There is still money in your wallet. Use it or have it returned first.',
  },
  not_an_amount: { status: 422, text: 'Please enter a valid amount' },
  too_much_at_once: { status: 422, text: 'You can add up to ₹50,000 at a time.' },
  too_many_payments: {
    status: 429,
    text: 'You have started many payments in a short while. Please try again in an hour.',
  },
  payments_closed: { status: 503, text: 'Adding money is closed at the moment.' },
  provider_away: {
    status: 502,
    text: 'The payment provider does not answer. Nothing was charged. Please try again in a moment.',
  },
  no_such_payment: { status: 404, text: 'There is no such payment of yours.' },
  payment_pending: {
    status: 409,
    text: 'A payment of yours is still pending. Please wait until it is decided.',
  },
  not_returnable: {
    status: 409,
    text: 'That is more than can be sent back now. Your balance has changed; please look again.',
  },
  not_signed_in_to_ask: { status: 401, text: 'You need to be logged in to send a request' },
  nothing_asked: { status: 422, text: 'Please enter a question or upload a file' },
  question_file_type: {
    status: 415,
    text: 'File type not allowed. Please upload an image (JPEG, PNG, WebP or GIF), a PDF or a Word document (DOC or DOCX).',
  },
  question_file_macros: {
    status: 415,
    text: 'Documents with macros are not allowed. Please save it without them, or as a PDF.',
  },
  question_file_broken: {
    status: 422,
    text: 'This image is damaged or too large to be read. Please try another one.',
  },
  question_file_too_large: { status: 413, text: 'File size exceeds the 10MB limit.' },
  too_many_question_files: {
    status: 429,
    text: 'You have uploaded many files in a short while. Please try again in an hour.',
  },
  no_such_question_file: { status: 409, text: 'That file is no longer here. Please upload it again.' },
  rate_changed: { status: 409, text: 'The price of this expert has just changed.' },
  expert_offline: { status: 409, text: 'This expert is currently offline' },
  expert_busy: { status: 409, text: 'This expert is in a session just now. Please try again in a while.' },
  own_session_open: { status: 409, text: 'You have a session already. Please end it first.' },
  expert_not_for_you: { status: 403, text: 'This expert does not take requests from you.' },
  less_than_a_minute: {
    status: 409,
    text: 'Your wallet holds less than one minute. Please add money first.',
  },
  too_many_rings: {
    status: 429,
    text: 'Several of your requests were not answered in the last hour. Please try again later.',
  },
  rang_already: {
    status: 429,
    text: 'You have called this expert twice in the last minutes. Please try somebody else, or again later.',
  },
  expert_booked_soon: {
    status: 409,
    text: 'This expert has a booked session in a few minutes. Please try again later, or book a time.',
  },
  no_time_to_go_on: {
    status: 409,
    text: 'The next booked session begins right after this one, so it cannot go on.',
  },
  no_bookings_taken: { status: 409, text: 'This expert does not take bookings at the moment.' },
  schedule_missing: { status: 409, text: 'Save your weekly hours first.' },
  unknown_zone: { status: 422, text: 'Choose your time zone, such as Asia/Kolkata.' },
  hours_backwards: {
    status: 422,
    text: 'Hours must end after they begin. To go on past midnight, end at midnight and add hours on the next day.',
  },
  day_missing: { status: 422, text: 'Please choose the day, or the first of several.' },
  days_backwards: { status: 422, text: 'The last day cannot be before the first.' },
  hours_overlap: { status: 422, text: 'Two of these hours overlap. Please make one of them.' },
  exception_past: { status: 422, text: 'Those days are over. Please choose a day from today on.' },
  too_many_exceptions: { status: 409, text: 'You have 100 exceptions. Remove one to add another.' },
  slot_past: { status: 409, text: 'That time is over. Please choose a later one.' },
  slot_too_soon: { status: 409, text: 'That is too soon for this expert. Please choose a later time.' },
  slot_too_far: { status: 409, text: 'Sessions can be booked up to 60 days ahead.' },
  slot_not_offered: { status: 409, text: 'The expert does not offer that time. Please choose another.' },
  slot_taken: { status: 409, text: 'Somebody else has just taken that time. Please choose another.' },
  own_booking_overlaps: { status: 409, text: 'You have booked another session for that time already.' },
  no_such_booking: { status: 404, text: 'There is no such booking of yours.' },
  booking_moved_on: { status: 409, text: 'That booking has changed meanwhile. Please look again.' },
  booking_too_early: { status: 409, text: 'You can join from 5 minutes before the start.' },
  booking_over: { status: 409, text: 'The time of this booking is over.' },
  booking_begun: { status: 409, text: 'That session is about to begin. It cannot be changed any more.' },
  booking_too_late_to_move: {
    status: 409,
    text: 'Less than 24 hours before the start you can cancel, but no longer move it.',
  },
  booking_moves_used: {
    status: 409,
    text: 'This booking has been moved 3 times. Please cancel it and book another time.',
  },
  fee_changed: {
    status: 409,
    text: 'What cancelling costs has changed meanwhile. Please look again before you confirm.',
  },
  bookings_open: {
    status: 409,
    text: 'You have booked sessions ahead. Please cancel them first, or wait until they are over.',
  },
  no_such_session: { status: 404, text: 'There is no such session of yours.' },
  session_is_well: {
    status: 409,
    text: 'That session is well. Only a reason of safety ends it.',
  },
  session_moved_on: { status: 409, text: 'That session is at another step by now.' },
  session_open: { status: 409, text: 'You are in a session. Please end it first.' },
  chat_closed: { status: 409, text: 'You can write while the call is on. This one is not.' },
  too_many_messages: {
    status: 429,
    text: 'You have written many messages in the last minute. Please wait a moment.',
  },
  chat_full: { status: 409, text: 'This chat is full with 1,000 messages. You can go on talking.' },
  session_not_billed: { status: 409, text: 'That session was not charged.' },
  feedback_empty: { status: 422, text: 'Choose or write at least one thing for the student.' },
  feedback_given: { status: 409, text: 'You have given feedback for this session already.' },
  stars_missing: { status: 422, text: 'Choose between one and five stars.' },
  reviewed_already: { status: 409, text: 'You have reviewed this session already.' },
  no_such_review: { status: 404, text: 'There is no such review.' },
  review_closed: { status: 409, text: 'A review can be changed for 7 days. That time is over.' },
  answered_already: { status: 409, text: 'You have answered this review already.' },
  answer_empty: { status: 422, text: 'Write an answer first.' },
  refund_reason_missing: { status: 422, text: 'Tell us what went wrong, so that we can decide.' },
  refund_asked_already: { status: 409, text: 'There is a refund request for this session already.' },
  refund_too_late: {
    status: 409,
    text: 'A refund can be asked for within 72 hours of the session. That time is over.',
  },
  no_such_refund: { status: 404, text: 'There is no such refund request.' },
  refund_decided: { status: 409, text: 'That refund request is decided already.' },
  refund_amount: { status: 422, text: 'A refund is more than nothing and at most what was charged.' },
  refund_answer_missing: { status: 422, text: 'Say why, so that the student knows how it was decided.' },
  no_such_ticket: { status: 404, text: 'There is no such ticket.' },
  ticket_words_missing: { status: 422, text: 'Write down what they complain about.' },
  ticket_answer_missing: { status: 422, text: 'Say how it was decided, so that they know.' },
  ticket_done: { status: 409, text: 'That ticket has gone further meanwhile.' },
  nobody_with_address: { status: 404, text: 'No account has that email address.' },
  refund_pending: {
    status: 409,
    text: 'A refund that you asked for is not decided yet. Please wait until it is.',
  },
  too_many_favourites: { status: 409, text: 'You have 100 favourites. Remove one to add another.' },
  not_enough_money: { status: 409, text: 'There is not enough money in the wallet for that.' },
  above_daily_limit: { status: 409, text: 'That is above your daily spending limit.' },
  done_already: { status: 409, text: 'That has been done already.' },
  other_request: { status: 409, text: 'That was asked for before with other details. Please start anew.' },
  insufficient_earnings: { status: 409, text: 'Insufficient balance for this withdrawal' },
  bank_details_missing: { status: 422, text: 'Please fill in all required bank details' },
  account_number: { status: 422, text: 'An account number has 9 to 18 digits. Please check yours.' },
  ifsc_code: {
    status: 422,
    text: 'An IFSC code has four letters, a zero and six letters or digits, such as HDFC0001234.',
  },
  password_needed: { status: 403, text: 'Enter your password to pay out to a new bank account.' },
  password_again: { status: 403, text: 'Enter your password: money needs it again every few minutes.' },
  second_person_needed: {
    status: 409,
    text: 'An amount above ₹25,000 is paid out by somebody else than who approved it.',
  },
  nothing_to_export: { status: 409, text: 'None of these is approved and waits for the bank.' },
  no_such_withdrawal: { status: 404, text: 'There is no such withdrawal.' },
  other_step: { status: 409, text: 'That withdrawal is at another step by now.' },
  reason_missing: { status: 422, text: 'Say why, so that the expert knows what to do.' },
  bank_reference_missing: { status: 422, text: 'Give the reference under which the bank has paid it.' },
  bank_reference_taken: { status: 409, text: 'That reference of the bank belongs to another withdrawal.' },
  payouts_closed: {
    status: 409,
    text: 'No withdrawal can be processed here: the money in these wallets was not paid in through a real provider.',
  },
  no_such_application: { status: 404, text: 'There is no such application.' },
  application_moved_on: { status: 409, text: 'Somebody has changed this application since you opened it.' },
  application_open: { status: 409, text: 'There is an open application with that address already.' },
  application_has_account: { status: 409, text: 'There is an account with that address already.' },
  account_linked: { status: 409, text: 'That account belongs to another application already.' },
  interview_time: { status: 422, text: 'Choose a time in the next 60 days.' },
  received_time: { status: 422, text: 'Say when the mail came: in the last 60 days, not later than now.' },
  letter_missing: { status: 422, text: 'Write a few words to the applicant.' },
  too_many_documents: { status: 409, text: 'An application holds at most 20 documents.' },
  nothing_verified: {
    status: 409,
    text: 'Note first what was verified: students see it, and we promise that every expert is.',
  },
  expert_moved_on: { status: 409, text: 'Somebody has changed this expert since you opened the page.' },
  suspension_reason_missing: { status: 422, text: 'Say why, so that the expert knows what has to happen.' },
  rate_limits: { status: 422, text: 'A rate is between ₹1 and ₹500 per minute.' },
  share_limits: { status: 422, text: 'A share is a whole number between 50 and 95 percent.' },
  why_missing: { status: 422, text: 'Say why: it is written down beside what you do.' },
  own_account: { status: 409, text: 'This is your own account. Your own page is the place for that.' },
  team_account: { status: 409, text: 'Accounts of the team are kept on the command line.' },
  account_deleted: { status: 409, text: 'This account was deleted. Nothing can be done with it any more.' },
  expert_elsewhere: { status: 409, text: 'Experts are suspended, and approved again, under Experts.' },
  person_in_session: {
    status: 409,
    text: 'They are in a session just now. Wait until it is over, or end and settle it first.',
  },
  person_moved_on: { status: 409, text: 'Somebody has changed this account since you opened the page.' },
  review_moved_on: { status: 409, text: 'Somebody has changed this review since you opened the page.' },
  no_such_correction: { status: 404, text: 'There is no such correction.' },
  correction_decided: { status: 409, text: 'That correction is decided already.' },
  correction_over: {
    status: 409,
    text: 'That proposal has waited longer than 7 days. Propose it anew if it is still right.',
  },
  correction_own: { status: 409, text: 'A correction is confirmed by somebody else than who proposed it.' },
  correction_reason_missing: {
    status: 422,
    text: 'Say why, so that whoever decides, and whoever reads the log, understands it.',
  },
  correction_accounts: {
    status: 422,
    text: 'Money moves between a person and the platform: choose one account of each.',
  },
  correction_person: {
    status: 422,
    text: 'Nobody with such an account has this address. A student has a wallet, an expert has earnings.',
  },
  content_changed: { status: 409, text: 'This was changed meanwhile. Look at it as it is now.' },
  content_invalid: { status: 422, text: 'Something here is missing or too long. Please look again.' },
  mail_on_its_way: { status: 409, text: 'That mail has been sent, or is being sent just now.' },
  mail_gone: { status: 409, text: 'That mail is too old to be sent again. Start anew what it was about.' },
  push_impossible: {
    status: 422,
    text: 'Notifications cannot be sent to this browser. You still get them on our pages and by mail.',
  },
  no_such_person: { status: 404, text: 'No user found. Please log in again.' },
  no_such_expert: { status: 404, text: 'Expert not found' },
  photo_type: { status: 415, text: 'File type not allowed. Please upload a JPEG, PNG, or WebP image.' },
  photo_too_large: { status: 413, text: 'File size exceeds the 5MB limit.' },
  photo_not_permitted: {
    status: 403,
    text: 'Permission denied. Make sure you are logged in and have the right permissions.',
  },
  too_many_photos: {
    status: 429,
    text: 'You have changed your photo many times in a short while. Please try again in an hour.',
  },
  parents_number: { status: 422, text: 'Please enter a valid 10-digit Indian mobile number.' },
  not_three_subcategories: { status: 422, text: 'Please select exactly 3 subcategories to proceed.' },
  too_many_subjects: { status: 422, text: 'You can only select 3 subjects maximum.' },
  approval_pending: { status: 403, text: 'Your expert account is pending approval' },
  expert_suspended: {
    status: 403,
    text: 'Your expert account is suspended. Please write to our support.',
  },
  profile_incomplete: {
    status: 422,
    text: 'Please complete and save your profile first. Then you can go online.',
  },
} as const satisfies Record<string, { status: number; text: string }>

export type RefusalCode = keyof typeof refusals

type RefusalOptions = ErrorOptions & { more?: string; details?: object }

export class Refusal extends Error {
  readonly code: RefusalCode
  readonly details: object | undefined
  /** `more`: what can be said about this one besides; `details`: the same for a script. */
  constructor(code: RefusalCode, { more, details, ...options }: RefusalOptions = {}) {
    super(more ? `${refusals[code].text} ${more}` : refusals[code].text, options)
    this.name = 'Refusal'
    this.code = code
    this.details = details
  }
  get status(): number {
    return refusals[this.code].status
  }
}
