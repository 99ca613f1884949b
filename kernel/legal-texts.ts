/** The version of the terms that is accepted at registration, and the date that the legal pages show. Change both. */
export const termsVersion = '2025-04-09'
export const lastUpdatedText = 'Last Updated: April 9, 2025'

/** The day on which the list of cookies was last changed. */
export const cookieListDay = '2026-11-18'
