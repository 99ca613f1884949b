import { LegalLink } from '#app/account/legal-link.tsx'
import { minimumAgeYears } from '#kernel/limits.ts'

/** The words beside the checkbox that confirms the age and accepts the terms. */
export function AcceptanceLabel() {
  return (
    <>
      I am {minimumAgeYears} or over and accept the <LegalLink to="/terms">Terms of Service</LegalLink> and the{' '}
      <LegalLink to="/privacy">Privacy Policy</LegalLink>.
    </>
  )
}
