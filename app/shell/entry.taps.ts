import { recordTaps } from '#app/base/taps/record-taps.ts'
import { shareAtOnce } from '#app/discovery/expert-page/share-profile.ts'

/** The inline script at the beginning of every page. Built separately: see `scripts/inline-script.ts`. */
recordTaps(shareAtOnce)
