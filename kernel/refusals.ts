/**
 * Every refusal of the product in one table: its code, HTTP status and text on the screen. A refusal is expected; any
 * other thrown error is a bug and is logged as one.
 */
export const refusals = {
  foreign_origin: { status: 403, text: 'This request came from another site and was refused.' },
  unknown_host: { status: 421, text: 'This server does not answer for that host name.' },
  unknown_method: { status: 405, text: 'This server does not support that method.' },
  body_too_large: { status: 413, text: 'That is more data than this page accepts.' },
  unavailable: {
    status: 503,
    text: 'Our service is temporarily unavailable. Please try again in a moment.',
  },
  checked_recently: {
    status: 429,
    text: 'This server was checked less than 30 seconds ago. Please try again in a moment.',
  },
  took_too_long: { status: 503, text: 'That took too long. Please try again.' },
  too_busy: { status: 503, text: 'We are very busy right now. Please try again in a moment.' },
  invalid_input: {
    status: 400,
    text: 'Some of the details are not valid. Please check them and try again.',
  },
  not_signed_in: { status: 401, text: 'You must be logged in to view this page.' },
  nothing_there: { status: 404, text: 'We could not find that. It may have been removed.' },
  too_fast: { status: 429, text: 'Too many requests. Please wait a moment.' },
  too_many_topics: { status: 429, text: 'This page requests too many live updates. Please reload it.' },
  not_allowed: { status: 403, text: 'You are not allowed to do that.' },
  other_team_role: {
    status: 403,
    text: 'Your role in the team does not include this. Ask an administrator.',
  },
  invalid_credentials: { status: 401, text: 'Invalid email or password. Please try again.' },
  code_needed: { status: 401, text: 'Enter the code from your authenticator app.' },
  wrong_code: { status: 401, text: 'That code is incorrect. Wait for the next one and try again.' },
  second_factor_exists: { status: 409, text: 'Your authenticator is already set up.' },
  no_second_factor: { status: 409, text: 'No second factor is set up.' },
  passkey_needed: {
    status: 401,
    text: 'This account also needs its passkey. Log in with the passkey, or enter one of your recovery codes.',
  },
  passkey_not_accepted: {
    status: 401,
    text: 'This passkey was not accepted. Try again, or log in with your password.',
  },
  passkey_expired: { status: 410, text: 'That took too long, or it was used already. Please try again.' },
  passkey_exists: { status: 409, text: 'This passkey is already in use here.' },
  too_many_passkeys: { status: 409, text: 'You have ten passkeys, which is the maximum. Remove one first.' },
  passkeys_need_host_name: {
    status: 409,
    text: 'Passkeys need a host name, and this server is reached by a network address. Open it by its name, such as localhost.',
  },
  account_suspended: { status: 403, text: 'Your account is suspended.' },
  too_many_attempts: { status: 429, text: 'Too many login attempts. Please try again later.' },
  email_taken: { status: 409, text: 'This email address is already registered.' },
  email_unconfirmed: {
    status: 403,
    text: 'Please confirm your email address first. The link is in the email that we sent you, and the Security page sends another one.',
  },
  unconfirmed_wallet_full: {
    status: 403,
    text: 'Until you confirm your email address, your wallet can hold up to ₹1,000. Please confirm it first, or add less.',
  },
  email_confirmed: { status: 409, text: 'Your email address is already confirmed.' },
  same_email: { status: 409, text: 'This is already your email address.' },
  too_many_email_links: {
    status: 429,
    text: 'We have sent you several links in the last hour. Please use the latest one, or try again in an hour.',
  },
  weak_password: { status: 422, text: 'Password is too weak. Please use at least 6 characters.' },
  weak_team_password: {
    status: 422,
    text: 'This password is too weak for the team. Please use at least 12 characters, and no common words with digits.',
  },
  wrong_current_password: { status: 422, text: 'The current password is incorrect.' },
  terms_not_accepted: {
    status: 422,
    text: 'Please confirm that you are 18 or over and accept the terms.',
  },
  terms_needed: {
    status: 403,
    text: 'Please accept the terms first. Open any page of your account, and we will ask you.',
  },
  link_not_valid: {
    status: 410,
    text: 'This link has expired or has already been used. Please request a new one.',
  },
  money_left: {
    status: 409,
    text: 'There is still money in your wallet. Use it or have it returned first.',
  },
  not_an_amount: { status: 422, text: 'Please enter a valid amount' },
  too_much_at_once: { status: 422, text: 'You can add up to ₹50,000 at a time.' },
  too_many_team_searches: {
    status: 429,
    text: 'You have searched too often. Please try again in an hour, or use the search of a list.',
  },
  too_many_payments: {
    status: 429,
    text: 'You have started too many payments. Please try again in an hour.',
  },
  payments_closed: { status: 503, text: 'Adding money is closed at the moment.' },
  provider_away: {
    status: 502,
    text: 'The payment provider is not responding. Nothing was charged. Please try again in a moment.',
  },
  no_such_payment: { status: 404, text: 'Payment not found.' },
  payment_pending: {
    status: 409,
    text: 'One of your payments is still pending. Please wait until it has completed or failed.',
  },
  not_returnable: {
    status: 409,
    text: 'That is more than we can send back now. Your balance has changed. Please check it again.',
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
    text: 'This image is damaged or too large to read. Please try another one.',
  },
  file_infected: { status: 422, text: 'This file contains a virus. Please check your device, or upload another file.' },
  file_not_scanned: {
    status: 503,
    text: 'We cannot check files for viruses right now. Please try again in a few minutes, or upload a photo.',
  },
  question_file_too_large: { status: 413, text: 'File size exceeds the 10MB limit.' },
  too_many_question_files: {
    status: 429,
    text: 'You have uploaded too many files. Please try again in an hour.',
  },
  files_in_progress: {
    status: 429,
    text: 'Your last files are still being checked. Please try again in a moment.',
  },
  no_such_question_file: { status: 409, text: 'This file is no longer available. Please upload it again.' },
  rate_changed: { status: 409, text: 'The price of this expert has just changed.' },
  expert_offline: { status: 409, text: 'This expert is currently offline' },
  expert_busy: { status: 409, text: 'This expert is in another session. Please try again later.' },
  own_session_open: { status: 409, text: 'You already have an open session. Please end it first.' },
  expert_not_for_you: { status: 403, text: 'This expert does not accept requests from you.' },
  less_than_a_minute: {
    status: 409,
    text: 'Your wallet holds less than one minute. Please add money first.',
  },
  too_many_rings: {
    status: 429,
    text: 'Several of your requests were not answered in the last hour. Please try again later.',
  },
  too_many_requests: {
    status: 429,
    text: 'You have looked for an expert too many times in the last hour. Please choose an expert, or try again later.',
  },
  rang_already: {
    status: 429,
    text: 'You have called this expert twice in the last few minutes. Please try another expert, or try again later.',
  },
  free_calls_used: {
    status: 429,
    text: 'You have had 3 free short calls with this expert today. Please try again tomorrow, or call another expert.',
  },
  free_calls_of_day_used: {
    status: 429,
    text: 'You have had 10 free short calls today. Please try again tomorrow, or book a session.',
  },
  unconnected_calls_of_day_used: {
    status: 429,
    text: 'Your last 30 calls today did not connect. Please try again tomorrow, or book a session.',
  },
  unconnected_calls_used: {
    status: 429,
    text: 'Your last 10 calls with this expert today did not connect. Please try again tomorrow, or call another expert.',
  },
  own_request_open: {
    status: 409,
    text: 'You are already looking for an expert. Stop that search first.',
  },
  request_open: { status: 409, text: 'You are looking for an expert. Please stop the search first.' },
  no_such_request: { status: 404, text: 'Search not found.' },
  request_moved_on: { status: 409, text: 'This search is over.' },
  highest_price: { status: 422, text: 'Your highest price must be between ₹1 and ₹500 per minute.' },
  offer_taken: { status: 409, text: 'Another expert accepted this question first.' },
  offer_over: { status: 409, text: 'The student is no longer looking for an expert.' },
  too_many_request_alerts: {
    status: 409,
    text: 'You already have alerts for 5 questions. Each alert ends after 7 days.',
  },
  expert_booked_soon: {
    status: 409,
    text: 'This expert has a booked session in a few minutes. Please try again later, or book a time.',
  },
  no_time_to_go_on: {
    status: 409,
    text: 'The next booked session starts right after this one, so you cannot continue.',
  },
  no_bookings_taken: { status: 409, text: 'This expert is not accepting bookings at the moment.' },
  schedule_missing: { status: 409, text: 'Save your weekly hours first.' },
  profile_changed: {
    status: 409,
    text: 'Your profile was changed in another tab or on another device, so this was not saved.',
  },
  schedule_changed: {
    status: 409,
    text: 'Your hours were changed in another tab or on another device, so these were not saved.',
  },
  unknown_zone: { status: 422, text: 'Choose your time zone, such as Asia/Kolkata.' },
  hours_backwards: {
    status: 422,
    text: 'Hours must end after they start. To continue past midnight, end at midnight and add hours on the next day.',
  },
  day_missing: { status: 422, text: 'Choose a day, or the first day of a range.' },
  days_backwards: { status: 422, text: 'The last day cannot be before the first day.' },
  hours_overlap: { status: 422, text: 'These hours overlap. Merge them into one.' },
  exception_past: { status: 422, text: 'Those days are in the past. Choose today or a later day.' },
  too_many_exceptions: { status: 409, text: 'You have 100 exceptions. Remove one to add another.' },
  calendar_url_invalid: {
    status: 422,
    text: 'Enter the whole address of the calendar. It begins with https:// or webcal://.',
  },
  calendar_url_credentials: {
    status: 422,
    text: 'This address contains a user name or password. Use the private or secret address of the calendar instead.',
  },
  calendar_url_private: {
    status: 422,
    text: 'We can only read calendars on the public internet: an https address with a host name, without a port number.',
  },
  no_calendar_feed: { status: 409, text: 'The subscription is switched off.' },
  no_calendar: { status: 409, text: 'No other calendar is connected.' },
  too_many_calendar_reads: {
    status: 429,
    text: 'You have asked us to read the calendar too often. Please try again in an hour.',
  },
  slot_missing: { status: 422, text: 'Please choose a time.' },
  slot_past: { status: 409, text: 'That time is in the past. Please choose a later one.' },
  slot_too_soon: { status: 409, text: 'That is too soon for this expert. Please choose a later time.' },
  slot_too_far: { status: 409, text: 'Sessions can be booked up to 60 days ahead.' },
  slot_not_offered: { status: 409, text: 'The expert does not offer that time. Please choose another.' },
  slot_taken: { status: 409, text: 'Someone else has just booked that time. Please choose another.' },
  own_booking_overlaps: { status: 409, text: 'You have already booked another session for that time.' },
  no_such_booking: { status: 404, text: 'Booking not found.' },
  booking_moved_on: { status: 409, text: 'This booking has changed. Please check it again.' },
  booking_too_early: { status: 409, text: 'You can join from 5 minutes before the start.' },
  booking_over: { status: 409, text: 'The time of this booking has passed.' },
  booking_begun: { status: 409, text: 'This session is about to start and can no longer be changed.' },
  booking_too_late_to_move: {
    status: 409,
    text: 'This booking starts in less than 24 hours. You can cancel it, but no longer move it.',
  },
  booking_moves_used: {
    status: 409,
    text: 'This booking has been moved 3 times. Please cancel it and book another time.',
  },
  fee_changed: {
    status: 409,
    text: 'The cost of cancelling has changed. Please check it before you confirm.',
  },
  bookings_open: {
    status: 409,
    text: 'You have upcoming bookings. Please cancel them first, or wait until they are over.',
  },
  no_such_session: { status: 404, text: 'Session not found.' },
  session_is_well: {
    status: 409,
    text: 'This session is working normally. It can only be ended for safety reasons.',
  },
  session_moved_on: { status: 409, text: 'The status of this session has changed.' },
  session_open: { status: 409, text: 'You are in a session. Please end it first.' },
  chat_closed: { status: 409, text: 'You can only send messages during the call.' },
  too_many_messages: {
    status: 429,
    text: 'You have sent too many messages in the last minute. Please wait a moment.',
  },
  no_such_board: { status: 404, text: 'Board not found.' },
  board_closed: { status: 409, text: 'The board can only be changed during the call.' },
  board_keeps_others: {
    status: 409,
    text: 'The call has ended, so the board keeps what the other person drew and wrote.',
  },
  board_empty: { status: 409, text: 'Nothing is written on that board.' },
  board_of_others: { status: 409, text: 'That board belongs to a session with another person.' },
  board_changed: { status: 409, text: 'The board has just changed. Please try again.' },
  board_unreadable: { status: 409, text: 'That board cannot be read.' },
  board_copy_too_large: {
    status: 409,
    text: 'Both boards together are larger than one board can be. Nothing was added.',
  },
  board_copy_pictures: {
    status: 409,
    text: 'Both boards together have more than 60 pictures, which is the limit of a board. Nothing was added.',
  },
  board_copy_pages: {
    status: 409,
    text: 'Both boards together have more than 100 pages, which is the limit of a board. Nothing was added.',
  },
  too_many_board_copies: { status: 429, text: 'You have copied too many boards. Please try again in an hour.' },
  board_full: {
    status: 409,
    text: 'This board is full. New changes are not kept; delete something large, or continue in the next session.',
  },
  prepared_board_full: {
    status: 409,
    text: 'This board is full. New changes are not kept. Delete something large, or continue on another board.',
  },
  board_pictures_full: {
    status: 409,
    text: 'A board can have 60 pictures. Delete one to add another.',
  },
  too_many_boards: { status: 409, text: 'You can keep 50 prepared boards. Delete one first.' },
  board_picture_type: { status: 415, text: 'That is not a picture that we can read. Use JPEG, PNG, WebP or GIF.' },
  too_many_board_changes: {
    status: 429,
    text: 'You are changing the board too fast. Your changes will be saved in a minute.',
  },
  board_needs_reason: {
    status: 403,
    text: 'Boards are private. Open the team’s page of the session, and give a reason to read the board.',
  },
  chat_full: {
    status: 409,
    text: 'This chat has reached its limit of 1,000 messages. You can continue talking.',
  },
  session_not_billed: { status: 409, text: 'That session was not charged.' },
  feedback_empty: { status: 422, text: 'Choose or write at least one thing for the student.' },
  feedback_given: { status: 409, text: 'You have already given feedback for this session.' },
  session_not_connected: { status: 409, text: 'The two sides were never connected in that session.' },
  summary_empty: { status: 422, text: 'Write at least one of the three parts.' },
  summary_written: { status: 409, text: 'You have already written a summary of this session. You can change it.' },
  summary_closed: { status: 409, text: 'You can change a summary for 7 days. That time has passed.' },
  no_such_summary: { status: 404, text: 'Summary not found.' },
  stars_missing: { status: 422, text: 'Choose between one and five stars.' },
  reviewed_already: { status: 409, text: 'You have already reviewed this session.' },
  session_refunded: { status: 409, text: 'This session was refunded in full, so it cannot be reviewed.' },
  no_such_review: { status: 404, text: 'Review not found.' },
  review_closed: { status: 409, text: 'You can change a review for 7 days. That time has passed.' },
  answered_already: { status: 409, text: 'You have already answered this review.' },
  answer_empty: { status: 422, text: 'Write an answer first.' },
  refund_reason_missing: { status: 422, text: 'Tell us what went wrong, so that we can decide.' },
  refund_asked_already: { status: 409, text: 'A refund has already been requested for this session.' },
  refund_too_late: {
    status: 409,
    text: 'You can request a refund within 72 hours of the session. That time has passed.',
  },
  no_such_refund: { status: 404, text: 'Refund request not found.' },
  refund_decided: { status: 409, text: 'This refund request has already been decided.' },
  refund_amount: { status: 422, text: 'A refund must be more than zero and at most the amount charged.' },
  refund_answer_missing: { status: 422, text: 'Explain the decision to the student.' },
  no_such_ticket: { status: 404, text: 'Ticket not found.' },
  ticket_words_missing: { status: 422, text: 'Enter the complaint.' },
  ticket_answer_missing: { status: 422, text: 'Explain the decision to the person who complained.' },
  ticket_done: { status: 409, text: 'The status of this ticket has changed.' },
  nobody_with_address: { status: 404, text: 'No account has that email address.' },
  refund_pending: {
    status: 409,
    text: 'Your refund request has not been decided yet. Please wait for the decision.',
  },
  too_many_favourites: { status: 409, text: 'You have 100 favourites. Remove one to add another.' },
  not_enough_money: { status: 409, text: 'There is not enough money in the wallet for that.' },
  above_daily_limit: { status: 409, text: 'That is above your daily spending limit.' },
  done_already: { status: 409, text: 'This has already been done.' },
  other_request: { status: 409, text: 'This was already requested with other details. Please start again.' },
  insufficient_earnings: { status: 409, text: 'Insufficient balance for this withdrawal' },
  bank_details_missing: { status: 422, text: 'Please fill in all required bank details' },
  account_number: { status: 422, text: 'An account number has 9 to 18 digits. Please check yours.' },
  ifsc_code: {
    status: 422,
    text: 'An IFSC code has four letters, a zero and six letters or digits, such as HDFC0001234.',
  },
  password_needed: { status: 403, text: 'Enter your password to pay out to a new bank account.' },
  password_again: {
    status: 403,
    text: 'Enter your password again. We ask for it every few minutes before money moves or access changes.',
  },
  second_person_needed: {
    status: 409,
    text: 'A team member other than the one who approved it must pay this out.',
  },
  second_person_missing: {
    status: 409,
    text: 'Two people are needed for this payout, and nobody else in the team may pay out yet. An administrator can give another member the role finance, or invite someone, on the Members page.',
  },
  payout_limit: { status: 422, text: 'Enter an amount in rupees from 0 to 1,00,00,000.' },
  nothing_to_export: { status: 409, text: 'None of these withdrawals is approved and waiting for the bank.' },
  withdrawal_exported: {
    status: 409,
    text: 'This withdrawal is in a file for the bank. Reject it only if the bank did not pay and will not pay, and confirm that in the form.',
  },
  no_such_withdrawal: { status: 404, text: 'Withdrawal not found.' },
  other_step: { status: 409, text: 'The status of this withdrawal has changed.' },
  reason_missing: { status: 422, text: 'Give a reason, so that the expert knows what to do.' },
  bank_reference_missing: { status: 422, text: 'Enter the bank’s payment reference.' },
  bank_reference_taken: { status: 409, text: 'This bank reference belongs to another withdrawal.' },
  payouts_closed: {
    status: 409,
    text: 'No withdrawal can be processed here: the money in these wallets was not paid in through a real provider.',
  },
  no_such_application: { status: 404, text: 'Application not found.' },
  application_moved_on: { status: 409, text: 'Someone has changed this application since you opened it.' },
  application_open: { status: 409, text: 'An open application with this email address already exists.' },
  application_has_account: { status: 409, text: 'An account with this email address already exists.' },
  account_linked: { status: 409, text: 'This account already belongs to another application.' },
  interview_time: { status: 422, text: 'Choose a time in the next 60 days.' },
  received_time: {
    status: 422,
    text: 'Enter when the email arrived: in the last 60 days and not in the future.',
  },
  letter_missing: { status: 422, text: 'Write a message to the applicant.' },
  too_many_documents: { status: 409, text: 'An application can have at most 20 documents.' },
  nothing_verified: {
    status: 409,
    text: 'First record what you verified. Students see it, and we promise that every expert is verified.',
  },
  expert_moved_on: { status: 409, text: 'Someone has changed this expert since you opened the page.' },
  suspension_reason_missing: {
    status: 422,
    text: 'Give a reason, so that the expert knows what has to change.',
  },
  rate_limits: { status: 422, text: 'A rate must be between ₹1 and ₹500 per minute.' },
  share_limits: { status: 422, text: 'A share must be a whole number between 50 and 95 percent.' },
  chat_needs_reason: {
    status: 403,
    text: 'Chats are private. Open the team’s page of the session or ticket, and give a reason to read the chat.',
  },
  why_missing: { status: 422, text: 'Give a reason. It is recorded with this action.' },
  own_account: { status: 409, text: 'This is your own account. Use your own account page instead.' },
  team_account: { status: 409, text: 'Team accounts are managed on the Members page, by an administrator.' },
  own_team_role: { status: 409, text: 'You cannot change your own role or end your own membership. Ask a colleague.' },
  last_administrator: {
    status: 409,
    text: 'This is the last administrator. Make someone else an administrator first.',
  },
  no_such_member: { status: 404, text: 'Team member not found.' },
  member_moved_on: { status: 409, text: 'Someone has changed this member since you opened the page.' },
  refund_above_role: {
    status: 403,
    text: 'Support grants refunds up to ₹2,000. Ask an administrator to decide this one.',
  },
  account_deleted: { status: 409, text: 'This account was deleted and can no longer be changed.' },
  expert_elsewhere: { status: 409, text: 'Suspend and approve experts on the Experts page.' },
  person_in_session: {
    status: 409,
    text: 'This person is in a session. Wait until it is over, or end and settle it first.',
  },
  person_moved_on: { status: 409, text: 'Someone has changed this account since you opened the page.' },
  no_such_pair: { status: 404, text: 'This pair is not in the list any more.' },
  pair_note_missing: { status: 422, text: 'Write what you found. The note is saved with the pair.' },
  pair_moved_on: {
    status: 409,
    text: 'A colleague has looked at this pair, or there is new evidence since you opened the page.',
  },
  review_moved_on: { status: 409, text: 'Someone has changed this review since you opened the page.' },
  summary_moved_on: { status: 409, text: 'Someone has changed this summary since you opened the page.' },
  no_such_correction: { status: 404, text: 'Correction not found.' },
  correction_decided: { status: 409, text: 'This correction has already been decided.' },
  correction_over: {
    status: 409,
    text: 'This proposal is older than 7 days. Propose it again if it is still right.',
  },
  correction_own: {
    status: 409,
    text: 'A correction must be confirmed by someone other than the person who proposed it.',
  },
  correction_reason_missing: {
    status: 422,
    text: 'Give a reason that the reviewer and readers of the log understand.',
  },
  correction_accounts: {
    status: 422,
    text: 'Money can only move between a person and the platform. Choose one account of each.',
  },
  correction_person: {
    status: 422,
    text: 'No such account was found for this email address. A student has a wallet, an expert has earnings.',
  },
  content_changed: {
    status: 409,
    text: 'Someone has changed this in the meantime. Check the current version.',
  },
  no_such_topic: { status: 404, text: 'Search topic not found.' },
  content_invalid: { status: 422, text: 'Something is missing or too long. Please check it again.' },
  mail_on_its_way: { status: 409, text: 'This email has been sent or is being sent.' },
  mail_gone: { status: 409, text: 'This email is too old to send again. Repeat the action that caused it.' },
  too_many_push_subscriptions: {
    status: 429,
    text: 'You have switched on notifications too often in the last hour. Please try again in an hour.',
  },
  push_impossible: {
    status: 422,
    text: 'We cannot send notifications to this browser. You still get them on our pages and by email.',
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
    text: 'You have changed your photo too many times. Please try again in an hour.',
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

/** The problem of each refused field, by the name of the field. */
export type FieldProblems = Record<string, string>

type RefusalOptions = ErrorOptions & { more?: string; details?: object; problems?: FieldProblems }

export class Refusal extends Error {
  readonly code: RefusalCode
  readonly details: object | undefined
  readonly problems: FieldProblems | undefined
  /**
   * `more`: an additional sentence for this case; `details`: the same information for scripts; `problems`: the
   * problem of each field of a form.
   */
  constructor(code: RefusalCode, { more, details, problems, ...options }: RefusalOptions = {}) {
    super(more ? `${refusals[code].text} ${more}` : refusals[code].text, options)
    this.name = 'Refusal'
    this.code = code
    this.details = details
    this.problems = problems
  }
  get status(): number {
    return refusals[this.code].status
  }
}
