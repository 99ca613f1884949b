import { recordTaps } from '#app/base/taps/record-taps.ts'
import { shareImmediately } from '#app/discovery/expert-page/share-profile.ts'

/** The inline script at the beginning of every page. Built separately: see `scripts/inline-script.ts`. */
recordTaps(shareImmediately)
