import { useProduct } from '#app/base/product.ts'
import { grievanceAnswerDays, grievanceReceiptHours } from '#kernel/limits.ts'

export function MailLink({ email }: { email: string }) {
  return <a href={`mailto:${email}`}>{email}</a>
}

/** The grievance contact, shared by all legal pages. */
export function GrievanceText() {
  const { name, contacts } = useProduct()
  const officer = contacts.grievanceOfficer
  return (
    <>
      <p>If something has gone wrong and support could not solve it, write to the grievance officer of {name}:</p>
      <p>
        <strong>{officer.name}</strong>, Grievance Officer
        <br />
        <MailLink email={officer.email} />
      </p>
      <p>
        Say what happened and when, and add the session or payment it is about. You get a confirmation within{' '}
        {grievanceReceiptHours} hours, and we aim to give you an answer within {grievanceAnswerDays} days.
      </p>
    </>
  )
}
